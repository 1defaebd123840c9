// Problems: everything that is wrong with one request, one message per invalid field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/result.hpp"

namespace parlance::org {

// Gathered by whoever looks first (the codec finds wrong types and unknown fields), handed on to the service, which
// adds what only it can know and refuses with all of them at once. A field that has a problem already gets no second
// one, and rules that depend on it stay silent.
class Problems {
 public:
  // `path` names the field as the interface does ("messages.3.content"); `rest` completes the sentence.
  void add(std::string path, std::string_view rest);
  // A message that does not start with its path ("property colour should not exist").
  void add_whole(std::string path, std::string message);

  bool empty() const noexcept { return messages_.empty(); }
  std::size_t size() const noexcept { return messages_.size(); }
  // True when the field, one that holds it, or one inside it has a problem.
  bool has(std::string_view path) const;
  // True when the field or one that holds it has a problem; one inside it may be wrong all the same.
  bool covers(std::string_view path) const;
  const std::vector<std::string>& messages() const noexcept { return messages_; }
  Error error() && { return Error{ErrorKind::invalid, std::move(messages_)}; }

  // A hostile body can be wrong in every element; after this many problems the rest is not listed.
  static constexpr std::size_t listed_max = 100;
  bool full() const noexcept { return messages_.size() >= listed_max; }

 private:
  std::vector<std::string> paths_;
  std::vector<std::string> messages_;
};

}  // namespace parlance::org
