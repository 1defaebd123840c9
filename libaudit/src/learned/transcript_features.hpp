// Which features a transcript has, and which words they stand for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "embedded/speakers.hpp"
#include "embedded/word_scanner.hpp"
#include "parlance/audit/learned_model.hpp"
#include "parlance/audit/message.hpp"

namespace parlance::audit::learned {

// Bytes [begin, end) of a message.
struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Reads a transcript message by message. Features are the runs of one to three words of a sentence, its beginning and
// end counting as words, by speaker; those of a speaker's last two messages once more with that position; and, since
// "no" means what it answers, the first word of a message paired with each word of the sentence before it.
class TranscriptFeatures {
 public:
  explicit TranscriptFeatures(std::span<const Message> messages) : messages_(messages) {
    for (const Message& message : messages)
      ++left_[static_cast<std::size_t>(embedded::speaker_of(message.sender_role))];
  }

  // Moves to the next message; false after the last, or when enough words were read.
  bool next() {
    if (++position_ > messages_.size() || words_ >= learned_words_max) return false;
    const auto speaker = static_cast<std::size_t>(embedded::speaker_of(message().sender_role));
    const std::size_t after = --left_[speaker];
    said_ = kind(speaker, 0);
    placed_ = after == 0 ? kind(speaker, 1) : after == 1 ? kind(speaker, 2) : no_kind;
    reply_ = kind(speaker, 3);
    return true;
  }
  const Message& message() const { return messages_[position_ - 1]; }
  std::size_t position() const { return position_ - 1; }

  // Calls emit(id, words, sentence) for each feature of the present message, repeated ones included. The words may be
  // none: begin == end.
  template <class Emit>
  void read(Emit emit) {
    const std::string_view text = message().content;
    before_.swap(sentence_);  // what the message before ended with
    sentence_.clear();
    bool first = true;
    embedded::WordScanner scanner(text);
    std::size_t end = 0;
    while (words_ < learned_words_max && scanner.next()) {
      if (!sentence_.empty() && embedded::ends_sentence(text, end, scanner.begin())) {
        emit_sentence(mark_of(text.substr(end, scanner.begin() - end)), first, emit);
        first = false;
        sentence_.clear();
      }
      end = scanner.end();
      sentence_.push_back({hash_of(scanner), {narrow(scanner.begin()), narrow(end)}});
      ++words_;
    }
    if (!sentence_.empty()) emit_sentence(mark_of(text.substr(end)), first, emit);
  }

 private:
  struct Word {
    std::uint64_t hash = 0;
    TextSpan span;
  };

  static constexpr std::uint64_t no_kind = 0;
  static constexpr std::uint64_t start_mark = 1, end_mark = 2, question_mark = 3, number = 4;

  static std::uint64_t kind(std::size_t speaker, std::size_t what) { return 1 + speaker * 4 + what; }
  static std::uint32_t narrow(std::size_t at) { return static_cast<std::uint32_t>(at); }
  static std::uint64_t mixed(std::uint64_t h) {
    h *= 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
  }
  static std::uint64_t joined(std::uint64_t run, std::uint64_t word) { return mixed(run * 3 + word); }
  static std::uint32_t feature(std::uint64_t run, std::uint64_t kind) {
    return static_cast<std::uint32_t>(mixed(run + kind * 0xA0761D6478BD642Fu) >> 32);
  }
  // Numbers are alike: which one is said rarely matters, that one is said often does.
  static std::uint64_t hash_of(const embedded::WordScanner& scanner) {
    const std::string_view folded = scanner.folded();
    if (folded.front() >= '0' && folded.front() <= '9') return number;
    if (const embedded::WordKey* key = scanner.key()) {
      return mixed(mixed(mixed(key->lanes[0]) + key->lanes[1]) + key->lanes[2]);
    }
    std::uint64_t h = 0;
    for (const char c : folded) h = h * 0x100000001B3u ^ static_cast<unsigned char>(c);
    return mixed(h);
  }
  static std::uint64_t mark_of(std::string_view punctuation) {
    return punctuation.find('?') == std::string_view::npos ? end_mark : question_mark;
  }

  template <class Emit>
  void emit_run(std::uint64_t run, TextSpan words, TextSpan sentence, Emit& emit) const {
    emit(feature(run, said_), words, sentence);
    if (placed_ != no_kind) emit(feature(run, placed_), words, sentence);
  }

  template <class Emit>
  void emit_sentence(std::uint64_t mark, bool first, Emit& emit) const {
    const TextSpan sentence{sentence_.front().span.begin, sentence_.back().span.end};
    if (first) {
      for (const Word& word : before_) {
        emit(feature(joined(sentence_.front().hash, word.hash), reply_), sentence_.front().span, sentence);
      }
    }
    // The marks stand outside the words and cover none of the text.
    const auto count = static_cast<std::ptrdiff_t>(sentence_.size());
    const auto at = [&](std::ptrdiff_t i) -> Word {
      if (i < 0) return {start_mark, {sentence.begin, sentence.begin}};
      if (i == count) return {mark, {sentence.end, sentence.end}};
      return sentence_[static_cast<std::size_t>(i)];
    };
    for (std::ptrdiff_t i = -1; i <= count; ++i) {
      const Word word = at(i);
      std::uint64_t run = joined(0, word.hash);
      emit_run(run, word.span, sentence, emit);
      for (std::ptrdiff_t last = i + 1; last <= i + 2 && last <= count; ++last) {
        const Word more = at(last);
        run = joined(run, more.hash);
        emit_run(run, {word.span.begin, more.span.end}, sentence, emit);
      }
    }
  }

  std::span<const Message> messages_;
  std::size_t position_ = 0;  // of the present message, from 1
  std::size_t words_ = 0;
  std::array<std::size_t, 3> left_{};  // messages by Speaker, those after the present one
  std::uint64_t said_ = 0, placed_ = 0, reply_ = 0;
  std::vector<Word> sentence_, before_;
};

}  // namespace parlance::audit::learned
