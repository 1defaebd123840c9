#include "server/storage/customer_store.hpp"

#include "server/storage/columns.hpp"
#include "server/storage/text_search.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.external_id, t.name, t.phone_number, t.email, t.timezone, t.metadata, t.consent, t.do_not_call, "
    "t.created_at, t.updated_at";

// `at`: the first of the columns.
org::Customer customer_of(Query& row, int at) {
  org::Customer out;
  out.id = row.id<org::CustomerId>(at);
  out.external_id = row.text(at + 1);
  out.name = row.text(at + 2);
  out.phone_number = row.text_or_null(at + 3);
  out.email = row.text_or_null(at + 4);
  out.timezone = row.text_or_null(at + 5);
  if (!row.is_null(at + 6)) out.metadata = unpack<org::Metadata>(row.view(at + 6));
  if (!row.is_null(at + 7)) out.consent = unpack<org::Consent>(row.view(at + 7));
  out.do_not_call = row.flag(at + 8);
  out.created_at = row.time(at + 9);
  out.updated_at = row.time(at + 10);
  return out;
}

std::optional<std::string> packed(const org::Metadata& metadata) {
  if (metadata.empty()) return std::nullopt;
  return pack(metadata);
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM customers t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_external_id = "SELECT " + std::string(columns) +
                                   " FROM customers t WHERE t.org = ?1 AND t.external_id = ?2 AND t.deleted_at IS NULL";

// The row of a customer that is there, and what of it lists look at.
struct Listed {
  std::int64_t seq = 0;  // 0: there is none
  std::string folded_name{}, external_id{};
};
Listed listed(Connection& connection, std::int64_t owner, org::CustomerId id) {
  Query row(connection,
            "SELECT seq, folded_name, external_id FROM customers WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
            owner, id);
  if (!row.step()) return {};
  return {row.integer(0), row.text(1), row.text(2)};
}

}  // namespace

std::optional<org::Customer> CustomerStore::find(org::OrgId org, org::CustomerId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  return customer_of(row, 0);
}

std::optional<org::Customer> CustomerStore::find_by_external_id(org::OrgId org, std::string_view external_id) const {
  Query row(reading(), by_external_id, org_seq(org), external_id);
  if (!row.step()) return std::nullopt;
  return customer_of(row, 0);
}

org::Page<org::Customer> CustomerStore::list(org::OrgId org, const org::CustomerFilter& filter,
                                             const org::PageRequest& request) const {
  ListSpec spec{"customers", org_seq(org),  std::string(columns),
                "customers", "customers t", "t.org = ?1 AND t.deleted_at IS NULL"};
  add_search(spec, "customers_search", "folded_name", filter.search_term);
  if (filter.external_id) {
    spec.where += " AND t.external_id = ?" + std::to_string(5 + spec.filters.size());
    spec.filters.emplace_back(*filter.external_id);
    spec.filtered = true;
  }
  return read_page<org::Customer>(reading(), shared_.directory, spec, request, current_transaction()->writes,
                                  [](Query& row) { return customer_of(row, 1); });
}

void CustomerStore::insert(org::OrgId org, const org::Customer& c) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(c.name);
  const auto metadata = packed(c.metadata), consent = pack(c.consent);
  Query(connection,
        "INSERT INTO customers (id, org, external_id, name, folded_name, phone_number, email, timezone, metadata, "
        "consent, do_not_call, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        c.id, owner, c.external_id, c.name, folded, c.phone_number, c.email, c.timezone, metadata, consent,
        c.do_not_call, c.created_at, c.updated_at)
      .run();
  const std::int64_t seq = connection.last_inserted_seq();
  add_text(connection, "customers_search", seq, folded);
  count_row(connection, owner, "customers", seq);
}

void CustomerStore::update(org::OrgId org, const org::Customer& c) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const Listed before = listed(connection, owner, c.id);
  if (before.seq == 0) return;
  const std::string folded = org::fold_case(c.name);
  const auto metadata = packed(c.metadata), consent = pack(c.consent);
  Query(connection,
        "UPDATE customers SET external_id = ?2, name = ?3, folded_name = ?4, phone_number = ?5, email = ?6, timezone = "
        "?7, metadata = ?8, consent = ?9, do_not_call = ?10, updated_at = ?11 WHERE seq = ?1",
        before.seq, c.external_id, c.name, folded, c.phone_number, c.email, c.timezone, metadata, consent,
        c.do_not_call, c.updated_at)
      .run();
  if (folded != before.folded_name) {
    remove_text(connection, "customers_search", before.seq, before.folded_name);
    add_text(connection, "customers_search", before.seq, folded);
  }
  if (folded != before.folded_name || c.external_id != before.external_id) mark_list(connection, owner, "customers", 0);
}

void CustomerStore::remove(org::OrgId org, org::CustomerId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const Listed before = listed(connection, owner, id);
  if (before.seq == 0) return;
  Query(connection, "UPDATE customers SET deleted_at = ?2, updated_at = ?2 WHERE seq = ?1", before.seq, at).run();
  remove_text(connection, "customers_search", before.seq, before.folded_name);
  mark_list(connection, owner, "customers", 1);
}

}  // namespace parlance::server::storage
