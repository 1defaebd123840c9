#include "server/storage/conversation_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view select =
    "SELECT c.id, c.status, c.status_reason, p.id, e.id, c.customer_id, c.original_date_time, c.external_id, "
    "c.language, "
    "c.message_count, c.duration_seconds, c.score, c.passed, c.evaluated_at, c.created_at, c.updated_at, c.audio FROM "
    "conversations c "
    "JOIN providers p ON p.seq = c.provider JOIN employees e ON e.seq = c.employee WHERE c.org = ?1 AND ";
const std::string by_id = std::string(select) + "c.id = ?2";
const std::string by_external_id = std::string(select) + "c.external_id = ?2";

audit::Conversation conversation_of(Query& row) {
  audit::Conversation c;
  c.id = row.id<audit::ConversationId>(0);
  c.status = row.choice<audit::ConversationStatus>(1);
  c.status_reason = row.text_or_null(2);
  c.provider_id = row.id<org::ProviderId>(3);
  c.employee_id = row.id<org::EmployeeId>(4);
  c.customer_id = row.text_or_null(5);
  c.original_date_time = {row.integer(6)};
  c.external_id = row.text_or_null(7);
  if (!row.is_null(8)) c.language = row.choice<org::Language>(8);
  c.message_count = row.integer(9);
  if (!row.is_null(10)) c.duration_seconds = row.integer(10);
  if (!row.is_null(11)) c.score = row.real(11);
  if (!row.is_null(12)) c.passed = row.flag(12);
  c.evaluated_at = row.time_or_null(13);
  c.created_at = row.time(14);
  c.updated_at = row.time(15);
  if (!row.is_null(16)) c.audio = unpack<audit::AudioFile>(row.view(16));
  return c;
}

template <class Value>
std::optional<audit::Conversation> find_one(Connection& connection, const std::string& sql, std::int64_t org,
                                            const Value& value) {
  Query row(connection, sql, org, value);
  if (!row.step()) return std::nullopt;
  return conversation_of(row);
}

}  // namespace

std::int64_t conversation_seq(Connection& connection, std::int64_t org, audit::ConversationId id) {
  Query row(connection, "SELECT seq FROM conversations WHERE org = ?1 AND id = ?2", org, id);
  return row.step() ? row.integer(0) : 0;
}

std::optional<audit::Conversation> ConversationStore::find(org::OrgId org, audit::ConversationId id) const {
  return find_one(reading(), by_id, org_seq(org), id);
}

std::optional<audit::Conversation> ConversationStore::find_by_external_id(org::OrgId org,
                                                                          std::string_view external_id) const {
  return find_one(reading(), by_external_id, org_seq(org), external_id);
}

void ConversationStore::insert(org::OrgId org, const audit::Conversation& c) {
  const auto audio = pack(c.audio);
  Query(
      writing(),
      "INSERT INTO conversations (id, org, status, status_reason, provider, employee, customer_id, original_date_time, "
      "external_id, language, message_count, duration_seconds, score, passed, evaluated_at, created_at, updated_at, "
      "audio) VALUES "
      "(?1, ?2, ?3, ?4, (SELECT seq FROM providers WHERE org = ?2 AND id = ?5), (SELECT seq FROM employees WHERE org = "
      "?2 "
      "AND id = ?6), ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
      c.id, org_seq(org), c.status, c.status_reason, c.provider_id, c.employee_id, c.customer_id, c.original_date_time,
      c.external_id, c.language, c.message_count, c.duration_seconds, c.score, c.passed, c.evaluated_at, c.created_at,
      c.updated_at, audio)
      .run();
}

// Whose conversation it is never changes.
void ConversationStore::update(org::OrgId org, const audit::Conversation& c) {
  const auto audio = pack(c.audio);
  Query(writing(),
        "UPDATE conversations SET status = ?3, status_reason = ?4, message_count = ?5, duration_seconds = ?6, score = "
        "?7, passed = ?8, evaluated_at = ?9, updated_at = ?10, customer_id = ?11, original_date_time = ?12, "
        "external_id = ?13, language = ?14, audio = ?15 WHERE org = ?1 AND id = ?2",
        org_seq(org), c.id, c.status, c.status_reason, c.message_count, c.duration_seconds, c.score, c.passed,
        c.evaluated_at, c.updated_at, c.customer_id, c.original_date_time, c.external_id, c.language, audio)
      .run();
}

