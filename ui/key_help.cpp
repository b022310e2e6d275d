#include "ui/key_help.h"

#include <algorithm>
#include <cmath>

#include "ui/keys.h"

namespace framelane {
namespace {

constexpr float kColumn = 320, kLine = 16, kKeys = 112, kHead = 32;

std::size_t lines_in(float height) {
  return static_cast<std::size_t>(std::max(0.0F, height - 2 * Theme::kPadding - kHead) / kLine);
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
  canvas.text({line.x, line.y, kKeys, kLine}, keys_line(row));
  canvas.text({line.x + kKeys + 8, line.y, line.w - kKeys - 8, kLine},
              {{std::string(row.help), Theme::kDim, TextSize::small}});
}

}  // namespace

Rect key_help_box(Size logical_window, Rect above, float bottom) {
  const auto width = static_cast<float>(logical_window.width);
  const float most = width - 2 * Theme::kMargin;
  const float one = std::min(kColumn + 2 * Theme::kPadding, most);
  Rect box{width - Theme::kMargin - one, Theme::kMargin, one, 0};
  const float wanted = 2 * Theme::kPadding + kHead + static_cast<float>(key_lines().size()) * kLine;
  box.h = wanted;
  if (box.meets(above)) box.y = above.bottom() + Theme::kGap;
  const float room = bottom - box.y;
  if (wanted <= room) return box;
  const float two = 2 * kColumn + 3 * Theme::kPadding;
  if (two <= most) {
    const auto half = std::ceil(static_cast<float>(key_lines().size()) / 2);
    box = {width - Theme::kMargin - two, box.y, two, 2 * Theme::kPadding + kHead + half * kLine};
  }
  box.h = std::min(box.h, room);
  return box;
}

void draw_key_help(Canvas& canvas) {
  const Rect p = canvas.panel();
  Rect line{p.x + Theme::kPadding, p.y + Theme::kPadding, p.w - 2 * Theme::kPadding, 24};
  canvas.text(line, {{"Keys"}});
  const std::vector<KeyLine> rows = key_lines();
  const bool two = p.w > kColumn + 3 * Theme::kPadding;
  const std::size_t in_column = lines_in(p.h);
  const std::size_t room = in_column * (two ? 2 : 1);
  line.w = two ? kColumn : line.w;
  line.h = kLine;
  for (std::size_t i = 0; i < std::min(rows.size(), room); ++i) {
    const std::size_t column = i / in_column, row = i % in_column;
    const Rect at{line.x + static_cast<float>(column) * (kColumn + Theme::kPadding),
                  p.y + Theme::kPadding + kHead + static_cast<float>(row) * kLine, line.w, kLine};
    if (i + 1 == room && rows.size() > room) {
      canvas.text(at, {{"\u2026 a larger window shows the rest", Theme::kDim, TextSize::small}});
    } else {
      draw_pair(canvas, at, rows[i]);
    }
  }
}

}  // namespace framelane
