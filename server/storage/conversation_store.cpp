#include "server/storage/conversation_store.hpp"

#include <set>

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
const std::string_view conversation_columns =
    "t.id, t.status, t.status_reason, (SELECT id FROM providers WHERE seq = t.provider), (SELECT id FROM employees "
    "WHERE seq = t.employee), t.customer_id, t.original_date_time, t.external_id, t.language, t.message_count, "
    "t.duration_seconds, t.score, t.passed, t.evaluated_at, t.created_at, t.updated_at, t.audio";
audit::Conversation conversation_of(Query& row, int at) {
  audit::Conversation c;
  c.id = row.id<audit::ConversationId>(at);
  c.status = row.choice<audit::ConversationStatus>(at + 1);
  c.status_reason = row.text_or_null(at + 2);
  c.provider_id = row.id<org::ProviderId>(at + 3);
  c.employee_id = row.id<org::EmployeeId>(at + 4);
  c.customer_id = row.text_or_null(at + 5);
  c.original_date_time = {row.integer(at + 6)};
  c.external_id = row.text_or_null(at + 7);
  if (!row.is_null(at + 8)) c.language = row.choice<org::Language>(at + 8);
  c.message_count = row.integer(at + 9);
  if (!row.is_null(at + 10)) c.duration_seconds = row.integer(at + 10);
  if (!row.is_null(at + 11)) c.score = row.real(at + 11);
  if (!row.is_null(at + 12)) c.passed = row.flag(at + 12);
  c.evaluated_at = row.time_or_null(at + 13);
  c.created_at = row.time(at + 14);
  c.updated_at = row.time(at + 15);
  if (!row.is_null(at + 16)) c.audio = unpack<audit::AudioFile>(row.view(at + 16));
  return c;
}

namespace {

const std::string by_id =
    "SELECT " + std::string(conversation_columns) + " FROM conversations t WHERE t.org = ?1 AND t.id = ?2";
const std::string by_external_id =
    "SELECT " + std::string(conversation_columns) + " FROM conversations t WHERE t.org = ?1 AND t.external_id = ?2";

template <class Value>
std::optional<audit::Conversation> find_one(Connection& connection, const std::string& sql, std::int64_t org,
                                            const Value& value) {
  Query row(connection, sql, org, value);
  if (!row.step()) return std::nullopt;
  return conversation_of(row, 0);
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
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto audio = pack(c.audio);
  Query(
      connection,
      "INSERT INTO conversations (id, org, status, status_reason, provider, employee, customer_id, original_date_time, "
      "external_id, language, message_count, duration_seconds, score, passed, evaluated_at, created_at, updated_at, "
      "audio) VALUES "
      "(?1, ?2, ?3, ?4, (SELECT seq FROM providers WHERE org = ?2 AND id = ?5), (SELECT seq FROM employees WHERE org = "
      "?2 "
      "AND id = ?6), ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
      c.id, owner, c.status, c.status_reason, c.provider_id, c.employee_id, c.customer_id, c.original_date_time,
      c.external_id, c.language, c.message_count, c.duration_seconds, c.score, c.passed, c.evaluated_at, c.created_at,
      c.updated_at, audio)
      .run();
}

// Whose conversation it is never changes.
void ConversationStore::update(org::OrgId org, const audit::Conversation& c) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto audio = pack(c.audio);
  // A transcript can be searched once it was evaluated: the first evaluation hands it to the index.
  if (c.evaluated_at && c.message_count > 0) {
    Query(connection,
          "INSERT OR IGNORE INTO unindexed_transcripts (conversation) SELECT seq FROM conversations WHERE org = ?1 AND "
          "id = ?2 AND evaluated_at IS NULL",
          owner, c.id)
        .run();
  }
  Query(connection,
        "UPDATE conversations SET status = ?3, status_reason = ?4, message_count = ?5, duration_seconds = ?6, score = "
        "?7, passed = ?8, evaluated_at = ?9, updated_at = ?10, customer_id = ?11, original_date_time = ?12, "
        "external_id = ?13, language = ?14, audio = ?15 WHERE org = ?1 AND id = ?2",
        owner, c.id, c.status, c.status_reason, c.message_count, c.duration_seconds, c.score, c.passed, c.evaluated_at,
        c.updated_at, c.customer_id, c.original_date_time, c.external_id, c.language, audio)
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
  if (conversation == 0) return;
  std::set<std::int64_t> handling;
  for (const auto& m : messages) {
    if (const auto department = departments(m.department_id)) handling.insert(*department);
  }
  for (const std::int64_t department : handling) {
    Query(connection, "INSERT OR IGNORE INTO department_conversations (department, conversation) VALUES (?1, ?2)",
          department, conversation)
        .run();
    if (connection.changed_rows() == 0) continue;
    Query(connection,
          "INSERT INTO department_totals (department, conversations) VALUES (?1, 1) ON CONFLICT (department) DO UPDATE "
          "SET conversations = conversations + 1",
          department)
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
            "transfer_events WHERE conversation = (SELECT seq FROM conversations WHERE org = ?1 AND id = ?2) ORDER BY "
            "original_date_time, seq",
            org_seq(org), id);
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

void ConversationStore::replace_transfer_verdicts(org::OrgId org, audit::ConversationId id,
                                                  const std::vector<audit::TransferVerdict>& verdicts) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org), conversation = conversation_seq(connection, owner, id);
  SeqsById<org::DepartmentId> departments(connection, department_seq_sql, owner);
  Query(connection, "DELETE FROM transfer_verdicts WHERE conversation = ?1", conversation).run();
  std::int64_t ordinal = 0;
  for (const auto& v : verdicts) {
    const auto evidence = pack_list(v.evidence);
    Query(connection,
          "INSERT INTO transfer_verdicts (conversation, ordinal, transfer_id, event_index, to_department, verdict, "
          "confidence, rationale, evidence) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
          conversation, ordinal++, v.transfer_id, v.event_index, departments(v.to_department_id), v.verdict,
          v.confidence, v.rationale, evidence)
        .run();
  }
}

std::vector<audit::TransferVerdict> ConversationStore::transfer_verdicts(org::OrgId org,
                                                                         audit::ConversationId id) const {
  Connection& connection = reading();
  std::vector<audit::TransferVerdict> out;
  IdsBySeq<org::DepartmentId> departments(connection, department_id_sql);
  Query row(connection,
            "SELECT transfer_id, event_index, to_department, verdict, confidence, rationale, evidence FROM "
            "transfer_verdicts WHERE conversation = ?1 ORDER BY ordinal",
            conversation_seq(connection, org_seq(org), id));
  while (row.step()) {
    auto& v = out.emplace_back();
    v.transfer_id = row.text_or_null(0);
    v.event_index = row.integer(1);
    v.to_department_id = departments(row.integer(2));
    v.verdict = row.choice<audit::Verdict>(3);
    v.confidence = row.real(4);
    v.rationale = row.text(5);
    if (!row.is_null(6)) v.evidence = unpack<std::vector<audit::Evidence>>(row.view(6));
  }
  return out;
}

}  // namespace parlance::server::storage
