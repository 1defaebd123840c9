#include "server/storage/statistics_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view add_question =
    "INSERT INTO question_statistics (question, answers, unanswered, not_applicable, reviewed, overridden) VALUES (?1, "
    "?2, "
    "?3, ?4, ?5, ?6) ON CONFLICT (question) DO UPDATE SET answers = answers + excluded.answers, unanswered = "
    "unanswered + "
    "excluded.unanswered, not_applicable = not_applicable + excluded.not_applicable, reviewed = reviewed + "
    "excluded.reviewed, overridden = overridden + excluded.overridden";
constexpr std::string_view add_answer_count =
    "INSERT INTO question_answer_counts (question, answer, count) VALUES (?1, ?2, ?3) ON CONFLICT (question, answer) "
    "DO "
    "UPDATE SET count = count + excluded.count";
constexpr std::string_view add_employee_count =
    "INSERT INTO question_employee_counts (question, employee, count) VALUES (?1, ?2, ?3) ON CONFLICT (question, "
    "employee) "
    "DO UPDATE SET count = count + excluded.count";
constexpr std::string_view add_employee =
    "INSERT INTO employee_statistics (employee, conversations, answers, critical_failures, scored, score_micros, "
    "judged, "
    "passed, pending, completed, partially_completed, failed, archived) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
    "?10, "
    "?11, ?12, ?13) ON CONFLICT (employee) DO UPDATE SET conversations = conversations + excluded.conversations, "
    "answers = "
    "answers + excluded.answers, critical_failures = critical_failures + excluded.critical_failures, scored = scored + "
    "excluded.scored, score_micros = score_micros + excluded.score_micros, judged = judged + excluded.judged, passed = "
    "passed + excluded.passed, pending = pending + excluded.pending, completed = completed + excluded.completed, "
    "partially_completed = partially_completed + excluded.partially_completed, failed = failed + excluded.failed, "
    "archived "
    "= archived + excluded.archived";

}  // namespace

void StatisticsStore::add(org::OrgId org, const audit::StatisticsDelta& delta) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  SeqsById<org::EmployeeId> employees(connection, employee_seq_sql, owner);
  SeqsById<audit::QuestionId> questions(connection, question_seq_sql, owner);
  for (const auto& [id, d] : delta.questions) {
    const std::int64_t question = questions(id);
    Query(connection, add_question, question, d.answers, d.unanswered, d.not_applicable, d.reviewed, d.overridden)
        .run();
    for (const auto& [answer, count] : d.distribution) {
      if (count == 0) continue;
      const auto value = pack(answer);
      Query(connection, add_answer_count, question, value, count).run();
    }
    for (const auto& [employee, count] : d.by_employee) {
      if (count != 0) Query(connection, add_employee_count, question, employees(employee), count).run();
    }
  }
  for (const auto& [id, d] : delta.employees) {
    Query(connection, add_employee, employees(id), d.conversations, d.answers, d.critical_failures, d.scored,
          d.score_micros, d.judged, d.passed, d.by_status[0], d.by_status[1], d.by_status[2], d.by_status[3],
          d.by_status[4])
        .run();
  }
}

audit::QuestionDelta StatisticsStore::question(org::OrgId org, audit::QuestionId id) const {
  Connection& connection = reading();
  audit::QuestionDelta sum;
  std::int64_t question = 0;
  {
    Query row(connection, question_seq_sql, org_seq(org), id);
    if (!row.step()) return sum;
    question = row.integer(0);
  }
  Query row(
      connection,
      "SELECT answers, unanswered, not_applicable, reviewed, overridden FROM question_statistics WHERE question = ?1",
      question);
  if (!row.step()) return sum;
  sum.answers = row.integer(0);
  sum.unanswered = row.integer(1);
  sum.not_applicable = row.integer(2);
  sum.reviewed = row.integer(3);
  sum.overridden = row.integer(4);
  Query answers(connection, "SELECT answer, count FROM question_answer_counts WHERE question = ?1 AND count <> 0",
                question);
  while (answers.step()) sum.distribution[unpack<audit::AnswerValue>(answers.view(0))] = answers.integer(1);
  Query employees(connection,
                  "SELECT e.id, c.count FROM question_employee_counts c JOIN employees e ON e.seq = c.employee WHERE "
                  "c.question = ?1 AND c.count <> 0",
                  question);
  while (employees.step()) sum.by_employee[employees.id<org::EmployeeId>(0)] = employees.integer(1);
  return sum;
}

audit::EmployeeDelta StatisticsStore::employee(org::OrgId org, org::EmployeeId id) const {
  audit::EmployeeDelta sum;
  Query row(
      reading(),
      "SELECT conversations, answers, critical_failures, scored, score_micros, judged, passed, pending, completed, "
      "partially_completed, failed, archived FROM employee_statistics WHERE employee = (SELECT seq FROM employees "
      "WHERE "
      "org = ?1 AND id = ?2)",
      org_seq(org), id);
  if (!row.step()) return sum;
  sum.conversations = row.integer(0);
  sum.answers = row.integer(1);
  sum.critical_failures = row.integer(2);
  sum.scored = row.integer(3);
  sum.score_micros = row.integer(4);
  sum.judged = row.integer(5);
  sum.passed = row.integer(6);
  for (int i = 0; i < 5; ++i) sum.by_status[static_cast<std::size_t>(i)] = row.integer(7 + i);
  return sum;
}

}  // namespace parlance::server::storage
