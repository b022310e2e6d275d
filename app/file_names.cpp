#include "app/file_names.h"

#include <algorithm>
#include <array>

namespace framelane {
namespace {

constexpr std::array<std::string_view, 34> kVideoEndings{
    "3gp", "asf",  "avi", "dv",  "f4v", "flv",  "gif", "h264", "h265", "hevc", "ivf", "m1v",
    "m2t", "m2ts", "m2v", "m4v", "mj2", "mjpg", "mkv", "mov",  "mp4",  "mpeg", "mpg", "mts",
    "mxf", "nut",  "obu", "ogm", "ogv", "ts",   "vob", "webm", "wmv",  "y4m"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
// Of ASCII letters only: independent of the locale.
char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Takes the run of digits at the front, without its leading zeros.
std::string_view take_number(std::string_view& text) {
  const std::size_t length =
      std::min(static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()),
               text.size());
  std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

// Negative, 0 or positive, as numbers of any length.
int compare_numbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

int compare_front(std::string_view& a, std::string_view& b) {
  if (is_digit(a.front()) && is_digit(b.front())) {
    const std::string_view left = take_number(a), right = take_number(b);
    return compare_numbers(left, right);
  }
  const auto left = static_cast<unsigned char>(lower_letter(a.front()));
  const auto right = static_cast<unsigned char>(lower_letter(b.front()));
  a.remove_prefix(1);
  b.remove_prefix(1);
  return static_cast<int>(left) - static_cast<int>(right);
}

}  // namespace

bool is_video_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  std::string ending(name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(), lower_letter);
  return std::ranges::find(kVideoEndings, ending) != kVideoEndings.end();
}

bool natural_less(std::string_view a, std::string_view b) {
  std::string_view left = a, right = b;
  while (!left.empty() && !right.empty())
    if (const int order = compare_front(left, right); order != 0) return order < 0;
  if (left.empty() != right.empty()) return left.empty();
  return a < b;
}

}  // namespace framelane
