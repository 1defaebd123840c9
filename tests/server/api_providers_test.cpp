// Providers over the interface (contract section 2).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

TEST_CASE("a provider is created, read, changed, listed and deleted") {
  TestServer server;
  auto api = server.session();
  const auto made = [&](const char* name) {
    return api.must(api.post("/v1/providers", {{"name", name}, {"channel", "phone"}}), 201);
  };
  const Reply first = made("First"), second = made("Second");
  const std::string path = "/v1/providers/" + first.id(), other = "/v1/providers/" + second.id();
  CHECK(api.get(path).json() == first.json());
  CHECK(first.at("/isDefault") == Json(true));
  CHECK(second.at("/isDefault") == Json(false));
  const Reply changed = api.must(api.put(other, {{"name", "Main"}, {"isDefault", true}}), 200);
  CHECK(changed.str("/name") == "Main");
  CHECK(changed.at("/isDefault") == Json(true));
  CHECK(api.get(path).at("/isDefault") == Json(false));
  // A record that was read may be sent back whole.
  CHECK(api.send("PUT", other, changed.text).status == 200);
  CHECK(api.put(other, {{"isDefault", false}}).problems().size() == 1);

  const std::string employee = api.employee("Ana", api.department("Care"));
  const std::string talk = api.conversation(second.id(), employee);
  CHECK(api.remove(other).status == 204);
  CHECK(api.get(path).at("/isDefault") == Json(true));
  CHECK(api.get(other).status == 404);
  CHECK(api.put(other, {{"name", "x"}}).status == 404);
  CHECK(api.remove(other).status == 404);
  CHECK(api.get("/v1/providers").ids() == std::vector<std::string>{first.id()});
  // Conversations stay, and new ones cannot be held over it.
  CHECK(api.get("/v1/conversations/" + talk).str("/providerId") == second.id());
  CHECK(api.post("/v1/conversations",
                 {{"providerId", second.id()}, {"employeeId", employee}, {"originalDateTime", 1700000000000}})
            .problems() == std::vector<std::string>{"providerId must be an existing provider"});

  auto stranger = server.session(server.tenant("Stranger").key);
  CHECK(stranger.get(path).message() == "Provider " + first.id() + " not found");
  CHECK(stranger.put(path, {{"name", "Mine"}}).status == 404);
  CHECK(stranger.remove(path).status == 404);
  CHECK(api.get("/v1/providers/nonsense").status == 404);
}

TEST_CASE("PUT of providers refuses wrong bodies") {
  TestServer server;
  auto api = server.session();
  const std::string path = "/v1/providers/" + api.provider();
  using List = std::vector<std::string>;
  const auto problems = [&](std::string_view body) { return api.send("PUT", path, body).problems(); };
  CHECK(problems(R"({"name":""})") == List{"name should not be empty"});
  CHECK(problems(R"({"name":null})") == List{"name must be a string"});
  CHECK(problems(R"({"channel":"fax"})") ==
        List{"channel must be one of the following values: phone, whatsapp, webchat, email, sms, other"});
  CHECK(problems(R"({"isDefault":"yes"})") == List{"isDefault must be a boolean value"});
  CHECK(problems(R"({"colour":1})") == List{"property colour should not exist"});
}

TEST_CASE("a telephony password is accepted, kept, and shown nowhere") {
  TestServer server;
  auto api = server.session();
  const std::string secret = "correct-horse-battery";
  const Json telephony{{"driver", "sip"}, {"host", "sip.example.com"}, {"username", "u"}, {"password", secret}};
  const Reply made =
      api.must(api.post("/v1/providers", {{"name", "Trunk"}, {"channel", "phone"}, {"telephony", telephony}}), 201);
  const std::string path = "/v1/providers/" + made.id();
  CHECK(made.str("/telephony/password") == "***");
  CHECK(made.number("/telephony/port") == 5060);
  // What was read may be sent back: the password stays.
  CHECK(api.send("PUT", path, made.text).text.find("\"password\":\"***\"") != std::string::npos);
  for (const Reply& reply : {made, api.get(path), api.get("/v1/providers")}) {
    CHECK(reply.text.find(secret) == std::string::npos);
  }
  CHECK(api.put(path, {{"telephony", {{"driver", "fax"}}}}).problems() ==
        std::vector<std::string>{"telephony.driver must be one of the following values: simulated, sip"});
  CHECK(api.put(path, {{"telephony", {{"driver", "sip"}, {"host", "h"}, {"password", 7}}}}).problems() ==
        std::vector<std::string>{"telephony.password must be a string"});
  server.stop();
  const std::filesystem::path data(server.data());
  CHECK(std::filesystem::status(data / "secrets.key").permissions() == std::filesystem::perms(0600));
  for (const auto& file : std::filesystem::directory_iterator(data)) {
    if (!file.is_regular_file()) continue;
    std::ifstream in(file.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    INFO(file.path());
    CHECK(content.find(secret) == std::string::npos);
  }
}

}  // namespace parlance::server::testing