void ConversationStore::add_messages(org::OrgId org, audit::ConversationId id,
                                     const std::vector<audit::Message>& messages) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org), conversation = conversation_seq(connection, owner, id);
  SeqsById<org::EmployeeId> employees(connection, employee_seq_sql, owner);
  SeqsById<org::DepartmentId> departments(connection, department_seq_sql, owner);
  for (const auto& m : messages) {
    const auto employee = employees(m.employee_id);
    const auto department = departments(m.department_id);
    Query(connection,
          "INSERT INTO messages (conversation, idx, sender_role, content, original_date_time, employee, department) "
          "VALUES "
          "(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
          conversation, m.index, m.sender_role, m.content, m.original_date_time, employee, department)
        .run();
  }
}

std::vector<audit::Message> ConversationStore::messages(org::OrgId org, audit::ConversationId id) const {
  Connection& connection = reading();
  std::vector<audit::Message> out;
  IdsBySeq<org::EmployeeId> employees(connection, employee_id_sql);
  IdsBySeq<org::DepartmentId> departments(connection, department_id_sql);
  Query row(
      connection,
      "SELECT idx, sender_role, content, original_date_time, employee, department FROM messages WHERE conversation = "
      "?1 ORDER BY idx",
      conversation_seq(connection, org_seq(org), id));
  while (row.step()) {
    auto& m = out.emplace_back();
    m.index = row.integer(0);
    m.sender_role = row.choice<audit::SenderRole>(1);
    m.content = row.text(2);
    m.original_date_time = {row.integer(3)};
    m.employee_id = employees.or_null(row, 4);
    m.department_id = departments.or_null(row, 5);
  }
  return out;
}

void ConversationStore::add_transfer_events(org::OrgId org, audit::ConversationId id,
                                            const std::vector<audit::TransferEvent>& events) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org), conversation = conversation_seq(connection, owner, id);
  SeqsById<org::EmployeeId> employees(connection, employee_seq_sql, owner);
  SeqsById<org::DepartmentId> departments(connection, department_seq_sql, owner);
  for (const auto& event : events) {
    const auto from = departments(event.from_department_id);
    const auto to = departments(event.to_department_id);
    const auto employee = employees(event.to_employee_id);
    Query(connection,
          "INSERT INTO transfer_events (conversation, kind, transfer_id, from_department, to_department, to_employee, "
          "original_date_time, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
          conversation, event.kind, event.transfer_id, from, to, employee, event.original_date_time, event.reason)
        .run();
  }
}

std::vector<audit::TransferEvent> ConversationStore::transfer_events(org::OrgId org, audit::ConversationId id) const {
  Connection& connection = reading();
  std::vector<audit::TransferEvent> out;
  IdsBySeq<org::EmployeeId> employees(connection, employee_id_sql);
  IdsBySeq<org::DepartmentId> departments(connection, department_id_sql);
  Query row(connection,
            "SELECT kind, transfer_id, from_department, to_department, to_employee, original_date_time, reason FROM "
            "transfer_events WHERE conversation = ?1 ORDER BY original_date_time, seq",
            conversation_seq(connection, org_seq(org), id));
  while (row.step()) {
    audit::TransferEvent event;
    event.kind = row.choice<audit::TransferKind>(0);
    event.transfer_id = row.text_or_null(1);
    event.from_department_id = departments.or_null(row, 2);
    event.to_department_id = departments(row.integer(3));
    event.to_employee_id = employees.or_null(row, 4);
    event.original_date_time = {row.integer(5)};
    event.reason = row.text_or_null(6);
    out.push_back(std::move(event));
  }
  return out;
}

}  // namespace parlance::server::storage
