// Api: adds an operation to the router and to its reference at once, so that neither lacks what the other has.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/codec/openapi.hpp"
#include "server/http/router.hpp"
#include "server/routes/csv.hpp"

namespace parlance::server::routes {

struct None {};  // no body

struct OperationFlags {
  bool is_public = false;
  bool bad_request = false;  // can be refused without a body or a list, which are by themselves
  bool not_found = false;
  bool conflict = false;
  bool legacy_limit = false;  // also takes `limit`, the deprecated name of pageSize
};

struct Operation {
  std::string_view method;
  std::string_view pattern;
  std::string_view id;
  std::string_view tag;
  std::string_view summary;
  int status = 200;
  OperationFlags flags{};
  std::vector<codec::QueryDoc> query{};
};

class Api {
 public:
  // Borrows the router for its life.
  explicit Api(http::Router& router) : router_(router) {}

  // `In`: the command in the body; `Out`: the record, an org::Page or a vector of records in the answer; None for none.
  template <class In, class Out>
  void add(const Operation& operation, http::Handler handler) {
    codec::OperationDoc doc = begin(operation);
    constexpr bool has_body = !std::is_same_v<In, None>;
    if constexpr (has_body) doc.request = openapi_.schemas().reference<In>(codec::Direction::input);
    if constexpr (requires { typename Out::item_type; }) {
      doc.response = openapi_.schemas().page_reference<typename Out::item_type>();
      if constexpr (!has_body) {
        add_page_parameters(doc, operation.flags.legacy_limit);
        doc.csv = true;
        handler = with_csv(std::move(handler), names_of<typename Out::item_type>());
      }
    } else if constexpr (codec::detail::IsVector<Out>::value) {
      using Element = typename Out::value_type;
      doc.response =
          R"({"type":"array","items":)" + openapi_.schemas().reference<Element>(codec::Direction::output) + "}";
    } else if constexpr (!std::is_same_v<Out, None>) {
      doc.response = openapi_.schemas().reference<Out>(codec::Direction::output);
    }
    finish(operation, std::move(doc), has_body, std::move(handler));
  }

  // GET /openapi.json, with everything that was added so far.
  void add_reference(std::string_view version);

 private:
  // The interface's names of a record's fields, in their order.
  template <class T>
  static std::vector<std::string_view> names_of() {
    return std::apply([](const auto&... info) { return std::vector<std::string_view>{info.name...}; },
                      org::Describe<T>::fields);
  }
  static codec::OperationDoc begin(const Operation&);
  static void add_page_parameters(codec::OperationDoc&, bool legacy_limit);
  void finish(const Operation&, codec::OperationDoc, bool has_body, http::Handler);

  http::Router& router_;
  codec::OpenApi openapi_;
};

}  // namespace parlance::server::routes
