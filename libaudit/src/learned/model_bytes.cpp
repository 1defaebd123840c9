#include <bit>
#include <cmath>
#include <cstring>

#include "parlance/audit/learned_model.hpp"

namespace parlance::audit {
namespace {

constexpr std::string_view magic = "PLLM";
constexpr std::uint32_t version = 1;  // of the layout and of what features mean

class Writer {
 public:
  template <class Unsigned>
  void number(Unsigned value) {
    for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * i);
  }
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void real(float value) { number(std::bit_cast<std::uint32_t>(value)); }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    out += value;
  }

  std::string out;
};

// After the first thing that is not there or not right, `ok` stays false and everything reads as zero.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <class Unsigned>
  Unsigned number() {
    const std::string_view bytes = take(sizeof(Unsigned));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    return static_cast<Unsigned>(value);
  }
  double real() { return finite(std::bit_cast<double>(number<std::uint64_t>())); }
  float small_real() { return finite(std::bit_cast<float>(number<std::uint32_t>())); }
  std::string text() { return std::string(take(number<std::uint32_t>())); }
  // How many items follow, each of at least `bytes`: no more than there is room for, so that nothing large is
  // allocated on a false promise.
  std::size_t count(std::size_t bytes) {
    const std::size_t n = number<std::uint32_t>();
    require(n <= left_.size() / bytes);
    return ok ? n : 0;
  }
  std::string_view take(std::size_t size) {
    require(size <= left_.size());
    if (!ok) return {};
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  void require(bool holds) { ok = ok && holds; }
  bool at_end() const { return left_.empty(); }

  bool ok = true;

 private:
  template <class Real>
  Real finite(Real value) {
    require(std::isfinite(value));
    return ok ? value : Real{0};
  }
  std::string_view left_;
};

constexpr char boolean_kind = 'b', options_kind = 'o';

LearnedModel::Head read_head(Reader& in, std::size_t classes) {
  LearnedModel::Head head;
  head.bias = in.real();
  for (std::size_t i = 0; i <= classes && in.ok; ++i) head.cue_weights.push_back(in.small_real());
  const std::size_t weights = in.count(8);
  head.weights.reserve(weights);
  for (std::size_t i = 0; i < weights && in.ok; ++i) {
    LearnedModel::Weight weight;
    weight.id = in.number<std::uint32_t>();
    weight.weight = in.small_real();
    in.require(head.weights.empty() || head.weights.back().id < weight.id);
    head.weights.push_back(weight);
  }
  return head;
}

}  // namespace

std::string LearnedModel::to_bytes() const {
  Writer to;
  to.out = magic;
  to.number(version);
  to.out += is_boolean() ? boolean_kind : options_kind;
  if (!is_boolean()) {
    to.number(static_cast<std::uint32_t>(classes.size()));
    for (const AnswerValue& value : classes) to.text(std::get<std::string>(value));
  }
  to.number(labels);
  for (const double value : {slope, offset, accuracy_cues, accuracy_learned}) to.real(value);
  for (const Head& head : heads) {
    to.real(head.bias);
    for (const float weight : head.cue_weights) to.real(weight);
    to.number(static_cast<std::uint32_t>(head.weights.size()));
    for (const Weight& weight : head.weights) {
      to.number(weight.id);
      to.real(weight.weight);
    }
  }
  return std::move(to.out);
}

std::optional<LearnedModel> LearnedModel::from_bytes(std::string_view bytes) {
  Reader in(bytes);
  in.require(in.take(magic.size()) == magic);
  in.require(in.number<std::uint32_t>() == version);
  const std::string_view kind = in.take(1);
  if (!in.ok) return std::nullopt;

  LearnedModel model;
  std::size_t heads = 1;
  if (kind.front() == boolean_kind) {
    model.classes = {false, true};
  } else if (kind.front() == options_kind) {
    heads = in.count(4);
    in.require(heads >= learning::outcomes_min);
    for (std::size_t i = 0; i < heads && in.ok; ++i) {
      AnswerValue value = in.text();
      in.require(model.classes.empty() || model.classes.back() < value);
      model.classes.push_back(std::move(value));
    }
  } else {
    return std::nullopt;
  }
  model.labels = in.number<std::uint32_t>();
  model.slope = in.real();
  model.offset = in.real();
  model.accuracy_cues = in.real();
  model.accuracy_learned = in.real();
  for (std::size_t i = 0; i < heads && in.ok; ++i) model.heads.push_back(read_head(in, model.classes.size()));
  if (!in.ok || !in.at_end()) return std::nullopt;
  return model;
}

}  // namespace parlance::audit
