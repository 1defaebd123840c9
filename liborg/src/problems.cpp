#include "parlance/org/problems.hpp"

#include <algorithm>

namespace parlance::org {
namespace {

// "a.b" lies in "a" and "a" lies in "a", but "ab" does not; everything lies in "", the whole body.
bool lies_in(std::string_view inner, std::string_view outer) {
  if (outer.empty()) return true;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '.');
}

}  // namespace

void Problems::add(std::string path, std::string_view rest) {
  std::string message = path.empty() ? "body" : path;
  message += ' ';
  message += rest;
  add_whole(std::move(path), std::move(message));
}

void Problems::add_whole(std::string path, std::string message) {
  if (full()) return;
  paths_.push_back(std::move(path));
  messages_.push_back(std::move(message));
}

bool Problems::has(std::string_view path) const {
  return std::any_of(paths_.begin(), paths_.end(),
                     [&](const std::string& known) { return lies_in(path, known) || lies_in(known, path); });
}

bool Problems::covers(std::string_view path) const {
  return std::any_of(paths_.begin(), paths_.end(), [&](const std::string& known) { return lies_in(path, known); });
}

}  // namespace parlance::org
