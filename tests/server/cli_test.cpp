// The command line (contract section 6), by running the program.
#include <sys/stat.h>
#include <sys/wait.h>

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/api_client.hpp"
#include "tests/support/program.hpp"

namespace parlance::tests {
namespace {

using Catch::Matchers::ContainsSubstring;
using server::testing::Directory;
using server::testing::Session;

// Standard output is exactly one line, and that line is JSON.
boost::json::value one_line(const Ran& ran) {
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  REQUIRE(ran.out.find('\n') + 1 == ran.out.size());
  return boost::json::parse(ran.out);
}
std::string text_at(const boost::json::value& value, std::string_view name) {
  return std::string(value.at(name).as_string());
}
std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

struct World {
  Directory directory;
  boost::json::value made = one_line(run({"org", "create", "--name", "Acme", "--timezone", "America/Bogota"}));
  std::string org = text_at(made, "organizationId"), key = text_at(made, "apiKey");

  Ran run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--data", directory.path()});
    return run_program(arguments);
  }
  // With the organization.
  Ran run_in(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--org", org});
    return run(arguments);
  }
};

}  // namespace

TEST_CASE("a wrong command line stops with one clear line and exit 2") {
  const World world;
  const std::string data = world.directory.path();
  struct Row {
    std::vector<std::string> arguments;
    std::string says;
  };
  const std::vector<Row> rows{
      {{}, "A subcommand is required"},
      {{"dance"}, "there is no command dance"},
      {{"serve"}, "--data is required"},
      {{"serve", "--data", data, "--listen", "nowhere"}, "--listen nowhere is not an address and port"},
      {{"serve", "--data", data, "--listen", "127.0.0.1:65536"}, "--listen 127.0.0.1:65536"},
      {{"serve", "--data", data, "--metrics-listen", "9090"}, "--metrics-listen 9090 is not an address and port"},
      {{"serve", "--data", data, "--rate-limit", "-1"}, "--rate-limit"},
      {{"serve", "--data", data, "--rate-limit", "many"}, "--rate-limit"},
      {{"serve", "--data", data, "--threads", "0"}, "--threads"},
      {{"serve", "--data", data, "--threads", "1025"}, "--threads"},
      {{"serve", "--data", data, "--trusted-proxy", "10.0.0.0/33"}, "10.0.0.0/33"},
      {{"serve", "--data", data, "--log-level", "loud"}, "--log-level"},
      {{"serve", "--data", data, "--config", data + "/missing.toml"}, "missing.toml"},
      {{"serve", "--data", data, "--unknown"}, "--unknown"},
      {{"org", "create", "--data", data}, "--name is required"},
      {{"org", "create", "--data", data, "--name", " "}, "name"},
      {{"org", "create", "--data", data, "--name", "A", "--language", "fr"}, "--language"},
      {{"org", "create", "--data", data, "--name", "A", "--timezone", "Mars/Olympus"}, "timezone"},
      {{"org", "show", "--data", data, "--org", "1"}, "--org 1 is not a UUID"},
      {{"key", "rotate", "--data", data, "--org", world.org, "--grace", "-1"}, "--grace"},
      {{"import", "--data", data, "--org", world.org, "--employee", "Ana", "/dev/null"},
       "--employee Ana is not a UUID"},
  };
  for (const Row& row : rows) {
    const Ran ran = run_program(row.arguments);
    CAPTURE(row.arguments, ran.err);
    CHECK(ran.exit_code == 2);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, ContainsSubstring(row.says));
    CHECK(lines_of(ran.err) == 1);
  }
}

TEST_CASE("what cannot be done says why and exits 1") {
  const World world;
  const auto refused = [&](std::vector<std::string> arguments, const std::string& says) {
    const Ran ran = run_program(arguments);
    CAPTURE(arguments, ran.err);
    CHECK(ran.exit_code == 1);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, ContainsSubstring(says));
  };
  const std::string data = world.directory.path(), nobody = "0190a000-0000-7000-8000-00000000dead";
  refused({"org", "show", "--data", data, "--org", nobody}, "there is no organization " + nobody);
  refused({"key", "issue", "--data", data, "--org", nobody}, "there is no organization " + nobody);
  refused({"key", "revoke", "--data", data, "--org", world.org, "--key", "ZZZZZZZZ"}, "ZZZZZZZZ");
  refused({"import", "--data", data, "--org", world.org, data + "/missing.jsonl"}, "cannot read");
  refused({"check", "--data", data + "/elsewhere"}, "there is no database");
  refused({"backup", "--data", data + "/elsewhere", "--to", data + "/copy"}, "there is no database");
  refused({"restore", "--data", data + "/new", "--from", data + "/missing"}, "there is no backup");
  refused({"restore", "--data", data, "--from", data + "/parlance.db"}, "already holds a database");
}

