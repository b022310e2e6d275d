#include "app/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <vector>

#include "gpu/did_you_mean.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

// The whole of `text` as a plain number: digits and at most one point, no sign, no exponent.
template <typename Number>
bool read_plain(std::string_view text, Number& into) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

[[noreturn]] void wrong(const std::string& option, const std::string& text,
                        std::string_view wanted) {
  throw UsageError(fmt::format("{}: '{}' is not {}", option, text, wanted));
}

std::string nearest_format(const std::string& text) {
  std::vector<std::string_view> known = names_of(pixel_formats());
  known.insert(known.end(), {"source", "rgba"});
  return did_you_mean(text, known);
}

}  // namespace

std::chrono::nanoseconds parse_time(const std::string& option, const std::string& text) {
  constexpr std::string_view kWanted = "a time such as 90, 1.5, 1:30 or 01:02:03.250";
  constexpr double kMostSeconds = 1e9;
  std::string_view rest = text;
  double minutes = 0;
  for (int parts = 0; rest.find(':') != std::string_view::npos; ++parts) {
    const auto colon = rest.find(':');
    int part = 0;
    const bool good = read_plain(rest.substr(0, colon), part) && (parts == 0 || part < 60);
    if (!good || parts == 2) wrong(option, text, kWanted);
    minutes = minutes * 60 + part;
    rest.remove_prefix(colon + 1);
  }
  double seconds = 0;
  const bool sexagesimal = rest.size() != text.size();
  if (!read_plain(rest, seconds) || (sexagesimal && seconds >= 60)) wrong(option, text, kWanted);
  const double total = minutes * 60 + seconds;
  if (total > kMostSeconds) wrong(option, text, kWanted);
  return std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double>(total));
}

std::uint64_t parse_size(const std::string& option, const std::string& text) {
  constexpr std::string_view kWanted = "a size such as 1073741824, 512M or 4G";
  std::string_view digits = text;
  int shift = 0;
  if (digits.ends_with('k') || digits.ends_with('K')) shift = 10;
  if (digits.ends_with('M')) shift = 20;
  if (digits.ends_with('G')) shift = 30;
  if (shift > 0) digits.remove_suffix(1);
  std::uint64_t number = 0;
  const bool good = read_plain(digits, number) && number > 0 &&
                    number <= (std::numeric_limits<std::uint64_t>::max() >> shift);
  if (!good) wrong(option, text, kWanted);
  return number << shift;
}

std::int64_t parse_whole(const std::string& option, const std::string& text, std::int64_t least,
                         std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool good = error == std::errc{} && end == text.data() + text.size();
  if (!good || number < least || number > most) {
    const bool bounded = most != std::numeric_limits<std::int64_t>::max();
    wrong(option, text,
          bounded ? fmt::format("a whole number from {} to {}", least, most)
                  : fmt::format("a whole number from {}", least));
  }
  return number;
}

std::pair<int, int> parse_picture_size(const std::string& option, const std::string& text) {
  constexpr int kLeast = 16, kMost = 16384;
  const std::string_view all = text;
  const auto x = all.find('x');
  int width = 0, height = 0;
  const bool good = x != std::string_view::npos && read_plain(all.substr(0, x), width) &&
                    read_plain(all.substr(x + 1), height) && std::min(width, height) >= kLeast &&
                    std::max(width, height) <= kMost;
  if (!good) wrong(option, text, "a size such as 3840x2160, 16 to 16384 each way");
  return {width, height};
}

OutputFormat parse_output_format(const std::string& option, const std::string& text) {
  if (text == "source") return {};
  if (text == "rgba") return {OutputFormat::Kind::rgba, nullptr};
  const PixelFormat* named = find_pixel_format(text);
  if (named == nullptr)
    wrong(option, text,
          "source, rgba or a pixel format that framelane writes" + nearest_format(text) +
              "; run --help lists them");
  return {OutputFormat::Kind::named, named};
}

}  // namespace framelane
