#include <array>

#include "ui/hud.h"
#include "ui/number_text.h"

namespace framelane {
namespace {

constexpr float kReadoutWidth = 224, kReadoutLine = 16;
constexpr float kReadoutInner = kReadoutWidth - 2 * Theme::kPadding;

// Breaks a sentence into lines of about 32 characters, at spaces.
std::vector<std::string> sentence_lines(const std::string& text) {
  constexpr std::size_t kMost = 31;
  std::vector<std::string> lines;
  std::size_t from = 0;
  while (text.size() - from > kMost) {
    std::size_t end = text.rfind(' ', from + kMost);
    if (end == std::string::npos || end <= from) end = from + kMost;
    lines.push_back(text.substr(from, end - from));
    from = text[end] == ' ' ? end + 1 : end;
  }
  if (from < text.size()) lines.push_back(text.substr(from));
  return lines;
}

void draw_readout(Canvas& canvas, Rect line, const char* name, const std::string& value,
                  const char* unit) {
  const bool known = value != kNoValue;
  canvas.text({line.x, line.y, 96, line.h}, {{name, Theme::kDim, TextSize::small}});
  canvas.text({line.right() - 20, line.y, 20, line.h}, {{unit, Theme::kDim, TextSize::small}});
  canvas.text({line.right() - 92, line.y, 68, line.h},
              {{value, known ? Theme::kText : Theme::kFaint, TextSize::small}}, Align::right);
}

std::string queue_text(const StageRow& row) {
  if (!row.queue_depth) return kNoValue;
  const std::string depth = std::to_string(*row.queue_depth);
  return row.queue_capacity ? depth + " of " + std::to_string(*row.queue_capacity) : depth;
}

}  // namespace

Rect hud_readout_box(const StageRow& row, Rect hud, std::size_t index) {
  const auto lines = static_cast<float>(sentence_lines(row.bound).size());
  const float text = lines > 0 ? 8 + lines * kReadoutLine : 0;
  const float height = 8 + 24 + 6 * kReadoutLine + text + 12;
  return {hud.right() + Theme::kGap, hud.y + 104 + static_cast<float>(index) * 16, kReadoutWidth,
          height};
}

void draw_hud_readout(Canvas& canvas, const StageRow& row) {
  const Rect p = canvas.panel();
  const float left = p.x + Theme::kPadding;
  canvas.fill({left, p.y + 16, 8, 8}, stage_color(row.stage), Theme::kBarRadius);
  canvas.text({left + 16, p.y + 8, kReadoutInner - 16, 24}, {{row.name}});
  std::optional<double> percent;
  if (row.budget_share) percent = *row.budget_share * 100;
  struct Value {
    const char* name;
    std::string value;
    const char* unit;
  };
  const std::array values{Value{"last", fixed(row.last_ms, 3), "ms"},
                          Value{"average", fixed(row.average_ms, 3), "ms"},
                          Value{"p95", fixed(row.p95_ms, 3), "ms"},
                          Value{"max", fixed(row.max_ms, 3), "ms"},
                          Value{"of the budget", fixed(percent, 0), "%"},
                          Value{"queue", queue_text(row), ""}};
  Rect line{left, p.y + 32, kReadoutInner, kReadoutLine};
  for (const Value& value : values) {
    draw_readout(canvas, line, value.name, value.value, value.unit);
    line.y += kReadoutLine;
  }
  line.y += 8;
  for (const std::string& part : sentence_lines(row.bound)) {
    canvas.text(line, {{part, Theme::kText, TextSize::small}});
    line.y += kReadoutLine;
  }
}

}  // namespace framelane
