#include "ui/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace framelane {
namespace {

std::string two_digits(std::int64_t value) {
  const std::string digits = std::to_string(value);
  return value < 10 ? "0" + digits : digits;
}

}  // namespace

std::string fixed(std::optional<double> value, int decimals) {
  if (!value || !std::isfinite(*value)) return kNoValue;
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), *value,
                                 std::chars_format::fixed, decimals);
  return {text.data(), end.ptr};
}

std::string count_text(std::uint64_t count) {
  if (count >= 1'000'000) return fixed(static_cast<double>(count) / 1e6, 2) + "\u2009M";
  std::string text = std::to_string(count);
  if (text.size() > 3) text.insert(text.size() - 3, "\u2009");
  return text;
}

std::string clock_text(double seconds) {
  constexpr double kMost = 359'999.999;  // 99:59:59.999
  const double held = std::isfinite(seconds) ? std::clamp(seconds, 0.0, kMost) : 0.0;
  const auto ms = static_cast<std::int64_t>(held * 1000 + 1e-6);
  const std::string thousandths = std::to_string(1000 + ms % 1000).substr(1);
  return two_digits(ms / 3'600'000) + ":" + two_digits(ms / 60'000 % 60) + ":" +
         two_digits(ms / 1000 % 60) + "." + thousandths;
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace framelane
