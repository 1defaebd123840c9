#include "server/storage/learned_model_store.hpp"

namespace parlance::server::storage {

std::vector<audit::StoredModel> LearnedModelStore::of(org::OrgId org, audit::QuestionnaireId questionnaire) const {
  std::vector<audit::StoredModel> out;
  Query row(reading(),
            "SELECT q.id, m.labels, m.accuracy_cues, m.accuracy_learned, m.model, m.trained_at FROM learned_models m "
            "CROSS JOIN questions q ON q.seq = m.question WHERE m.questionnaire = (SELECT seq FROM questionnaires "
            "WHERE org = ?1 AND id = ?2) ORDER BY m.question",
            org_seq(org), questionnaire);
  while (row.step()) {
    out.push_back({row.id<audit::QuestionId>(0), row.integer(1), row.real(2), row.real(3), row.blob(4), row.time(5)});
  }
  return out;
}

void LearnedModelStore::replace(org::OrgId org, audit::QuestionnaireId questionnaire,
                                const std::vector<audit::StoredModel>& models) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::int64_t whose = SeqsById<audit::QuestionnaireId>(connection, questionnaire_seq_sql, owner)(questionnaire);
  SeqsById<audit::QuestionId> questions(connection, question_seq_sql, owner);
  Query(connection, "DELETE FROM learned_models WHERE questionnaire = ?1", whose).run();
  for (const auto& m : models) {
    const Bytes bytes{m.bytes};
    Query(connection,
          "INSERT INTO learned_models (questionnaire, question, labels, accuracy_cues, accuracy_learned, model, "
          "trained_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
          whose, questions(m.question_id), m.labels, m.accuracy_cues, m.accuracy_learned, bytes, m.trained_at)
        .run();
  }
  Query(connection, "UPDATE questionnaires SET model_version = model_version + 1 WHERE seq = ?1", whose).run();
}

}  // namespace parlance::server::storage