TEST_CASE("every flag can come from an environment variable, and the flag wins") {
  const World world;
  const Environment environment{{"PARLANCE_DATA", world.directory.path()}, {"PARLANCE_ORG", world.org}};
  const auto shown = one_line(run_program({"org", "show"}, environment));
  CHECK(text_at(shown, "id") == world.org);
  const Ran bad = run_program({"serve", "--data", world.directory.path()}, {{"PARLANCE_RATE_LIMIT", "many"}});
  CHECK(bad.exit_code == 2);
  const Ran other = run_program({"org", "show", "--org", "1"}, environment);
  CHECK_THAT(other.err, ContainsSubstring("--org 1 is not a UUID"));
  const Directory elsewhere;
  const Ran created = run_program({"org", "create", "--name", "Elsewhere", "--data", elsewhere.path()}, environment);
  CHECK(created.exit_code == 0);
  CHECK(lines_of(run_program({"org", "list"}, environment).out) == 1);
}

TEST_CASE("a configuration file gives what neither a flag nor a variable does") {
  const World world;
  const std::string file = world.directory.path() + "/parlance.toml";
  const auto serve = [&](const std::string& content, std::vector<std::string> more = {}) {
    std::ofstream(file) << content;
    std::vector<std::string> arguments{"serve", "--data", world.directory.path(), "--config", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  };
  const auto wrong = [&](const Ran& ran, const std::string& says) {
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 2);
    CHECK(lines_of(ran.err) == 1);
    CHECK_THAT(ran.err, ContainsSubstring(says));
  };
  wrong(serve("listen = \"nowhere\"\n"), "--listen nowhere is not an address and port");
  wrong(serve("listen = \"nowhere\"\n", {"--listen", "somewhere"}), "--listen somewhere is not");
  wrong(serve("rate-limit = -3\n"), "--rate-limit");
  wrong(serve("rate-limitt = 3\n"), "there is no option rate-limitt");
  wrong(serve("config = \"other.toml\"\n"), "there is no option config");
  wrong(serve("[serve]\nthreads = 3\n"), "there is no option serve");

  std::ofstream(file) << "# two requests in five minutes\nrate-limit = 2\nlog-level = \"debug\"\n"
                         "trusted-proxy = [\"10.0.0.0/8\", \"127.0.0.1\"]\n";
  const ServingProgram serving(world.directory.path(), {"--config", file}, {});
  Session api(serving.port(), world.key);
  const auto from = [&](const std::string& client) {
    return api.get("/v1/departments", {{"X-Forwarded-For", client}}).status;
  };
  CHECK(from("192.0.2.1") == 200);
  CHECK(from("192.0.2.1") == 200);
  CHECK(from("192.0.2.1") == 403);
  CHECK(from("192.0.2.2") == 200);
}

TEST_CASE("organizations are made, shown, changed and listed") {
  const World world;
  const auto shown = one_line(world.run_in({"org", "show"}));
  CHECK(text_at(shown, "name") == "Acme");
  CHECK(text_at(shown, "timezone") == "America/Bogota");
  CHECK(text_at(shown, "language") == "en");
  const auto changed = one_line(world.run_in({"org", "set", "--language", "es"}));
  CHECK(text_at(changed, "language") == "es");
  CHECK(text_at(changed, "name") == "Acme");
  one_line(world.run({"org", "create", "--name", "Beta"}));
  const Ran list = world.run({"org", "list"});
  CHECK(lines_of(list.out) == 2);
  CHECK_THAT(list.out, ContainsSubstring("Acme") && ContainsSubstring("Beta"));
}

TEST_CASE("keys are issued, rotated and revoked while the server runs, and kept as no one can read them") {
  const World world;
  const ServingProgram serving(world.directory.path());
  const auto status = [&](const std::string& key) {
    return Session(serving.port(), key).get("/v1/departments").status;
  };
  // The server may remember a key for half a second.
  const auto becomes = [&](const std::string& key, int wanted) {
    for (int i = 0; i < 100 && status(key) != wanted; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return status(key) == wanted;
  };
  CHECK(status(world.key) == 200);
  const auto second = one_line(world.run_in({"key", "issue"}));
  CHECK(status(text_at(second, "apiKey")) == 200);
  CHECK(lines_of(world.run_in({"key", "list"}).out) == 2);

  // Which of the two is meant must be said.
  CHECK(world.run_in({"key", "revoke"}).exit_code != 0);
  const std::string first_id = world.key.substr(4, 8);
  const auto third = one_line(world.run_in({"key", "rotate", "--key", first_id, "--grace", "3600"}));
  CHECK(status(text_at(third, "apiKey")) == 200);
  CHECK(status(world.key) == 200);
  const auto fourth = one_line(world.run_in({"key", "rotate", "--key", text_at(third, "keyId")}));
  CHECK(becomes(text_at(third, "apiKey"), 401));
  CHECK(status(text_at(fourth, "apiKey")) == 200);
  CHECK(world.run_in({"key", "revoke", "--key", first_id}).exit_code == 0);
  CHECK(becomes(world.key, 401));
  CHECK(status(text_at(second, "apiKey")) == 200);

  // Neither in the list, nor in any file of the data directory, the log among them.
  const Ran list = world.run_in({"key", "list"});
  for (const auto& key : {world.key, text_at(second, "apiKey"), text_at(third, "apiKey")}) {
    const std::string secret = key.substr(13);
    CHECK(list.out.find(secret) == std::string::npos);
    for (const auto& entry : std::filesystem::directory_iterator(world.directory.path())) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(in), {}};
      CAPTURE(entry.path());
      CHECK(content.find(secret) == std::string::npos);
    }
  }
}

