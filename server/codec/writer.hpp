// Writing described records as JSON, straight into a string.
//
// Lists are written, not built: no tree in between. Every key is present, null where a value is unset.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/page.hpp"
#include "parlance/org/secret.hpp"

namespace parlance::server::codec {

// Appends `record` as one JSON object.
template <org::Described T>
void write(std::string& out, const T& record);
// Specification, List envelope: results, total, page, pageSize; and nextCursor (contract, query).
template <org::Described T>
void write(std::string& out, const org::Page<T>& page);

// Quoted and escaped. Text is valid UTF-8 wherever it came in; it passes through.
void write_text(std::string& out, std::string_view text);
// The shortest text that reads back the same; JSON has no other numbers than finite ones, so those are null.
void write_number(std::string& out, double value);
void write_number(std::string& out, std::int64_t value);

namespace detail {

// Collects small pieces on the stack and appends them together: a string's own bookkeeping, once for every few bytes,
// would take most of the time.
class Sink {
 public:
  explicit Sink(std::string& out) : out_(out) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  ~Sink() = default;  // what was not flushed is lost: flush() may throw

  static constexpr std::size_t room_max = 512;

  // Where up to `size` ≤ room_max bytes can be written, of which wrote() then takes what was used.
  char* room(std::size_t size) {
    if (size > sizeof chunk_ - used_) flush();
    return chunk_ + used_;
  }
  void wrote(const char* end) { used_ = static_cast<std::size_t>(end - chunk_); }

  void put(char c) {
    *room(1) = c;
    ++used_;
  }
  void put(std::string_view text) {
    if (text.size() > room_max) {
      flush();
      out_.append(text);
    } else {
      used_ += text.copy(room(text.size()), text.size());
    }
  }
  // Text whose length the compiler knows: a few moves.
  template <std::size_t size>
  void put(const std::array<char, size>& text) {
    static_assert(size <= room_max);
    std::memcpy(room(size), text.data(), size);
    used_ += size;
  }
  template <std::size_t size>
  void put(const char (&text)[size]) {
    std::memcpy(room(size), text, size);  // its final zero is overwritten by what follows
    used_ += size - 1;
  }
  // The last time that was written: the records of a list often share the day, which is most of the work.
  std::int64_t last_day = INT64_MIN;
  char last_time[24] = {};

  void flush() {
    out_.append(chunk_, used_);
    used_ = 0;
  }

