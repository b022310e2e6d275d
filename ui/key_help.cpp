#include "ui/key_help.h"

#include <algorithm>
#include <string>

#include "ui/keys.h"

namespace framelane {
namespace {

constexpr float kColumn = 320, kHelpLine = 16, kKeys = 112, kHelpHead = 32;

std::size_t lines_in(float height) {
  return static_cast<std::size_t>(std::max(0.0F, height - 2 * Theme::kPadding - kHelpHead) /
                                  kHelpLine);
}

std::size_t columns_in(float width) {
  return width >= 2 * kColumn + 3 * Theme::kPadding ? 2 : 1;
}

// Of the longer column.
float lines_of(std::size_t columns) {
  return static_cast<float>((key_lines().size() + columns - 1) / columns);
}

TextLine keys_line(const KeyLine& row) {
  TextLine line;
  std::string held;  // "Shift+", said once
  for (const std::string& key : row.keys) {
    const std::string with =
        key.size() > 1 ? key.substr(0, key.rfind('+', key.size() - 2) + 1) : "";
    const bool same = !line.empty() && with == held;
    if (!line.empty()) line.push_back({"  ", Theme::kDim, TextSize::small});
    line.push_back({same ? key.substr(with.size()) : key, Theme::kText, TextSize::small});
    held = with;
  }
  return line;
}

void draw_pair(Canvas& canvas, Rect line, const KeyLine& row) {
  canvas.text({line.x, line.y, kKeys, kHelpLine}, keys_line(row));
  canvas.text({line.x + kKeys + 8, line.y, line.w - kKeys - 8, kHelpLine},
              {{std::string(row.help), Theme::kDim, TextSize::small}});
}

}  // namespace

Rect key_help_box(Size logical_window, Rect above, float bottom) {
  const auto width = static_cast<float>(logical_window.width);
  const float most = width - 2 * Theme::kMargin;
  const float two = 2 * kColumn + 3 * Theme::kPadding;
  const float wide = two <= most ? two : std::min(kColumn + 2 * Theme::kPadding, most);
  const float lines = lines_of(columns_in(wide));
  Rect box{width - Theme::kMargin - wide, Theme::kMargin, wide,
           2 * Theme::kPadding + kHelpHead + lines * kHelpLine};
  if (box.meets(above)) box.y = above.bottom() + Theme::kGap;
  box.h = std::min(box.h, bottom - box.y);
  return box;
}

void draw_key_help(Canvas& canvas, std::ptrdiff_t& first) {
  const Rect p = canvas.panel();
  const std::vector<KeyLine> rows = key_lines();
  const std::size_t columns = columns_in(p.w), room = lines_in(p.h);
  const auto lines = static_cast<std::size_t>(lines_of(columns));
  const std::ptrdiff_t most =
      static_cast<std::ptrdiff_t>(lines) - static_cast<std::ptrdiff_t>(room);
  first = std::clamp<std::ptrdiff_t>(first, 0, std::max<std::ptrdiff_t>(most, 0));
  const Rect head{p.x + Theme::kPadding, p.y + Theme::kPadding, p.w - 2 * Theme::kPadding, 24};
  canvas.text(head, {{"Keys"}});
  const TextLine hint{{"the wheel shows the rest", Theme::kDim, TextSize::small}};
  if (most > 0 && canvas.width(hint) + canvas.width({{"Keys"}}) + Theme::kPadding <= head.w)
    canvas.text(head, hint, Align::right);
  const float wide = columns == 2 ? kColumn : head.w;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t column = i / lines, line = i % lines;
    const auto at = static_cast<std::ptrdiff_t>(line) - first;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(room)) continue;
    const float x = head.x + static_cast<float>(column) * (kColumn + Theme::kPadding);
    const float y = p.y + Theme::kPadding + kHelpHead + static_cast<float>(at) * kHelpLine;
    draw_pair(canvas, {x, y, wide, kHelpLine}, rows[i]);
  }
}

}  // namespace framelane
