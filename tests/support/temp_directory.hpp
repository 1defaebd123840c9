// A directory of its own, gone with the object.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

namespace parlance::tests {

class TempDirectory {
 public:
  TempDirectory() {
    static std::atomic<int> last{0};
    path_ = std::filesystem::temp_directory_path() /
            ("parlance-test-" + std::to_string(getpid()) + "-" + std::to_string(++last));
    std::filesystem::create_directories(path_);
  }
  ~TempDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace parlance::tests
