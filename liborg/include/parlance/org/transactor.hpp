// Port: all-or-nothing changes and consistent reads.
//
// Services wrap every use of a store in `write` or `read`; stores find their connection through the transaction that
// runs on their thread, so services never see one. A call inside a running transaction joins it.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "parlance/org/result.hpp"

namespace parlance::org {

// Called from several threads at once.
class Transactor {
 public:
  virtual ~Transactor() = default;

  // Runs `body` as one transaction, visible to others and durable when `write` returns what `body` returned. A Result
  // that carries an Error, or an exception (which passes through), leaves nothing behind. The body may run on another
  // thread than the caller's, may run together with the bodies of other callers in one commit, and sees what they
  // stored before it.
  template <class Body>
  auto write(Body&& body) -> std::invoke_result_t<Body&> {
    using R = std::invoke_result_t<Body&>;
    if constexpr (std::is_void_v<R>) {
      run_write([&] {
        body();
        return true;
      });
    } else {
      std::optional<R> result;
      run_write([&] {
        result.emplace(body());
        return keeps(*result);
      });
      return std::move(*result);
    }
  }

  // Runs `body` on the caller's thread over one consistent snapshot. Stores refuse to write in it.
  template <class Body>
  auto read(Body&& body) -> std::invoke_result_t<Body&> {
    using R = std::invoke_result_t<Body&>;
    if constexpr (std::is_void_v<R>) {
      run_read([&] { body(); });
    } else {
      std::optional<R> result;
      run_read([&] { result.emplace(body()); });
      return std::move(*result);
    }
  }

  // To be called inside `write`: runs `action` once the transaction is durable, and never if it is not. For hints such
  // as "there is work"; what must not get lost is a row. The action must be short and must not throw.
  virtual void after_commit(std::function<void()> action) = 0;

 protected:
  // `body` returns false to have its changes undone.
  virtual void run_write(const std::function<bool()>& body) = 0;
  virtual void run_read(const std::function<void()>& body) = 0;

 private:
  template <class T>
  static bool keeps(const T&) {
    return true;
  }
  template <class T>
  static bool keeps(const Result<T>& result) {
    return result.has_value();
  }
};

}  // namespace parlance::org
