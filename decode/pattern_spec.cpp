#include <charconv>
#include <numeric>
#include <string>

#include "decode/pattern_source.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::string_view kPrefix = "pattern:";
constexpr int kLargestSide = 16384;
constexpr int kFastestRate = 100000;
constexpr std::int64_t kMostFrames = 1'000'000'000;

// Reads one spec from left to right; every error names the column, counted from 1.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), at_(kPrefix.size()) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(std::string(text_) + ": column " + std::to_string(at_ + 1) + ": " + what +
                     "; write pattern:WIDTHxHEIGHT@RATE[:frames=N][:format=NAME]");
  }
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] bool accept(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word, const char* what) {
    if (!accept(word)) fail(std::string("expected ") + what);
  }
  std::int64_t number(std::int64_t least, std::int64_t most, const char* what) {
    std::int64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || value < least || value > most)
      fail(std::string(what) + " must be a whole number from " + std::to_string(least) + " to " +
           std::to_string(most));
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  // Digits after a decimal point: adds them to the numerator.
  void fraction(Rational& rate) {
    constexpr int kMostDigits = 4;
    for (int i = 0; i < kMostDigits && !done() && text_[at_] >= '0' && text_[at_] <= '9'; ++i) {
      rate = {rate.num * 10 + (text_[at_] - '0'), rate.den * 10};
      ++at_;
    }
  }
  std::string_view word() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view found = rest.substr(0, rest.find(':'));
    at_ += found.size();
    return found;
  }
  void back(std::size_t characters) { at_ -= characters; }

 private:
  std::string_view text_;
  std::size_t at_;
};

Rational read_rate(Reader& reader) {
  Rational rate{static_cast<int>(reader.number(0, kFastestRate, "the rate")), 1};
  if (reader.accept("/"))
    rate.den = static_cast<int>(reader.number(1, kFastestRate, "the rate"));
  else if (reader.accept("."))
    reader.fraction(rate);
  if (rate.num < rate.den) reader.fail("the rate must be at least 1");
  const int divisor = std::gcd(rate.num, rate.den);
  return {rate.num / divisor, rate.den / divisor};
}

const PixelFormat* read_format(Reader& reader) {
  const std::string_view name = reader.word();
  const PixelFormat* format = find_pixel_format(name);
  if (format != nullptr) return format;
  reader.back(name.size());
  reader.fail("no native pixel format is called '" + std::string(name) + "'");
}

}  // namespace

PatternSpec parse_pattern(std::string_view text) {
  Reader reader(text);
  PatternSpec spec;
  spec.format = find_pixel_format("yuv420p");
  spec.width = static_cast<int>(reader.number(1, kLargestSide, "the width"));
  reader.expect("x", "'x' and the height");
  spec.height = static_cast<int>(reader.number(1, kLargestSide, "the height"));
  reader.expect("@", "'@' and the frame rate");
  spec.rate = read_rate(reader);
  while (!reader.done()) {
    reader.expect(":", "':'");
    if (reader.accept("frames="))
      spec.frames = reader.number(1, kMostFrames, "frames");
    else if (reader.accept("format="))
      spec.format = read_format(reader);
    else
      reader.fail("expected frames=N or format=NAME");
  }
  return spec;
}

}  // namespace framelane