TEST_CASE("the demo is an organization with an evaluated conversation, made once") {
  const Directory directory;
  const Ran first = run_program({"demo", "--data", directory.path(), "--listen", "127.0.0.1:9999"});
  REQUIRE(first.exit_code == 0);
  CHECK_THAT(first.out, ContainsSubstring("http://127.0.0.1:9999/v1/conversations/"));
  CHECK(run_program({"demo", "--data", directory.path(), "--listen", "127.0.0.1:9999"}).out == first.out);
  CHECK(lines_of(run_program({"org", "list", "--data", directory.path()}).out) == 1);
  struct stat key_file {};
  REQUIRE(stat((directory.path() + "/demo-key").c_str(), &key_file) == 0);
  CHECK((key_file.st_mode & 0777) == 0600);

  // What it prints works: each address it names, with the key it names.
  const ServingProgram serving(directory.path());
  const auto key_at = first.out.find("KEY=") + 4;
  Session api(serving.port(), first.out.substr(key_at, first.out.find('\n', key_at) - key_at));
  const std::string base = "-H \"x-api-key: $KEY\" http://127.0.0.1:9999";
  std::vector<server::testing::Reply> replies;
  for (auto at = first.out.find(base); at != std::string::npos; at = first.out.find(base, at + 1)) {
    const auto path = at + base.size();
    replies.push_back(api.get(first.out.substr(path, first.out.find('\n', path) - path)));
    CHECK(replies.back().status == 200);
  }
  REQUIRE(replies.size() == 4);
  CHECK(replies[0].str("/status") == "COMPLETED");
  CHECK(replies[1].at("/results").as_array().size() > 3);
  CHECK(replies[2].number("/answers") >= 1);
  CHECK(replies[3].number("/conversations") >= 1);
}

TEST_CASE("one server per port and per directory; SIGTERM ends it with exit 0") {
  const World first, second;
  ServingProgram serving(first.directory.path());
  const std::string listen = "127.0.0.1:" + std::to_string(serving.port());
  const Ran same_port = run_program({"serve", "--data", second.directory.path(), "--listen", listen});
  CHECK(same_port.exit_code == 1);
  CHECK_THAT(same_port.err, ContainsSubstring(listen));
  const Ran same_directory = run_program({"serve", "--data", first.directory.path(), "--listen", "127.0.0.1:0"});
  CHECK(same_directory.exit_code == 1);
  CHECK_THAT(same_directory.err, ContainsSubstring(first.directory.path()));
  CHECK(Session(serving.port(), first.key).get("/v1/departments").status == 200);
  const int status = serving.end(SIGTERM);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  // Its log is JSON, line by line.
  std::istringstream log(serving.log());
  int lines = 0;
  for (std::string line; std::getline(log, line); ++lines) CHECK(boost::json::parse(line).is_object());
  CHECK(lines >= 3);
}

TEST_CASE("a backup made while the server runs holds all that was acknowledged, and can be restored") {
  const World world;
  const std::string copy = world.directory.path() + "/copy.db";
  ServingProgram serving(world.directory.path());
  Session api(serving.port(), world.key);
  const std::string department = api.department("Kept");
  one_line(world.run({"backup", "--to", copy}));
  const std::string later = api.department("Later");
  one_line(world.run({"check"}));

  const Directory fresh;
  const std::string elsewhere = fresh.path() + "/restored";
  one_line(run_program({"restore", "--data", elsewhere, "--from", copy}));
  one_line(run_program({"check", "--data", elsewhere}));
  const ServingProgram restored(elsewhere);
  Session there(restored.port(), world.key);
  CHECK(there.get("/v1/departments/" + department).status == 200);
  CHECK(there.get("/v1/departments/" + later).status == 404);

  // Over a database only with --force, and never under a running server.
  CHECK(world.run({"restore", "--from", copy, "--force"}).exit_code == 1);
  CHECK(api.get("/v1/departments/" + later).status == 200);
  serving.end(SIGTERM);
  one_line(world.run({"restore", "--from", copy, "--force"}));
  const ServingProgram again(world.directory.path());
  CHECK(Session(again.port(), world.key).get("/v1/departments/" + later).status == 404);
}

TEST_CASE("check finds a damaged database") {
  const World world;
  one_line(world.run({"check"}));
  {
    std::fstream file(world.directory.path() + "/parlance.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(8192);
    const std::string damage(4096, 'x');
    file.write(damage.data(), static_cast<std::streamsize>(damage.size()));
  }
  const Ran ran = world.run({"check"});
  CHECK(ran.exit_code == 1);
  CHECK_FALSE(ran.err.empty());
}

}  // namespace parlance::tests
