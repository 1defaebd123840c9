#include "parlance/org/contact.hpp"

#include <algorithm>

namespace parlance::org {

bool looks_like_email(std::string_view text) {
  const auto at = text.find('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size() || text.find('@', at + 1) != text.npos) {
    return false;
  }
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == 127 || c == ',' || c == ';' || c == '<' || c == '>';
  });
}

bool is_phone_number(std::string_view text) {
  if (text.size() < 8 || text.size() > 16 || text[0] != '+' || text[1] == '0') return false;
  return std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_host(std::string_view text) {
  if (text.empty() || text.size() > 255) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_' || c == ':';
  });
}

}  // namespace parlance::org
