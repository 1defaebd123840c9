#include "tests/support/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/server/http_test_server.hpp"

namespace parlance::tests {
namespace {

// In the child, between fork and exec: everything that allocates was done before.
struct Command {
  Command(const std::vector<std::string>& arguments, const Environment& environment) : texts(arguments) {
    texts.insert(texts.begin(), "parlance");
    for (auto& text : texts) argv.push_back(text.data());
    argv.push_back(nullptr);
    for (char** entry = environ; *entry; ++entry) {
      if (!std::string_view(*entry).starts_with("PARLANCE_")) envp.push_back(*entry);
    }
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    for (auto& variable : variables) envp.push_back(variable.data());
    envp.push_back(nullptr);
  }
  [[noreturn]] void become(int out, int err) const {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execve(PARLANCE_PROGRAM, argv.data(), envp.data());
    _exit(127);
  }

  std::vector<std::string> texts, variables;
  std::vector<char*> argv, envp;
};

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n; (n = read(file, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(file);
  return text;
}

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, const Environment& environment) {
  const Command command(arguments, environment);
  std::array<int, 2> out, err;
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    alarm(60 * server::http::testing::slowdown);  // a program that does not end is ended
    command.become(out[1], err[1]);
  }
  close(out[1]);
  close(err[1]);
  Ran ran;
  std::jthread errors([&] { ran.err = read_all(err[0]); });
  ran.out = read_all(out[0]);
  errors.join();
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  return ran;
}

ServingProgram::ServingProgram(const std::filesystem::path& data, const std::vector<std::string>& more_arguments,
                               const std::vector<std::string>& usual_arguments)
    : log_(data / "log") {
  using namespace std::chrono_literals;
  std::vector<std::string> arguments{"serve", "--data", data.string(), "--listen", "127.0.0.1:0"};
  arguments.insert(arguments.end(), usual_arguments.begin(), usual_arguments.end());
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  const Command command(arguments, {});
  std::filesystem::remove(log_);
  const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  child_ = fork();
  if (child_ == 0) command.become(out, out);
  close(out);
  const auto deadline = std::chrono::steady_clock::now() + 20s * server::http::testing::slowdown;
  while (port_ == 0) {
    std::this_thread::sleep_for(2ms);
    const std::string text = log();
    const auto at = text.find("\"port\":");
    if (at != std::string::npos && text.find('\n', at) != std::string::npos) {
      port_ = static_cast<std::uint16_t>(std::stoi(text.substr(at + 7)));
    } else if (waitpid(child_, nullptr, WNOHANG) == child_) {
      child_ = -1;
      throw std::runtime_error("the server ended: " + log());
    } else if (std::chrono::steady_clock::now() > deadline) {
      end(SIGKILL);
      throw std::runtime_error("the server did not start: " + log());
    }
  }
}

ServingProgram::~ServingProgram() {
  end(SIGKILL);
}

int ServingProgram::end(int signal) {
  if (child_ <= 0) return 0;
  ::kill(child_, signal);
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  return status;
}

std::string ServingProgram::log() const {
  std::ifstream in(log_);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace parlance::tests
