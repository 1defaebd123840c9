#include "server/storage/migrations.hpp"

#include <array>
#include <stdexcept>

#include "server/storage/query.hpp"

namespace parlance::server::storage {
namespace {

// Rows have a `seq` that grows with every insert: the order of every list, the key of every reference, and narrow. Ids
// are version 7 UUIDs beside it, so that their index grows at its end as well. Records are never removed, only marked,
// as conversations and answers go on pointing at them. Each list has an index in its order for each filter; deleted_at
// stands in them although their condition tells it, as SQLite 3.40 reads the row otherwise.
constexpr const char* version_1 = R"sql(
CREATE TABLE organizations (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, name TEXT NOT NULL, timezone TEXT NOT NULL, language TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE TABLE api_keys (
  seq INTEGER PRIMARY KEY, public_id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  secret_sha256 BLOB NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER
);
CREATE INDEX api_keys_by_org ON api_keys (org);

CREATE TABLE departments (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  entity_key TEXT NOT NULL, name TEXT NOT NULL, folded_name TEXT NOT NULL, description TEXT,
  evaluate_transfer INTEGER NOT NULL, transfer_context TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE UNIQUE INDEX departments_by_key ON departments (org, entity_key);
CREATE UNIQUE INDEX departments_by_name ON departments (org, folded_name) WHERE deleted_at IS NULL;
CREATE INDEX departments_list ON departments (org, seq, deleted_at) WHERE deleted_at IS NULL;

CREATE TABLE employees (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  name TEXT NOT NULL, folded_name TEXT NOT NULL, external_id TEXT, email TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE UNIQUE INDEX employees_by_external_id ON employees (org, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX employees_list ON employees (org, seq);
CREATE INDEX employees_present ON employees (org, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE TABLE employee_departments (
  seq INTEGER PRIMARY KEY, employee INTEGER NOT NULL REFERENCES employees(seq),
  department INTEGER NOT NULL REFERENCES departments(seq), UNIQUE (employee, department)
);
CREATE INDEX employee_departments_by_department ON employee_departments (department);

CREATE TABLE providers (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  name TEXT NOT NULL, channel TEXT NOT NULL, is_default INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX providers_list ON providers (org, seq);
CREATE UNIQUE INDEX providers_default ON providers (org, channel) WHERE is_default = 1;

CREATE TABLE questionnaires (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  name TEXT NOT NULL, folded_name TEXT NOT NULL, description TEXT, status TEXT NOT NULL, revision INTEGER NOT NULL,
  department_ids TEXT, pass_score REAL, question_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE INDEX questionnaires_list ON questionnaires (org, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX questionnaires_by_status ON questionnaires (org, status, seq, deleted_at) WHERE deleted_at IS NULL;

CREATE TABLE questions (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  questionnaire INTEGER NOT NULL REFERENCES questionnaires(seq),
  title TEXT NOT NULL, folded_title TEXT NOT NULL, description TEXT, type TEXT NOT NULL, allowed_answers TEXT,
  alert_type_ids TEXT, section TEXT, weight REAL NOT NULL, critical INTEGER NOT NULL,
  allow_not_applicable INTEGER NOT NULL, passing_answers TEXT, enabled_when TEXT, cues TEXT, default_answer TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE INDEX questions_list ON questions (org, seq, type, questionnaire, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX questions_by_type ON questions (org, type, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX questions_by_questionnaire ON questions (questionnaire, seq, type, org, deleted_at) WHERE deleted_at IS NULL;
CREATE TABLE question_alert_types (
  question INTEGER NOT NULL REFERENCES questions(seq), alert_type BLOB NOT NULL, PRIMARY KEY (question, alert_type)
) WITHOUT ROWID;
CREATE INDEX question_alert_types_by_type ON question_alert_types (alert_type, question);

CREATE TABLE conversations (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  status TEXT NOT NULL, status_reason TEXT, provider INTEGER NOT NULL REFERENCES providers(seq),
  employee INTEGER NOT NULL REFERENCES employees(seq), customer_id TEXT, original_date_time INTEGER NOT NULL,
  external_id TEXT, language TEXT, message_count INTEGER NOT NULL, duration_seconds INTEGER, score REAL, passed INTEGER,
  evaluated_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX conversations_by_external_id ON conversations (org, external_id) WHERE external_id IS NOT NULL;
CREATE TABLE messages (
  conversation INTEGER NOT NULL REFERENCES conversations(seq), idx INTEGER NOT NULL, sender_role TEXT NOT NULL,
  content TEXT NOT NULL, original_date_time INTEGER NOT NULL, employee INTEGER REFERENCES employees(seq),
  department INTEGER REFERENCES departments(seq), PRIMARY KEY (conversation, idx)
) WITHOUT ROWID;
CREATE TABLE transfer_events (
  seq INTEGER PRIMARY KEY, conversation INTEGER NOT NULL REFERENCES conversations(seq), kind TEXT NOT NULL,
  transfer_id TEXT, from_department INTEGER REFERENCES departments(seq),
  to_department INTEGER NOT NULL REFERENCES departments(seq), to_employee INTEGER REFERENCES employees(seq),
  original_date_time INTEGER NOT NULL, reason TEXT
);
CREATE INDEX transfer_events_by_conversation ON transfer_events (conversation, original_date_time, seq);

CREATE TABLE asked_questions (
  seq INTEGER PRIMARY KEY, question INTEGER NOT NULL REFERENCES questions(seq),
  questionnaire INTEGER NOT NULL REFERENCES questionnaires(seq), revision INTEGER NOT NULL, title TEXT NOT NULL,
  type TEXT NOT NULL, allowed_answers TEXT, passing_answers TEXT, weight REAL NOT NULL, critical INTEGER NOT NULL,
  allow_not_applicable INTEGER NOT NULL, pass_score REAL, UNIQUE (question, questionnaire, revision)
);
CREATE TABLE answers (
  conversation INTEGER NOT NULL REFERENCES conversations(seq), ordinal INTEGER NOT NULL, id BLOB NOT NULL,
  asked INTEGER NOT NULL REFERENCES asked_questions(seq), answer TEXT, not_applicable INTEGER NOT NULL, confidence REAL,
  rationale TEXT, evidence TEXT, source TEXT NOT NULL, employee INTEGER REFERENCES employees(seq),
  department INTEGER REFERENCES departments(seq), passed INTEGER, overrides TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (conversation, ordinal)
) WITHOUT ROWID;

CREATE TABLE question_statistics (
  question INTEGER PRIMARY KEY REFERENCES questions(seq), answers INTEGER NOT NULL, unanswered INTEGER NOT NULL,
  not_applicable INTEGER NOT NULL, reviewed INTEGER NOT NULL, overridden INTEGER NOT NULL
);
CREATE TABLE question_answer_counts (
  question INTEGER NOT NULL REFERENCES questions(seq), answer TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (question, answer)
) WITHOUT ROWID;
CREATE TABLE question_employee_counts (
  question INTEGER NOT NULL REFERENCES questions(seq), employee INTEGER NOT NULL REFERENCES employees(seq),
  count INTEGER NOT NULL, PRIMARY KEY (question, employee)
) WITHOUT ROWID;
CREATE TABLE employee_statistics (
  employee INTEGER PRIMARY KEY REFERENCES employees(seq), conversations INTEGER NOT NULL, answers INTEGER NOT NULL,
  critical_failures INTEGER NOT NULL, scored INTEGER NOT NULL, score_micros INTEGER NOT NULL, judged INTEGER NOT NULL,
  passed INTEGER NOT NULL, pending INTEGER NOT NULL, completed INTEGER NOT NULL, partially_completed INTEGER NOT NULL,
  failed INTEGER NOT NULL, archived INTEGER NOT NULL
);

-- Per organization and list: how many rows it has, the last that was added, and a mark that changes when rows leave or
-- move between filters.
CREATE TABLE lists (
  org INTEGER NOT NULL REFERENCES organizations(seq), list TEXT NOT NULL, total INTEGER NOT NULL,
  last_seq INTEGER NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (org, list)
) WITHOUT ROWID;

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  kind TEXT NOT NULL, subject BLOB NOT NULL, run_at INTEGER NOT NULL, lease BLOB, attempts INTEGER NOT NULL,
  last_error TEXT, UNIQUE (kind, subject)
);
CREATE INDEX jobs_due ON jobs (kind, run_at);

CREATE TABLE idempotency (
  org INTEGER NOT NULL REFERENCES organizations(seq), key TEXT NOT NULL, request_hash BLOB NOT NULL,
  status INTEGER NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (org, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Text search over folded text, so that the index itself compares exactly; rowid = seq of the row.
CREATE VIRTUAL TABLE questions_search USING fts5 (text, tokenize = 'trigram case_sensitive 1', content = '');
CREATE VIRTUAL TABLE employees_search USING fts5 (text, tokenize = 'trigram case_sensitive 1', content = '');
)sql";

constexpr const char* version_2 = R"sql(
ALTER TABLE conversations ADD COLUMN audio TEXT;

CREATE TABLE customers (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  external_id TEXT NOT NULL, name TEXT NOT NULL, folded_name TEXT NOT NULL, phone_number TEXT, email TEXT,
  timezone TEXT, metadata TEXT, consent TEXT, do_not_call INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE UNIQUE INDEX customers_by_external_id ON customers (org, external_id) WHERE deleted_at IS NULL;
CREATE INDEX customers_list ON customers (org, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE customers_search USING fts5 (text, tokenize = 'trigram case_sensitive 1', content = '');
)sql";

constexpr const char* version_3 = R"sql(
ALTER TABLE providers ADD COLUMN deleted_at INTEGER;
DROP INDEX providers_list;
CREATE INDEX providers_list ON providers (org, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX providers_by_channel ON providers (org, channel, seq, deleted_at) WHERE deleted_at IS NULL;

CREATE TABLE alert_types (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  name TEXT NOT NULL, folded_name TEXT NOT NULL, severity TEXT NOT NULL, description TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE UNIQUE INDEX alert_types_by_name ON alert_types (org, folded_name) WHERE deleted_at IS NULL;
CREATE INDEX alert_types_list ON alert_types (org, seq, deleted_at) WHERE deleted_at IS NULL;
)sql";

constexpr const char* version_4 = R"sql(
ALTER TABLE organizations ADD COLUMN payment_rules TEXT;
ALTER TABLE organizations ADD COLUMN team_emails TEXT;
ALTER TABLE organizations ADD COLUMN mcp_enabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE providers ADD COLUMN telephony TEXT;
ALTER TABLE providers ADD COLUMN password BLOB;

ALTER TABLE questions ADD COLUMN learning INTEGER NOT NULL DEFAULT 1;
ALTER TABLE questionnaires ADD COLUMN model_version INTEGER NOT NULL DEFAULT 0;
CREATE TABLE learned_models (
  questionnaire INTEGER NOT NULL REFERENCES questionnaires(seq), question INTEGER NOT NULL REFERENCES questions(seq),
  labels INTEGER NOT NULL, accuracy_cues REAL NOT NULL, accuracy_learned REAL NOT NULL, model BLOB NOT NULL,
  trained_at INTEGER NOT NULL, PRIMARY KEY (questionnaire, question)
) WITHOUT ROWID;
CREATE INDEX answers_by_reviewer ON answers (asked, conversation) WHERE source = 'human';

-- The organization's schedule (employee NULL) and what employees have instead.
CREATE TABLE working_hours (
  seq INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organizations(seq),
  employee INTEGER REFERENCES employees(seq), schedule TEXT NOT NULL
);
CREATE UNIQUE INDEX working_hours_by_employee ON working_hours (org, employee) WHERE employee IS NOT NULL;
CREATE UNIQUE INDEX working_hours_of_organization ON working_hours (org) WHERE employee IS NULL;

CREATE INDEX departments_evaluating ON departments (org, seq) WHERE evaluate_transfer = 1 AND deleted_at IS NULL;
CREATE TABLE transfer_verdicts (
  conversation INTEGER NOT NULL REFERENCES conversations(seq), ordinal INTEGER NOT NULL, transfer_id TEXT,
  event_index INTEGER NOT NULL, to_department INTEGER NOT NULL REFERENCES departments(seq), verdict TEXT NOT NULL,
  confidence REAL NOT NULL, rationale TEXT NOT NULL, evidence TEXT, PRIMARY KEY (conversation, ordinal)
) WITHOUT ROWID;

CREATE TABLE alerts (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  questionnaire INTEGER NOT NULL REFERENCES questionnaires(seq),
  alert_type INTEGER NOT NULL REFERENCES alert_types(seq), condition TEXT NOT NULL,
  question INTEGER REFERENCES questions(seq), answers TEXT, threshold REAL, active INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);
CREATE INDEX alerts_by_questionnaire ON alerts (questionnaire, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX alerts_by_type ON alerts (alert_type) WHERE deleted_at IS NULL;
CREATE TABLE raised_alerts (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organizations(seq),
  alert INTEGER NOT NULL REFERENCES alerts(seq), alert_type INTEGER NOT NULL REFERENCES alert_types(seq),
  severity TEXT NOT NULL, conversation INTEGER NOT NULL REFERENCES conversations(seq),
  question INTEGER REFERENCES questions(seq), answer BLOB, employee INTEGER NOT NULL REFERENCES employees(seq),
  status TEXT NOT NULL, raised_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (conversation, alert)
);
CREATE INDEX raised_alerts_list ON raised_alerts (org, seq);
CREATE INDEX raised_alerts_by_status ON raised_alerts (org, status, seq);
CREATE INDEX raised_alerts_by_severity ON raised_alerts (org, severity, seq);
CREATE INDEX raised_alerts_by_type ON raised_alerts (alert_type, seq);
CREATE INDEX raised_alerts_by_employee ON raised_alerts (employee, seq);

-- The list of conversations. Every index is a page to write at every commit: one holds all that is filtered by and is
-- read through, from its end; others only where few rows are in them or few would be found.
CREATE INDEX conversations_list ON conversations
  (org, seq, status, employee, provider, original_date_time, score, customer_id);
CREATE INDEX conversations_by_time ON conversations (org, original_date_time);
CREATE INDEX conversations_by_customer ON conversations (org, customer_id, seq) WHERE customer_id IS NOT NULL;
CREATE INDEX conversations_set_aside ON conversations (org, status, seq)
  WHERE status IN ('PARTIALLY_COMPLETED', 'FAILED', 'ARCHIVED');
CREATE TABLE department_conversations (
  department INTEGER NOT NULL REFERENCES departments(seq), conversation INTEGER NOT NULL REFERENCES conversations(seq),
  PRIMARY KEY (department, conversation)
) WITHOUT ROWID;
CREATE TABLE department_totals (department INTEGER PRIMARY KEY REFERENCES departments(seq), conversations INTEGER NOT NULL);
-- Words of transcripts; rowid = organization << 40 | conversation, so that one organization's are a range.
CREATE VIRTUAL TABLE transcripts_search USING fts5 (text, tokenize = 'ascii', content = '');
CREATE TABLE unindexed_transcripts (conversation INTEGER PRIMARY KEY REFERENCES conversations(seq));
INSERT INTO department_conversations (department, conversation)
  SELECT DISTINCT department, conversation FROM messages WHERE department IS NOT NULL;
INSERT INTO department_totals (department, conversations)
  SELECT department, count(*) FROM department_conversations GROUP BY department;
INSERT INTO unindexed_transcripts (conversation)
  SELECT seq FROM conversations WHERE message_count > 0 AND evaluated_at IS NOT NULL;
)sql";

constexpr std::array migrations = {version_1, version_2, version_3, version_4};

}  // namespace

int newest_schema_version() {
  return static_cast<int>(migrations.size());
}

int schema_version(Connection& connection) {
  Query query(connection, "PRAGMA user_version");
  query.step();
  return static_cast<int>(query.integer(0));
}

void migrate(Connection& connection, int to) {
  if (schema_version(connection) == to) return;
  connection.execute("BEGIN IMMEDIATE");
  try {
    // Read again under the lock: another process may have been faster.
    for (int version = schema_version(connection); version != to; ++version) {
      if (version > to) {
        throw std::runtime_error("the database has schema version " + std::to_string(version) +
                                 ", this program knows " + std::to_string(to) +
                                 ": it was written by a newer program; use that one, or restore a backup");
      }
      connection.execute(migrations[static_cast<std::size_t>(version)]);
      connection.execute(("PRAGMA user_version=" + std::to_string(version + 1)).c_str());
    }
    connection.execute("COMMIT");
  } catch (...) {
    connection.execute("ROLLBACK");
    throw;
  }
}

}  // namespace parlance::server::storage
