#include "ui/text_line.h"

#include <algorithm>

namespace framelane {
namespace {

bool is_control_byte(char c) {
  return static_cast<unsigned char>(c) < 0x20U || c == 0x7f;
}

}  // namespace

std::string plain(std::span<const TextSpan> line) {
  std::string all;
  for (const TextSpan& span : line)
    all += span.text;
  return all;
}

std::optional<TextLine> without_controls(std::span<const TextSpan> line) {
  const auto has_any = [](const TextSpan& span) {
    return std::ranges::any_of(span.text, is_control_byte);
  };
  if (std::ranges::none_of(line, has_any)) return std::nullopt;
  TextLine clean(line.begin(), line.end());
  for (TextSpan& span : clean)
    std::ranges::replace_if(span.text, is_control_byte, '?');
  return clean;
}

}  // namespace framelane
