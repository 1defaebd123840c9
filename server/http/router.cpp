#include "server/http/router.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

namespace parlance::server::http {
namespace {

constexpr std::size_t segments_max = 16;

// Splits "/v1/questions/" into "v1", "questions". False when it has more segments than any route.
bool split_path(std::string_view path, std::array<std::string_view, segments_max>& out, std::size_t& count) {
  count = 0;
  if (!path.starts_with('/')) return false;
  path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return true;
  for (;;) {
    if (count == out.size()) return false;
    const std::size_t slash = path.find('/');
    out[count++] = path.substr(0, slash);
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

bool is_parameter(std::string_view segment) {
  return segment.starts_with('{') && segment.ends_with('}');
}

}  // namespace

struct Router::Node {
  std::vector<std::pair<std::string, std::unique_ptr<Node>>> literals{};
  std::unique_ptr<Node> parameter{};
  std::vector<const Route*> routes{};  // one per method
};

// One walk down the tree: the best route so far, and the methods of every pattern that fits the path.
struct Router::Search {
  Request& request;
  std::span<const std::string_view> segments;
  std::array<std::string_view, Request::path_parameters_max> values{};
  std::size_t value_count = 0;
  const Route* found = nullptr;
  std::vector<std::string_view> methods{};
};

Router::Router() : root_(std::make_unique<Node>()) {}
Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

void Router::add(std::string method, std::string pattern, RouteInfo info, Handler handler) {
  std::array<std::string_view, segments_max> segments;
  std::size_t count = 0;
  if (!split_path(pattern, segments, count)) throw std::logic_error("not a route pattern: " + pattern);
  if (std::count_if(segments.begin(), segments.begin() + count, is_parameter) >
      static_cast<std::ptrdiff_t>(Request::path_parameters_max)) {
    throw std::logic_error("too many parameters in route pattern: " + pattern);
  }
  Node* node = root_.get();
  for (const std::string_view segment : std::span(segments).first(count)) {
    std::unique_ptr<Node>* child = &node->parameter;
    if (!is_parameter(segment)) {
      auto known = std::find_if(node->literals.begin(), node->literals.end(),
                                [&](const auto& literal) { return literal.first == segment; });
      if (known == node->literals.end()) known = node->literals.emplace(known, segment, nullptr);
      child = &known->second;
    }
    if (!*child) *child = std::make_unique<Node>();
    node = child->get();
  }
  for (const Route* route : node->routes)
    if (route->method == method) throw std::logic_error("route added twice: " + pattern);
  routes_.push_back(Route{std::move(method), std::move(pattern), std::move(info), std::move(handler)});
  node->routes.push_back(&routes_.back());
}

void Router::search(const Node& node, std::size_t depth, Search& state) {
  if (depth == state.segments.size()) {
    const Route* as_get = nullptr;
    for (const Route* route : node.routes) {
      if (route->method == state.request.method) {
        state.found = route;
        return;
      }
      if (route->method == "GET") as_get = route;
      state.methods.push_back(route->method);
    }
    if (state.request.method == "HEAD") state.found = as_get;
    return;
  }
  const std::string_view segment = state.segments[depth];
  for (const auto& [literal, child] : node.literals) {
    if (literal != segment) continue;
    search(*child, depth + 1, state);
    if (state.found) return;
  }
  // An empty segment ("/v1//calls") is no id.
  if (!node.parameter || segment.empty() || state.value_count == state.values.size()) return;
  state.values[state.value_count++] = segment;
  search(*node.parameter, depth + 1, state);
  if (!state.found) --state.value_count;
}

const Route* Router::find(Request& request, std::string& allowed) const {
  allowed.clear();
  std::array<std::string_view, segments_max> segments;
  std::size_t count = 0;
  if (!split_path(request.path, segments, count)) return nullptr;
  for (std::string_view& segment : std::span(segments).first(count)) {
    if (segment.find('%') == std::string_view::npos) continue;
    if (auto decoded = percent_decode(segment, false)) segment = request.keep(*std::move(decoded));
  }

  Search state{request, std::span(segments).first(count)};
  search(*root_, 0, state);
  if (state.found) {
    std::array<std::string_view, segments_max> names;
    std::size_t name_count = 0;
    split_path(state.found->pattern, names, name_count);
    std::size_t value = 0;
    for (const std::string_view name : std::span(names).first(name_count))
      if (is_parameter(name)) request.add_path_parameter(name.substr(1, name.size() - 2), state.values[value++]);
    return state.found;
  }
  std::vector<std::string_view>& methods = state.methods;
  if (std::find(methods.begin(), methods.end(), "GET") != methods.end()) methods.emplace_back("HEAD");
  std::sort(methods.begin(), methods.end());
  methods.erase(std::unique(methods.begin(), methods.end()), methods.end());
  for (const std::string_view method : methods) {
    if (!allowed.empty()) allowed += ", ";
    allowed += method;
  }
  return nullptr;
}

Response Router::run(const Route& route, Request& request) const {
  return middleware_.empty() ? route.handler(request) : run_from(0, route, request);
}

Response Router::run_from(std::size_t index, const Route& route, Request& request) const {
  if (index == middleware_.size()) return route.handler(request);
  return middleware_[index](request, route, [&](Request& inner) { return run_from(index + 1, route, inner); });
}

}  // namespace parlance::server::http
