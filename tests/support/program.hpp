// The program itself, run as a person or a service manager would run it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace parlance::tests {

struct Ran {
  int exit_code = -1;  // -1: ended by a signal
  std::string out, err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// `parlance ARGUMENTS…`, to its end.
Ran run_program(const std::vector<std::string>& arguments, const Environment& = {});

// `parlance serve` on that directory; it does not outlive the object. Its log is DIRECTORY/log.
class ServingProgram {
 public:
  // Throws when it ends, or does not listen within 20 s.
  explicit ServingProgram(const std::filesystem::path& data, const std::vector<std::string>& more_arguments = {},
                          const std::vector<std::string>& usual_arguments = {"--rate-limit", "0", "--threads", "8"});
  ~ServingProgram();
  ServingProgram(const ServingProgram&) = delete;
  ServingProgram& operator=(const ServingProgram&) = delete;

  std::uint16_t port() const { return port_; }
  std::string log() const;
  // Sends the signal and waits for the end; the wait status.
  int end(int signal);

 private:
  std::filesystem::path log_;
  pid_t child_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace parlance::tests
