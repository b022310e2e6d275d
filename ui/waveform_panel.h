#pragma once
#include "ui/scope_parts.h"
#include "ui/scope_textures.h"

namespace framelane {

// How wide each of the three waves is drawn in a panel of that width, logical pixels.
[[nodiscard]] float wave_width(float panel_width);
// R, G and B of each column of the picture, side by side, in percent of full range.
void draw_waveform(Canvas& canvas, const ScopesModel& model, const WaveTexture& waves,
                   const ScopeLook& look, std::vector<Action>& actions);

}  // namespace framelane
