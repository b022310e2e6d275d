#include "ui/text_wrap.h"

#include <utility>

namespace framelane {
namespace {

std::size_t next_character(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
    ++at;
  return at;
}

// One past the next place where a line may be broken.
std::size_t next_break(std::string_view text, std::size_t at) {
  const std::size_t found = text.find_first_of(" ,:", at);
  return found == std::string_view::npos ? text.size() : found + 1;
}

std::size_t line_end(const Canvas& canvas, std::string_view text, TextSize size, float width) {
  const auto fits = [&](std::size_t end) {
    std::string_view line = text.substr(0, end);
    while (line.ends_with(' '))
      line.remove_suffix(1);
    return canvas.width({{std::string(line), Theme::kText, size}}) <= width;
  };
  std::size_t end = 0;
  while (end < text.size() && fits(next_break(text, end)))
    end = next_break(text, end);
  if (end > 0) return end;
  end = next_character(text, 0);
  while (end < text.size() && fits(next_character(text, end)))
    end = next_character(text, end);
  return end;
}

std::size_t start_of_character(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
    --at;
  return at;
}

// About `kept` bytes of a text, half of them from its end.
std::string without_middle(std::string_view text, std::size_t kept) {
  const std::size_t first = start_of_character(text, kept / 2);
  const std::size_t last = start_of_character(text, text.size() - kept / 2);
  return std::string(text.substr(0, first)) + "\u2026" + std::string(text.substr(last));
}

}  // namespace

std::vector<std::string> wrapped(const Canvas& canvas, std::string_view text, TextSize size,
                                 float width, std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (lines.size() + 1 < most) end = line_end(canvas, text, size, width);
    std::string line(text.substr(0, end));
    while (line.ends_with(' '))
      line.pop_back();
    lines.push_back(std::move(line));
    text.remove_prefix(end);
  }
  return lines;
}

const std::vector<std::string>& WrappedText::lines(const Canvas& canvas, const std::string& text,
                                                   TextSize size, float width, std::size_t most) {
  Source source{text, size, width, canvas.scale(), most};
  if (source == source_) return lines_;
  lines_ = wrapped(canvas, text, size, width, most);
  source_ = std::move(source);
  return lines_;
}

std::string with_both_ends(const Canvas& canvas, std::string_view text, std::string_view rest,
                           TextSize size, float width, std::size_t most) {
  const auto fits = [&](const std::string& shown) {
    return wrapped(canvas, shown + std::string(rest), size, width, most + 1).size() <= most;
  };
  std::string shown(text);
  if (fits(shown)) return shown;
  shown = without_middle(text, 0);
  std::size_t kept = 0, too_long = text.size();
  while (too_long - kept > 1) {
    const std::size_t middle = (kept + too_long) / 2;
    std::string tried = without_middle(text, middle);
    const bool well = fits(tried);
    (well ? kept : too_long) = middle;
    if (well) shown = std::move(tried);
  }
  return shown;
}

}  // namespace framelane
