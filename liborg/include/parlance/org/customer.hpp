// Customers: whom an organization talks with.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>

#include "parlance/org/describe.hpp"

namespace parlance::org {

// Contract section 2, Customer: metadata is {[key]: string|number|bool}, ≤ 64 keys, ≤ 16 KiB.
using MetadataValue = std::variant<bool, double, std::string>;
using Metadata = std::map<std::string, MetadataValue>;
inline constexpr std::size_t metadata_keys_max = 64;
inline constexpr std::size_t metadata_key_max = 128;          // characters
inline constexpr std::size_t metadata_bytes_max = 16 * 1024;  // of its keys and texts; numbers count 8, booleans 1

enum class ConsentBasis { express, express_written, none };

// What the customer agreed to, when, and where that is recorded.
struct Consent {
  ConsentBasis basis = ConsentBasis::none;
  UtcTime at;
  std::string source;
  bool operator==(const Consent&) const = default;
};

// What a customer record says; shared by the record and by the command that creates one.
struct CustomerContent {
  std::string external_id;  // the client's own id; unique among the customers that are there
  std::string name;
  std::optional<std::string> phone_number;  // E.164
  std::optional<std::string> email;
  std::optional<std::string> timezone;  // IANA name; null: as the number, or the campaign, says
  Metadata metadata;
  std::optional<Consent> consent;
  bool do_not_call = false;
  bool operator==(const CustomerContent&) const = default;
};

struct Customer : CustomerContent {
  CustomerId id;
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const Customer&) const = default;
};

struct NewCustomer : CustomerContent {};

struct CustomerChanges {
  Field<std::string> external_id;
  Field<std::string> name;
  Field<std::optional<std::string>> phone_number;
  Field<std::optional<std::string>> email;
  Field<std::optional<std::string>> timezone;
  Field<Metadata> metadata;  // replaces the whole
  Field<std::optional<Consent>> consent;
  Field<bool> do_not_call;
};

struct CustomerFilter {
  std::optional<std::string> external_id;  // exactly
  std::string search_term;                 // name contains it, over folded text; "" is no filter
};

template <>
struct EnumText<ConsentBasis> {
  static constexpr std::array values = {std::pair{ConsentBasis::express, std::string_view("express")},
                                        std::pair{ConsentBasis::express_written, std::string_view("express-written")},
                                        std::pair{ConsentBasis::none, std::string_view("none")}};
};
template <>
struct Describe<Consent> {
  static constexpr std::string_view name = "Consent";
  static constexpr auto fields =
      std::tuple{required("basis", &Consent::basis), required("at", &Consent::at, NoRule{}, "When it was given."),
                 required("source", &Consent::source, Text{1, 200}, "Where it is recorded.")};
};

namespace detail {
template <class Owner, class Need>
constexpr auto customer_fields(Need need) {
  return std::tuple{
      need("externalId", &Owner::external_id, Text{1, 128}, "The client's own id, unique."),
      need("name", &Owner::name, Text{1, 200}, "The name that searchTerm looks through."),
      field("phoneNumber", &Owner::phone_number, Text{1, 16}, "E.164, such as +34910000000."),
      field("email", &Owner::email, Text{3, 254}),
      field("timezone", &Owner::timezone, Text{1, 64}, "IANA name."),
      field(
          "metadata", &Owner::metadata, NoRule{},
          "Up to 64 keys of 1 to 128 characters with texts, numbers and booleans; 16 KiB in all. Replaced as a whole."),
      field("consent", &Owner::consent),
      field("doNotCall", &Owner::do_not_call)};
}
}  // namespace detail
template <>
struct Describe<NewCustomer> {
  static constexpr std::string_view name = "CreateCustomer";
  static constexpr auto fields =
      detail::customer_fields<NewCustomer>([](auto n, auto m, auto r, auto d) { return required(n, m, r, d); });
};
template <>
struct Describe<CustomerChanges> {
  static constexpr std::string_view name = "UpdateCustomer";
  using ignored = Customer;
  static constexpr auto fields =
      detail::customer_fields<CustomerChanges>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); });
};
template <>
struct Describe<Customer> {
  static constexpr std::string_view name = "Customer";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &Customer::id)},
      detail::customer_fields<Customer>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
      std::tuple{field("createdAt", &Customer::created_at), field("updatedAt", &Customer::updated_at)});
};

}  // namespace parlance::org