 private:
  std::string& out_;
  std::size_t used_ = 0;
  char chunk_[2048];
};

void put_text(Sink& sink, std::string_view text);
void put_number(Sink& sink, double value);
void put_number(Sink& sink, std::int64_t value);
void put_time(Sink& sink, org::UtcTime value);

// A member's key with what stands around it, `{"id":` or `,"title":`. Names are the interface's own: plain ASCII that
// needs no escape.
template <class T, std::size_t index>
constexpr auto key_text() {
  constexpr std::string_view name = std::get<index>(org::Describe<T>::fields).name;
  std::array<char, name.size() + 4> out{};
  out[0] = index == 0 ? '{' : ',';
  out[1] = '"';
  for (std::size_t i = 0; i < name.size(); ++i) out[i + 2] = name[i];
  out[name.size() + 2] = '"';
  out[name.size() + 3] = ':';
  return out;
}

template <class T>
struct Put;  // Put<T>::value(sink, value) for every type a record can hold

template <class T>
void put(Sink& sink, const T& value) {
  Put<T>::value(sink, value);
}

template <>
struct Put<bool> {
  static void value(Sink& sink, bool value) { value ? sink.put("true") : sink.put("false"); }
};
template <>
struct Put<std::int64_t> {
  static void value(Sink& sink, std::int64_t value) { put_number(sink, value); }
};
template <>
struct Put<double> {
  static void value(Sink& sink, double value) { put_number(sink, value); }
};
template <>
struct Put<std::string> {
  static void value(Sink& sink, const std::string& value) { put_text(sink, value); }
};
template <>
struct Put<org::UnixMs> {
  static void value(Sink& sink, org::UnixMs value) { put_number(sink, value.ms); }
};
template <>
struct Put<org::EntityKey> {
  static void value(Sink& sink, const org::EntityKey& value) { put_text(sink, value.text); }
};
template <>
struct Put<org::UtcTime> {
  static void value(Sink& sink, org::UtcTime value) { put_time(sink, value); }
};
template <class Tag>
struct Put<org::Id<Tag>> {
  static void value(Sink& sink, const org::Id<Tag>& value) {
    char* out = sink.room(38);
    out[0] = out[37] = '"';
    value.value.write_to(out + 1);
    sink.wrote(out + 38);
  }
};
// Secrets are never written, neither as they were sent nor sealed.
template <>
struct Put<org::Secret> {
  static void value(Sink& sink, const org::Secret&) { put_text(sink, org::shown_secret); }
};
template <>
struct Put<org::SealedSecret> {
  static void value(Sink& sink, const org::SealedSecret&) { put_text(sink, org::shown_secret); }
};
// Dates and the like: plain ASCII that needs no escape.
template <class T>
requires requires {
  T::must_be;
  T::pattern;
}
struct Put<T> {
  static void value(Sink& sink, const T& value) {
    sink.put('"');
    sink.put(std::string_view(value.text()));
    sink.put('"');
  }
};
template <org::NamedEnum E>
struct Put<E> {
  static void value(Sink& sink, E value) {
    sink.put('"');
    sink.put(org::text_of(value));
    sink.put('"');
  }
};
template <class... Alternatives>
struct Put<std::variant<Alternatives...>> {
  static void value(Sink& sink, const std::variant<Alternatives...>& value) {
    std::visit([&](const auto& alternative) { put(sink, alternative); }, value);
  }
};
template <class T>
struct Put<std::optional<T>> {
  static void value(Sink& sink, const std::optional<T>& value) {
    if (value) {
      put(sink, *value);
    } else {
      sink.put("null");
    }
  }
};
// A change that was not sent is written like one sent as null; commands are written in tests and logs only.
template <class T>
struct Put<org::Field<T>> {
  static void value(Sink& sink, const org::Field<T>& value) { put(sink, value.sent); }
};
template <class T>
struct Put<std::vector<T>> {
  static void value(Sink& sink, const std::vector<T>& values) {
    char separator = '[';
    for (const T& value : values) {
      sink.put(separator);
      put(sink, value);
      separator = ',';
    }
    values.empty() ? sink.put("[]") : sink.put("]");
  }
};
template <class T>
struct Put<std::map<std::string, T>> {
  static void value(Sink& sink, const std::map<std::string, T>& values) {
    char separator = '{';
    for (const auto& [name, value] : values) {
      sink.put(separator);
      put_text(sink, name);
      sink.put(':');
      put(sink, value);
      separator = ',';
    }
    values.empty() ? sink.put("{}") : sink.put("}");
  }
};
template <org::Described T>
struct Put<T> {
  static void value(Sink& sink, const T& record) {
    constexpr std::size_t count = std::tuple_size_v<decltype(org::Describe<T>::fields)>;
    static_assert(count > 0);
    [&]<std::size_t... index>(std::index_sequence<index...>) {
      (put_member<index>(sink, record), ...);
    }
    (std::make_index_sequence<count>());
    sink.put('}');
  }

 private:
  template <std::size_t index>
  static void put_member(Sink& sink, const T& record) {
    static constexpr auto key = key_text<T, index>();
    sink.put(key);
    // The member may belong to a base of T.
    put(sink, record.*(std::get<index>(org::Describe<T>::fields).member));
  }
};

// Any value that can stand in a record.
template <class T>
void write_value(std::string& out, const T& value) {
  Sink sink(out);
  put(sink, value);
  sink.flush();
}

}  // namespace detail

template <org::Described T>
void write(std::string& out, const T& record) {
  detail::write_value(out, record);
}

template <org::Described T>
void write(std::string& out, const org::Page<T>& page) {
  constexpr std::size_t record_bytes_typical = 512;
  out.reserve(out.size() + 128 + page.results.size() * record_bytes_typical);
  detail::Sink sink(out);
  sink.put("{\"results\":");
  detail::put(sink, page.results);
  sink.put(",\"total\":");
  detail::put(sink, page.total);
  sink.put(",\"page\":");
  detail::put(sink, page.page);
  sink.put(",\"pageSize\":");
  detail::put(sink, page.page_size);
  sink.put(",\"nextCursor\":");
  detail::put(sink, page.next_cursor);
  sink.put('}');
  sink.flush();
}

}  // namespace parlance::server::codec
