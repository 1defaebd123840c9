// Questionnaires.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/ids.hpp"
#include "parlance/org/describe.hpp"

namespace parlance::audit {

enum class QuestionnaireStatus { draft, active };

struct Questionnaire {
  QuestionnaireId id;
  std::string name;
  std::optional<std::string> description;
  QuestionnaireStatus status = QuestionnaireStatus::draft;
  // Grows with every change that an evaluation could see, so that the content of one (id, revision) never changes.
  std::int64_t revision = 1;
  std::vector<org::DepartmentId> department_ids;  // empty: applies to all
  std::optional<double> pass_score;               // 0..100
  std::int64_t question_count = 0;
  org::UtcTime created_at{};
  org::UtcTime updated_at{};
  std::int64_t model_version = 0;  // grows when what was learned for its questions is replaced; the store keeps it
  bool operator==(const Questionnaire&) const = default;
};

struct NewQuestionnaire {
  std::string name;
  std::optional<std::string> description;
  std::vector<org::DepartmentId> department_ids;
  std::optional<double> pass_score;
};

struct QuestionnaireChanges {
  org::Field<std::string> name;
  org::Field<std::optional<std::string>> description;
  org::Field<QuestionnaireStatus> status;
  org::Field<std::vector<org::DepartmentId>> department_ids;
  org::Field<std::optional<double>> pass_score;
};

struct QuestionnaireFilter {
  std::optional<QuestionnaireStatus> status;
  std::string search_term;  // name contains it, over folded text; "" is no filter
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::QuestionnaireStatus> {
  static constexpr std::array values = {std::pair{audit::QuestionnaireStatus::draft, std::string_view("draft")},
                                        std::pair{audit::QuestionnaireStatus::active, std::string_view("active")}};
};
namespace detail {
template <class Owner, class Need>
constexpr auto questionnaire_fields(Need need) {
  return std::tuple{
      need("name", &Owner::name, Text{1, 200}, "What reviewers call it."),
      field("description", &Owner::description, Text{0, 4000}),
      field("departmentIds", &Owner::department_ids, Items<>{0, 1000, true, {}},
            "Departments whose conversations it judges; empty: all."),
      field("passScore", &Owner::pass_score, Range<double>{0, 100}, "A conversation passes from this score on.")};
}
}  // namespace detail
template <>
struct Describe<audit::NewQuestionnaire> {
  static constexpr std::string_view name = "CreateQuestionnaire";
  // POST /v1/questionnaires: the `status` sent is ignored.
  static constexpr std::array ignored_names = {std::string_view("status")};
  static constexpr auto fields = detail::questionnaire_fields<audit::NewQuestionnaire>(
      [](auto n, auto m, auto r, auto d) { return required(n, m, r, d); });
};
template <>
struct Describe<audit::QuestionnaireChanges> {
  static constexpr std::string_view name = "UpdateQuestionnaire";
  using ignored = audit::Questionnaire;
  static constexpr auto fields = std::tuple_cat(detail::questionnaire_fields<audit::QuestionnaireChanges>(
                                                    [](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
                                                std::tuple{field("status", &audit::QuestionnaireChanges::status,
                                                                 NoRule{}, "`active` needs at least one question.")});
};
template <>
struct Describe<audit::Questionnaire> {
  static constexpr std::string_view name = "Questionnaire";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &audit::Questionnaire::id)},
      detail::questionnaire_fields<audit::Questionnaire>(
          [](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
      std::tuple{
          field("status", &audit::Questionnaire::status),
          field("revision", &audit::Questionnaire::revision, NoRule{}, "Grows with every change to an active one."),
          field("questionCount", &audit::Questionnaire::question_count),
          field("createdAt", &audit::Questionnaire::created_at),
          field("updatedAt", &audit::Questionnaire::updated_at)});
};

}  // namespace parlance::org
