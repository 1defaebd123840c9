// Router: which handler answers which method and path.
//
// Routes are added while the server is put together, by one thread; afterwards the router is read-only and any number
// of threads may look up at once. Handlers and middleware are called from several threads at once.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http/request.hpp"
#include "server/http/response.hpp"

namespace parlance::server::http {

using Handler = std::function<Response(Request&)>;

enum class RequestBody {
  none,           // a body that is sent is read and ignored
  json,           // application/json, else 415; the codec refuses an empty one
  optional_json,  // as json where a body was sent
  any,            // whatever the Content-Type (audio uploads)
};

struct RouteInfo {
  bool is_public = false;  // answered without an API key
  RequestBody body = RequestBody::none;
  bool streams_body = false;  // wants its body piece by piece; reserved: the engine buffers every body for now
  std::shared_ptr<const void> docs = nullptr;  // what the reference says about it; only its writer knows the type
};

struct Route {
  std::string method;
  std::string pattern;  // "/v1/employees/{employeeId}/departments/{departmentId}"
  RouteInfo info;
  Handler handler;
};

using Next = std::function<Response(Request&)>;
// Wraps every matched route, after authentication and the content checks. Calls `next` once, or answers by itself.
using Middleware = std::function<Response(Request&, const Route&, const Next&)>;

class Router {
 public:
  Router();
  ~Router();
  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;

  // A route given twice, a pattern with more than Request::path_parameters_max parameters or one that does not start
  // with "/" is a mistake of the programmer: std::logic_error.
  void add(std::string method, std::string pattern, RouteInfo info, Handler handler);
  void get(std::string pattern, RouteInfo info, Handler handler) {
    add("GET", std::move(pattern), std::move(info), std::move(handler));
  }
  void post(std::string pattern, RouteInfo info, Handler handler) {
    add("POST", std::move(pattern), std::move(info), std::move(handler));
  }
  void put(std::string pattern, RouteInfo info, Handler handler) {
    add("PUT", std::move(pattern), std::move(info), std::move(handler));
  }
  void del(std::string pattern, RouteInfo info, Handler handler) {
    add("DELETE", std::move(pattern), std::move(info), std::move(handler));
  }

  // In the order of their addition, the first outermost.
  void use(Middleware middleware) { middleware_.push_back(std::move(middleware)); }

  // The route of a request, whose path parameters it fills in; null when there is none, and `allowed` then lists the
  // methods of the path ("GET, HEAD, POST"; empty for an unknown path). HEAD finds the routes of GET. Of two patterns
  // that match, the one that is literal in the first differing segment wins. Segments are compared decoded; one whose
  // encoding is broken is taken as it was sent, so it can equal no id. One "/" at the end is ignored.
  const Route* find(Request& request, std::string& allowed) const;

  // Middleware, then handler. Lets their exceptions through.
  Response run(const Route& route, Request& request) const;

  const std::deque<Route>& routes() const noexcept { return routes_; }  // in the order of their addition

 private:
  struct Node;
  struct Search;

  static void search(const Node& node, std::size_t depth, Search& state);
  Response run_from(std::size_t index, const Route& route, Request& request) const;

  std::unique_ptr<Node> root_;
  std::deque<Route> routes_;  // a deque: nodes point at its elements
  std::vector<Middleware> middleware_;
};

}  // namespace parlance::server::http
