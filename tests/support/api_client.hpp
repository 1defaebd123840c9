// The real server on a data directory of its own, and a client that speaks to it as any client would.
#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/app.hpp"

namespace parlance::server::testing {

using Json = boost::json::value;
using Headers = std::vector<std::pair<std::string, std::string>>;

struct Reply {
  int status = 0;
  std::map<std::string, std::string> headers{};  // names in lower case
  std::string text{};

  std::string header(const std::string& name) const;
  Json json() const;                        // throws when the text is no JSON
  Json at(std::string_view pointer) const;  // "/results/0/id"; throws when there is none
  std::string str(std::string_view pointer) const;
  std::int64_t number(std::string_view pointer) const;
  std::string id() const { return str("/id"); }
  // `message` as a list; throws when it is none, or when the body is not exactly {statusCode, message, error}.
  std::vector<std::string> problems() const;
  std::string message() const;           // `message` as one string, with the same demands
  std::vector<std::string> ids() const;  // of `results`
};

class Directory {
 public:
  Directory();
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// One connection and one key. Belongs to one thread.
class Session {
 public:
  Session(unsigned short port, std::string key);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Throws when the server gives no answer.
  Reply send(std::string_view method, std::string_view target, std::string_view body = {}, const Headers& = {});
  Reply get(std::string_view target, const Headers& = {});
  Reply post(std::string_view target, const Json& body, const Headers& = {});
  Reply post(std::string_view target) { return send("POST", target); }
  Reply put(std::string_view target, const Json& body, const Headers& = {});
  Reply remove(std::string_view target) { return send("DELETE", target); }
  // Exactly these bytes; one answer.
  Reply raw(std::string_view bytes);

  // Records with what they need, by a request each; throws when it is refused. The answer's `id`.
  std::string department(std::string_view name);
  std::string employee(std::string_view name, std::string_view department = {});
  std::string provider(std::string_view name = "Web chat");
  std::string questionnaire(std::string_view name = "Quality");
  std::string question(std::string_view questionnaire, std::string_view title = "Did the employee greet?");
  std::string conversation(std::string_view provider, std::string_view employee);
  Reply wait_until_evaluated(std::string_view conversation);
  // The record of that answer, or a failure that shows it.
  Reply must(Reply, int status);

  std::string key;

 private:
  struct Wire;
  std::unique_ptr<Wire> wire_;
  unsigned short port_;
};

struct Tenant {
  std::string organization, key;
};

// The server. Organizations and keys are made as the command line makes them: on the same directory, beside it.
class TestServer {
 public:
  using Tweak = std::function<void(Config&)>;
  explicit TestServer(Tweak tweak = {});
  ~TestServer();

  void restart();
  void stop();
  Tenant tenant(std::string_view name);
  std::string issue_key(const std::string& organization);
  void revoke_key(const std::string& organization, const std::string& key);
  Session session();  // of one organization that is always there
  Session session(const std::string& key) const { return Session(app_->port(), key); }
  unsigned short port() const { return app_->port(); }
  unsigned short metrics_port() const { return app_->metrics_port(); }
  const std::string data() const { return directory_.path(); }
  const Config& config() const { return config_; }
  const Tenant& own() const { return own_; }

 private:
  Directory directory_;
  Config config_;
  Tenant own_;
  std::unique_ptr<App> app_;
};

// "a" … repeated.
std::string repeated(std::string_view text, std::size_t times);
// JSON of a message; content as given.
Json message(std::string_view role, std::string_view content, std::int64_t at = 1700000000000);
// One yes/no question that "good morning" answers.
Json greeting_question(std::string_view questionnaire, std::string_view title = "Did the employee greet?");

inline constexpr std::string_view unknown_id = "0190a000-0000-7000-8000-00000000dead";

}  // namespace parlance::server::testing
