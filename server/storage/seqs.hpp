// From ids to the seqs that rows refer to each other by, and back.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

#include "server/storage/query.hpp"

namespace parlance::server::storage {

// Organizations are few and are asked for by every call: their seqs are remembered. Safe to use from several threads.
class OrganizationSeqs {
 public:
  // nullopt for an organization that does not exist.
  std::optional<std::int64_t> find(Connection&, const org::OrgId&, bool in_write);

 private:
  std::shared_mutex mutex_;
  std::unordered_map<org::Uuid, std::int64_t> known_;
};

// The ids of a few rows that many others refer to, for one use: each is looked up once. `sql` selects the id by ?1 =
// seq.
template <class Id>
class IdsBySeq {
 public:
  IdsBySeq(Connection& connection, std::string_view sql) : connection_(connection), sql_(sql) {}
  Id operator()(std::int64_t seq) {
    // Neighbouring rows mostly refer to the same one.
    if (seq == last_seq_) return last_;
    auto it = known_.find(seq);
    if (it == known_.end()) {
      Query query(connection_, sql_, seq);
      if (!query.step()) throw std::runtime_error("a stored reference leads nowhere");
      it = known_.emplace(seq, query.template id<Id>(0)).first;
    }
    last_seq_ = seq;
    return last_ = it->second;
  }
  std::optional<Id> or_null(Query& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return (*this)(row.integer(column));
  }

 private:
  Connection& connection_;
  std::string_view sql_;
  std::map<std::int64_t, Id> known_;
  std::int64_t last_seq_ = -1;
  Id last_{};
};

// And the other way, for rows that are about to be written. `sql` selects the seq by ?1 = organization, ?2 = id.
template <class Id>
class SeqsById {
 public:
  SeqsById(Connection& connection, std::string_view sql, std::int64_t org)
      : connection_(connection), sql_(sql), org_(org) {}
  std::int64_t operator()(const Id& id) {
    auto it = known_.find(id);
    if (it == known_.end()) {
      Query query(connection_, sql_, org_, id);
      if (!query.step()) throw std::runtime_error("a reference to " + id.text() + " leads nowhere");
      it = known_.emplace(id, query.integer(0)).first;
    }
    return it->second;
  }
  std::optional<std::int64_t> operator()(const std::optional<Id>& id) {
    if (!id) return std::nullopt;
    return (*this)(*id);
  }

 private:
  Connection& connection_;
  std::string_view sql_;
  std::int64_t org_;
  std::map<Id, std::int64_t> known_;
};

inline constexpr std::string_view employee_id_sql = "SELECT id FROM employees WHERE seq = ?1";
inline constexpr std::string_view department_id_sql = "SELECT id FROM departments WHERE seq = ?1";
inline constexpr std::string_view question_id_sql = "SELECT id FROM questions WHERE seq = ?1";
inline constexpr std::string_view questionnaire_id_sql = "SELECT id FROM questionnaires WHERE seq = ?1";
inline constexpr std::string_view alert_id_sql = "SELECT id FROM alerts WHERE seq = ?1";
inline constexpr std::string_view alert_type_id_sql = "SELECT id FROM alert_types WHERE seq = ?1";
inline constexpr std::string_view conversation_id_sql = "SELECT id FROM conversations WHERE seq = ?1";
inline constexpr std::string_view provider_id_sql = "SELECT id FROM providers WHERE seq = ?1";
inline constexpr std::string_view alert_seq_sql = "SELECT seq FROM alerts WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view alert_type_seq_sql = "SELECT seq FROM alert_types WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view provider_seq_sql = "SELECT seq FROM providers WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view employee_seq_sql = "SELECT seq FROM employees WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view department_seq_sql = "SELECT seq FROM departments WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view question_seq_sql = "SELECT seq FROM questions WHERE org = ?1 AND id = ?2";
inline constexpr std::string_view questionnaire_seq_sql = "SELECT seq FROM questionnaires WHERE org = ?1 AND id = ?2";

}  // namespace parlance::server::storage
