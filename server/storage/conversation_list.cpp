// The list of conversations with its filters, and the search in transcripts.
#include "server/storage/conversation_store.hpp"

#include "parlance/org/text.hpp"

namespace parlance::server::storage {
namespace {

// rowid of transcripts_search = organization << 40 | conversation.
constexpr int org_shift = 40;
// Stands between messages, where no phrase may reach across: a character that no word has.
constexpr std::string_view message_end = " \xEF\xA3\xBF ";

// The filters of a list, one after another.
class Filters {
 public:
  explicit Filters(ListSpec& spec) : spec_(spec) {}

  // `condition` with # for the value. `scoped`: what it names belongs to the organization, so that nothing else of it
  // can match; otherwise the organization is a condition of its own.
  template <class Value>
  void add(std::string condition, Value value, bool scoped) {
    const std::string parameter = "?" + std::to_string(5 + spec_.filters.size());
    condition.replace(condition.find('#'), 1, parameter);
    where_ += (where_.empty() ? "" : " AND ") + condition;
    spec_.filters.emplace_back(std::move(value));
    scoped_ = scoped_ || scoped;
    ++count_;
  }
  void add(const std::string& condition) {
    where_ += (where_.empty() ? "" : " AND ") + condition;
    ++count_;
  }
  std::size_t count() const { return count_; }
  void finish() {
    spec_.filtered = count_ > 0;
    spec_.where = scoped_ ? where_ : where_.empty() ? "t.org = ?1" : "t.org = ?1 AND " + where_;
  }

