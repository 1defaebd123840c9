#include "tests/support/api_client.hpp"

#include <stdlib.h>

#include <boost/json.hpp>

#include "server/core.hpp"
#include "tests/server/http_test_server.hpp"

namespace parlance::server::testing {

using namespace std::chrono_literals;
namespace json = boost::json;

std::string Reply::header(const std::string& name) const {
  const auto it = headers.find(name);
  return it == headers.end() ? "" : it->second;
}

Json Reply::json() const {
  try {
    return json::parse(text);
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(error.what()) + " in: " + text.substr(0, 500));
  }
}

Json Reply::at(std::string_view pointer) const {
  const Json document = json();
  boost::system::error_code error;
  const Json* value = document.find_pointer(pointer, error);
  if (!value) throw std::runtime_error("no " + std::string(pointer) + " in: " + text.substr(0, 500));
  return *value;
}

std::string Reply::str(std::string_view pointer) const {
  const Json value = at(pointer);
  if (!value.is_string()) throw std::runtime_error(std::string(pointer) + " is no string in: " + text.substr(0, 500));
  return std::string(value.get_string());
}

std::int64_t Reply::number(std::string_view pointer) const {
  return at(pointer).to_number<std::int64_t>();
}

namespace {

// Errors: the body is exactly {statusCode, message, error}.
Json standard_message(const Reply& reply) {
  const Json body = reply.json();
  const auto& object = body.as_object();
  if (object.size() != 3 || object.at("statusCode").to_number<int>() != reply.status ||
      !object.at("error").is_string()) {
    throw std::runtime_error("not the standard error body: " + reply.text);
  }
  return object.at("message");
}

}  // namespace

std::vector<std::string> Reply::problems() const {
  std::vector<std::string> out;
  const Json list = standard_message(*this);
  if (!list.is_array()) throw std::runtime_error("message is no list: " + text);
  for (const auto& problem : list.get_array()) out.emplace_back(problem.as_string());
  return out;
}

std::string Reply::message() const {
  const Json value = standard_message(*this);
  if (!value.is_string()) throw std::runtime_error("message is no string: " + text);
  return std::string(value.get_string());
}

std::vector<std::string> Reply::ids() const {
  std::vector<std::string> out;
  const Json results = at("/results");
  for (const auto& record : results.as_array()) out.emplace_back(record.at("id").as_string());
  return out;
}

