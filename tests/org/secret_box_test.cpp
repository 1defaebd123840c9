// Secrets sealed with the key file of a data directory.
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "server/world/openssl_secret_box.hpp"
#include "support/temp_directory.hpp"

using namespace parlance;
using server::world::OpensslSecretBox;
using tests::TempDirectory;

namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a secret opens under the context and key it was sealed with, and under no other") {
  const TempDirectory directory;
  OpensslSecretBox box(directory / "key");
  for (const std::string& text :
       {std::string(), std::string("hunter2"), std::string("\0\n***", 5), std::string(org::secret_bytes_max, 'x')}) {
    const auto sealed = box.seal({text}, "mine");
    CHECK(box.open(sealed, "mine").text == text);
    CHECK_THROWS_AS(box.open(sealed, "yours"), std::runtime_error);
    CHECK((text.size() < 4 || sealed.bytes.find(text) == std::string::npos));
    CHECK(box.seal({text}, "mine") != sealed);
    OpensslSecretBox later(directory / "key");
    CHECK(later.open(sealed, "mine").text == text);
    const TempDirectory elsewhere;
    OpensslSecretBox stranger(elsewhere / "key");
    stranger.seal({text}, "mine");
    CHECK_THROWS_AS(stranger.open(sealed, "mine"), std::runtime_error);
  }
}

TEST_CASE("a sealed secret that was changed or cut does not open") {
  const TempDirectory directory;
  OpensslSecretBox box(directory / "key");
  const auto sealed = box.seal({"hunter2"}, "mine");
  for (std::size_t i = 0; i < sealed.bytes.size(); ++i) {
    INFO(i);
    auto changed = sealed;
    changed.bytes[i] = static_cast<char>(changed.bytes[i] ^ 1);
    CHECK_THROWS_AS(box.open(changed, "mine"), std::runtime_error);
    CHECK_THROWS_AS(box.open({sealed.bytes.substr(0, i)}, "mine"), std::runtime_error);
  }
}

TEST_CASE("the key file is its owner's alone, and nothing is made of a wrong one") {
  const TempDirectory directory;
  const auto file = directory / "key";
  OpensslSecretBox box(file);
  CHECK_THROWS_AS(box.open({std::string(40, '\1')}, "mine"), std::runtime_error);
  CHECK_FALSE(std::filesystem::exists(file));  // opening makes no key
  const auto sealed = box.seal({"hunter2"}, "mine");
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(content(file).size() == 32);
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);

  std::filesystem::permissions(file, std::filesystem::perms(0640));
  CHECK_THROWS_AS(OpensslSecretBox(file).open(sealed, "mine"), std::runtime_error);
  std::filesystem::permissions(file, std::filesystem::perms(0600));
  CHECK(OpensslSecretBox(file).open(sealed, "mine").text == "hunter2");
  std::filesystem::resize_file(file, 31);
  CHECK_THROWS_AS(OpensslSecretBox(file).seal({"x"}, "mine"), std::runtime_error);
  CHECK(content(file).size() == 31);
}

TEST_CASE("many that need the key at once make one") {
  const TempDirectory directory;
  std::vector<org::SealedSecret> sealed(8);
  std::vector<std::thread> threads;
  for (auto& one : sealed) {
    threads.emplace_back([&] { one = OpensslSecretBox(directory / "key").seal({"hunter2"}, "mine"); });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& one : sealed) CHECK(OpensslSecretBox(directory / "key").open(one, "mine").text == "hunter2");
}