 private:
  ListSpec& spec_;
  std::string where_;
  bool scoped_ = false;
  std::size_t count_ = 0;
};

// One quoted string is a phrase; a star after it leaves its last word unfinished.
std::string phrase_of(std::string_view words) {
  constexpr std::size_t prefix_min = 3;  // characters: shorter beginnings are those of too many words
  const bool unfinished = org::code_points(words.substr(words.find_last_of(' ') + 1)) >= prefix_min;
  return "\"" + std::string(words) + "\"" + (unfinished ? " *" : "");
}

// Statistics keep how many conversations there are: of an employee, and, added up, in each status and in all.
std::int64_t total_of(Connection& connection, std::int64_t org, std::optional<audit::ConversationStatus> status) {
  static constexpr std::array<std::string_view, audit::conversation_status_count> columns = {
      "pending", "completed", "partially_completed", "failed", "archived"};
  const std::string column(status ? columns[static_cast<std::size_t>(*status)] : "conversations");
  Query row(connection,
            "SELECT coalesce(sum(s." + column +
                "), 0) FROM employees e CROSS JOIN employee_statistics s ON s.employee = e.seq WHERE e.org = ?1",
            org);
  row.step();
  return row.integer(0);
}
std::int64_t total_of(Connection& connection, std::int64_t org, org::EmployeeId employee) {
  Query row(connection,
            "SELECT conversations FROM employee_statistics WHERE employee = (SELECT seq FROM employees WHERE org = ?1 "
            "AND id = ?2)",
            org, employee);
  return row.step() ? row.integer(0) : 0;
}

// By going through the matches.
std::int64_t counted(Connection& connection, const ListSpec& spec, const std::string& from) {
  Query row(connection, "SELECT count(*) FROM " + from + " WHERE " + spec.where);
  row.bind(1, spec.org);
  detail::bind_filters(row, spec);
  row.step();
  return row.integer(0);
}

std::int64_t last_seq(Connection& connection, std::int64_t org) {
  Query row(connection, "SELECT coalesce(max(seq), 0) FROM conversations WHERE org = ?1", org);
  row.step();
  return row.integer(0);
}

// The condition of an index of its own; the names are constants of the interface.
std::string status_condition(audit::ConversationStatus status) {
  const std::string is = "t.status = '" + std::string(org::text_of(status)) + "'";
  using S = audit::ConversationStatus;
  if (status == S::pending || status == S::completed) return is;
  return "t.status IN ('PARTIALLY_COMPLETED', 'FAILED', 'ARCHIVED') AND " + is;
}

// Looking a word up costs more than walking through what it gives, so one pass finds the page and counts the matches.
// `base`: what rowids of the index have above the seqs of conversations.
org::Page<audit::Conversation> search(Connection& connection, const ListSpec& spec, std::int64_t base,
                                      const org::PageRequest& request) {
  org::Page<audit::Conversation> page;
  page.page = request.page;
  page.page_size = request.page_size;
  std::int64_t before = INT64_MAX, skipped = (request.page - 1) * request.page_size;
  if (request.cursor) {
    const auto cursor = org::Cursor::parse(*request.cursor);
    if (!cursor) throw std::invalid_argument("malformed cursor");
    before = base + cursor->position;
    page.page = cursor->page;
    skipped = 0;
  }
  std::vector<std::int64_t> seqs;
  bool more = false;
  {
    Query match(connection, "SELECT " + spec.seq_of + " FROM " + spec.from + " WHERE " + spec.where + " ORDER BY " +
                                spec.seq_of + " DESC");
    match.bind(1, spec.org);
    detail::bind_filters(match, spec);
    while (match.step()) {
      ++page.total;
      const std::int64_t row = match.integer(0);
      if (row >= before || skipped-- > 0) continue;
      more = static_cast<std::int64_t>(seqs.size()) == request.page_size;
      if (!more) seqs.push_back(row - base);
    }
  }
  for (const std::int64_t seq : seqs) {
    Query row(connection, detail::row_sql(spec), seq);
    if (row.step()) page.results.push_back(conversation_of(row, 1));
  }
  if (more && !seqs.empty()) page.next_cursor = org::Cursor{seqs.back(), page.page + 1}.text();
  return page;
}

}  // namespace

org::Page<audit::Conversation> ConversationStore::list(org::OrgId org, const audit::ConversationFilter& filter,
                                                       const org::PageRequest& request) const {
  Connection& connection = reading();
  const std::int64_t owner = org_seq(org);
  ListSpec spec{"conversations", owner, std::string(conversation_columns), "conversations", "conversations t", {}};
  spec.newest_first = true;
  // Whether what is asked for can change of a conversation. What cannot is remembered and only ever added to.
  bool changing = false;
  Filters filters(spec);
  const std::string words = org::folded_words(filter.search_term);
  const std::int64_t search_base = owner << org_shift;
  if (!filter.search_term.empty()) {
    // What has no word is in no text.
    filters.add("transcripts_search MATCH #", words.empty() ? std::string("\"\"") : phrase_of(words), true);
    filters.add("transcripts_search.rowid > #", search_base, true);
    filters.add("transcripts_search.rowid < #", (owner + 1) << org_shift, true);
    spec.seq_of = "transcripts_search.rowid";
  }
  if (filter.status) {
    filters.add(status_condition(*filter.status));
    changing = true;
  }
  if (filter.employee_id) {
    filters.add("t.employee = (SELECT seq FROM employees WHERE org = ?1 AND id = #)", filter.employee_id->value, false);
  }
  if (filter.provider_id) {
    filters.add("t.provider = (SELECT seq FROM providers WHERE org = ?1 AND id = #)", filter.provider_id->value, false);
  }
  if (filter.customer_id) filters.add("t.customer_id = #", *filter.customer_id, false);
  if (filter.from) filters.add("t.original_date_time >= #", filter.from->ms, false);
  if (filter.to) filters.add("t.original_date_time < #", filter.to->ms, false);
  changing = changing || filter.min_score || filter.max_score;
  if (filter.min_score) filters.add("t.score >= #", *filter.min_score, false);
  if (filter.max_score) filters.add("t.score <= #", *filter.max_score, false);
  if (filter.department_id) {
    constexpr const char* department = "(SELECT seq FROM departments WHERE org = ?1 AND id = #)";
    changing = true;
    if (filters.count() == 0) {
      spec.from = "department_conversations d";
      spec.seq_of = "d.conversation";
      filters.add(std::string("d.department = ") + department, filter.department_id->value, true);
    } else {
      filters.add(std::string("t.seq IN (SELECT conversation FROM department_conversations WHERE department = ") +
                      department + ")",
                  filter.department_id->value, true);
    }
  }
  filters.finish();

  spec.skips = changing;
  if (!filter.search_term.empty()) {
    const bool alone = filters.count() == 3;
    spec.from = alone ? "transcripts_search"
                      : "transcripts_search CROSS JOIN conversations t ON t.seq = transcripts_search.rowid - " +
                            std::to_string(search_base);
    return search(connection, spec, search_base, request);
  }
  if (filters.count() == 0) {
    spec.total = total_of(connection, owner, std::nullopt);
  } else if (filters.count() == 1 && filter.status) {
    spec.total = total_of(connection, owner, filter.status);
  } else if (filters.count() == 1 && filter.employee_id) {
    spec.total = total_of(connection, owner, *filter.employee_id);
  } else if (filters.count() == 1 && filter.department_id) {
    Query row(connection,
              "SELECT conversations FROM department_totals WHERE department = (SELECT seq FROM departments WHERE org = "
              "?1 AND id = ?2)",
              owner, *filter.department_id);
    spec.total = row.step() ? row.integer(0) : 0;
  } else if (!changing && filters.count() == (filter.from ? 1u : 0u) + (filter.to ? 1u : 0u)) {
    // A stretch of time is asked for once, rarely twice: it is counted in the index of times, and where it is short
    // its conversations are found there too.
    constexpr std::int64_t sorted_max = 20'000;
    constexpr const char* by_time = "conversations t INDEXED BY conversations_by_time";
    spec.total = counted(connection, spec, by_time);
    spec.skips = true;
    if (*spec.total <= sorted_max) spec.from = by_time;
  }
  spec.end = last_seq(connection, owner);
  if (changing && !spec.total) spec.total = counted(connection, spec, spec.from);
  return read_page<audit::Conversation>(connection, shared_.directory, spec, request, current_transaction()->writes,
                                        [](Query& row) { return conversation_of(row, 1); });
}

bool ConversationStore::has_unindexed_transcripts() const {
  return Query(reading(), "SELECT 1 FROM unindexed_transcripts LIMIT 1").step();
}

std::size_t ConversationStore::index_transcripts(std::size_t max) {
  Connection& connection = writing();
  std::vector<std::pair<std::int64_t, std::int64_t>> waiting;  // conversation, organization
  {
    Query row(connection,
              "SELECT u.conversation, c.org FROM unindexed_transcripts u CROSS JOIN conversations c ON c.seq = "
              "u.conversation ORDER BY u.conversation LIMIT ?1",
              static_cast<std::int64_t>(max));
    while (row.step()) waiting.emplace_back(row.integer(0), row.integer(1));
  }
  std::string text;
  for (const auto& [conversation, organization] : waiting) {
    text.clear();
    {
      Query message(connection, "SELECT content FROM messages WHERE conversation = ?1 ORDER BY idx", conversation);
      while (message.step()) {
        text += org::folded_words(message.view(0));
        text += message_end;
      }
    }
    Query(connection, "INSERT INTO transcripts_search (rowid, text) VALUES (?1, ?2)",
          (organization << org_shift) + conversation, text)
        .run();
    Query(connection, "DELETE FROM unindexed_transcripts WHERE conversation = ?1", conversation).run();
  }
  return waiting.size();
}

}  // namespace parlance::server::storage