Directory::Directory() {
  std::string name = (std::filesystem::temp_directory_path() / "parlance_api_XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
  path_ = name;
}
Directory::~Directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

struct Session::Wire {
  http::testing::Client client;
};

Session::Session(unsigned short port, std::string own_key) : key(std::move(own_key)), port_(port) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Reply Session::send(std::string_view method, std::string_view target, std::string_view body, const Headers& headers) {
  std::string bytes = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: test\r\n";
  bool typed = false;
  for (const auto& [name, value] : headers) {
    bytes += name + ": " + value + "\r\n";
    typed = typed || http::equals_ignoring_case(name, "Content-Type");
  }
  if (!key.empty()) bytes += "x-api-key: " + key + "\r\n";
  if (!typed && (method == "POST" || method == "PUT")) bytes += "Content-Type: application/json\r\n";
  if (!body.empty() || method == "POST" || method == "PUT") {
    bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  bytes += "\r\n";
  bytes += body;
  return raw(bytes);
}

Reply Session::raw(std::string_view bytes) {
  const bool head_only = bytes.starts_with("HEAD ");
  if (!wire_) wire_.reset(new Wire{http::testing::Client(port_)});
  wire_->client.send(bytes);
  auto answer = wire_->client.read(30s, head_only);
  if (!answer) {
    wire_.reset();
    throw std::runtime_error("no answer to " + std::string(bytes.substr(0, 200)));
  }
  if (answer->header("connection") == "close") wire_.reset();
  return {answer->status, std::move(answer->headers), std::move(answer->body)};
}

Reply Session::get(std::string_view target, const Headers& headers) {
  return send("GET", target, {}, headers);
}
Reply Session::post(std::string_view target, const Json& body, const Headers& headers) {
  return send("POST", target, json::serialize(body), headers);
}
Reply Session::put(std::string_view target, const Json& body, const Headers& headers) {
  return send("PUT", target, json::serialize(body), headers);
}

Reply Session::must(Reply reply, int status) {
  if (reply.status != status) {
    throw std::runtime_error("expected " + std::to_string(status) + ", got " + std::to_string(reply.status) + " " +
                             reply.text.substr(0, 1000));
  }
  return reply;
}

std::string Session::department(std::string_view name) {
  return must(post("/v1/departments", {{"name", name}}), 201).id();
}
std::string Session::employee(std::string_view name, std::string_view department) {
  json::object body{{"name", name}};
  if (!department.empty()) body["departmentId"] = department;
  return must(post("/v1/employees", body), 201).id();
}
std::string Session::provider(std::string_view name) {
  return must(post("/v1/providers", {{"name", name}, {"channel", "webchat"}}), 201).id();
}
std::string Session::questionnaire(std::string_view name) {
  return must(post("/v1/questionnaires", {{"name", name}}), 201).id();
}
std::string Session::question(std::string_view questionnaire, std::string_view title) {
  return must(post("/v1/questions", greeting_question(questionnaire, title)), 201).id();
}
std::string Session::conversation(std::string_view provider, std::string_view employee) {
  return must(post("/v1/conversations",
                   {{"providerId", provider}, {"employeeId", employee}, {"originalDateTime", 1700000000000}}),
              201)
      .id();
}

Reply Session::wait_until_evaluated(std::string_view conversation) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  for (;;) {
    Reply reply = must(get("/v1/conversations/" + std::string(conversation)), 200);
    if (reply.str("/status") != "PENDING") return reply;
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("not evaluated: " + reply.text);
    std::this_thread::sleep_for(5ms);
  }
}

TestServer::TestServer(Tweak tweak) {
  config_.data = directory_.path();
  config_.listen = "127.0.0.1:0";
  config_.rate_limit = 0;
  config_.threads = 8;
  config_.log_level = "error";
  if (tweak) tweak(config_);
  app_ = std::make_unique<App>(config_);
  app_->start();
  own_ = tenant("Own");
}
TestServer::~TestServer() {
  stop();
}

void TestServer::stop() {
  if (app_) app_->stop();
  app_.reset();
}
void TestServer::restart() {
  stop();
  app_ = std::make_unique<App>(config_);
  app_->start();
}

Tenant TestServer::tenant(std::string_view name) {
  Core core(config_.data);
  const auto organization = core.organizations.create({std::string(name)});
  if (!organization) throw std::runtime_error("no organization");
  return {organization->id.text(), core.keys.issue(organization->id)->text};
}
std::string TestServer::issue_key(const std::string& organization) {
  return Core(config_.data).keys.issue(*org::OrgId::parse(organization))->text;
}
void TestServer::revoke_key(const std::string& organization, const std::string& key) {
  // plk_<8 characters>_…
  if (!Core(config_.data).keys.revoke(*org::OrgId::parse(organization), key.substr(4, 8))) {
    throw std::runtime_error("not revoked");
  }
}
Session TestServer::session() {
  return session(own_.key);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  while (times-- > 0) out += text;
  return out;
}

Json message(std::string_view role, std::string_view content, std::int64_t at) {
  return {{"senderRole", role}, {"content", content}, {"originalDateTime", at}};
}

Json greeting_question(std::string_view questionnaire, std::string_view title) {
  return {{"title", title},
          {"type", "boolean"},
          {"questionnaireId", questionnaire},
          {"passingAnswers", json::array{true}},
          {"cues", json::array{{{"answer", true}, {"phrases", json::array{"good morning"}}, {"speaker", "employee"}}}},
          {"defaultAnswer", false}};
}

}  // namespace parlance::server::testing
