// Fuzz target: any bytes as a request target, read by every reader of a query, and as a stream cut anywhere, whose
// framing must not depend on where.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/text.hpp"
#include "server/http/error_response.hpp"
#include "server/http/framing.hpp"
#include "server/http/query.hpp"

enum class Colour { red, green };
template <>
struct parlance::org::EnumText<Colour> {
  static constexpr std::array values = {std::pair{Colour::red, std::string_view("red")},
                                        std::pair{Colour::green, std::string_view("green")}};
};

namespace {

using namespace parlance;
using namespace parlance::server;
using Progress = http::Framing::Progress;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void read_query(std::string_view target) {
  const http::Request request("GET", target);
  http::QueryReader query(request);
  const auto page = query.page(http::LegacyLimit::accepted);
  query.text("searchTerm");
  query.boolean("ignoreDeleted");
  if (const auto number = query.integer("from", 0, 100)) demand(*number >= 0 && *number <= 100, "out of bounds");
  query.choice<Colour>("status");
  query.choices<Colour>("types");
  query.ids<org::OrgId>("questionnaireIds");
  if (const auto error = query.error()) {
    demand(!error->messages.empty(), "an error without a message");
    demand(org::is_valid_utf8(http::error_response(*error).body), "an answer that is not valid UTF-8");
    return;
  }
  demand(page.page >= 1 && page.page_size >= 1 && page.page_size <= org::page_size_max, "a page out of bounds");
  demand(page.page <= INT64_MAX / page.page_size, "a page whose position overflows");
  if (page.cursor) demand(org::Cursor::parse(*page.cursor).has_value(), "a cursor that is none");
}

// What a stream amounts to, as text: each request, then how it ends.
std::string framed(std::string_view stream, std::size_t step) {
  http::FramingLimits limits;
  limits.head_max = 512;
  limits.header_lines_max = 8;
  limits.target_max = 128;
  limits.body_max = 256;
  http::Framing framing(limits);
  std::string buffer, out;
  for (std::size_t at = 0; at < stream.size(); at += step) {
    buffer += stream.substr(at, step);
    for (bool more = true; more;) {
      http::Head head;
      const auto progress = framing.advance(buffer, head);
      demand(framing.discardable() <= buffer.size(), "more let go than there is");
      if (progress == Progress::refused) {
        return out + "refused " + std::to_string(framing.refusal().status);
      }
      more = progress == Progress::complete;
      if (more) {
        demand(framing.body().size() <= limits.body_max, "a body above the limit");
        demand(head.target.size() <= limits.target_max, "a target above the limit");
        out.append(head.method).append(" ").append(head.target).append("\n");
        for (const auto& field : head.fields) out.append(field.name).append(":").append(field.value).append("\n");
        out.append(framing.body()).append(framing.keeps_alive() ? "\nnext\n" : "\nlast\n");
      }
      buffer.erase(0, framing.discardable());
      if (more) framing.reset();
      more = more && !buffer.empty();
    }
  }
  return out + "open";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_query(text);
  const std::string whole = framed(text, size + 1);
  demand(framed(text, 1) == whole, "byte by byte it is another stream");
  demand(framed(text, 7) == whole, "cut in sevens it is another stream");
  return 0;
}
