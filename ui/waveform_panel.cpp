#include "ui/waveform_panel.h"

namespace framelane {
namespace {

constexpr float kWaveformAxis = 32, kWaveformBetween = 12, kWaveformTop = 7, kWaveformHeight = 156;

void draw_levels(Canvas& canvas, Rect area, bool every_number) {
  for (int level = 0; level <= 4; ++level) {
    const float y = area.y + kWaveformTop + kWaveformHeight * (1 - static_cast<float>(level) / 4);
    canvas.fill({area.x + kWaveformAxis, y, area.w - kWaveformAxis, 1}, white(16));
    if (!every_number && level % 2 != 0) continue;
    canvas.text({area.x, y - 8, kWaveformAxis - 6, 16}, axis_text(std::to_string(25 * level)),
                Align::right);
  }
}

}  // namespace

float wave_width(float panel_width) {
  return (panel_width - 2 * Theme::kPadding - kWaveformAxis - 2 * kWaveformBetween) / 3;
}

void draw_waveform(Canvas& canvas, const ScopesModel& model, const WaveTexture& waves,
                   const ScopeLook& look, std::vector<Action>& actions) {
  draw_scope_head(canvas, model, Scope::waveform, "RGB, %", look, actions);
  const Rect area = scope_area(canvas);
  draw_levels(canvas, area, look.every_number);
  if (waves.texture == 0) return;
  const float wide = wave_width(canvas.panel().w);
  for (std::size_t c = 0; c < 3; ++c) {
    const Rect box{area.x + kWaveformAxis + static_cast<float>(c) * (wide + kWaveformBetween),
                   area.y + kWaveformTop, wide, kWaveformHeight};
    // The texture's rows are columns of the picture, its columns values.
    const auto [first, last] = waves.rows[c];
    canvas.image(box, waves.texture, {ImVec2{1, first}, {1, last}, {0, last}, {0, first}},
                 kScopeColors[c]);
  }
}

}  // namespace framelane
