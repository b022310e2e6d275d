#include "ui/key_help.h"

#include <algorithm>

#include "ui/keys.h"

namespace framelane {
namespace {

constexpr float kWidth = 352, kLine = 16, kKeys = 112, kHead = 32;

}  // namespace

Rect key_help_box(Size logical_window, float bottom) {
  const float lines = static_cast<float>(key_lines().size());
  const float wanted = 2 * theme::kPadding + kHead + lines * kLine;
  const auto width = static_cast<float>(logical_window.width);
  const float wide = std::min(kWidth, width - 2 * theme::kMargin);
  return {width - theme::kMargin - wide, theme::kMargin, wide,
          std::min(wanted, bottom - theme::kMargin)};
}

void draw_key_help(Canvas& canvas) {
  const Rect p = canvas.panel();
  Rect line{p.x + theme::kPadding, p.y + theme::kPadding, p.w - 2 * theme::kPadding, 24};
  canvas.text(line, {{"Keys"}});
  line.y += kHead;
  line.h = kLine;
  for (const KeyLine& row : key_lines()) {
    if (line.bottom() > p.bottom() - theme::kPadding + 0.5F) break;
    TextLine keys;
    for (const std::string& key : row.keys) {
      if (!keys.empty()) keys.push_back({"  ", theme::kDim, TextSize::small});
      keys.push_back({key, theme::kText, TextSize::small});
    }
    canvas.text({line.x, line.y, kKeys, kLine}, keys);
    canvas.text({line.x + kKeys + 8, line.y, line.w - kKeys - 8, kLine},
                {{std::string(row.help), theme::kDim, TextSize::small}});
    line.y += kLine;
  }
}

}  // namespace framelane
