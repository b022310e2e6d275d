#pragma once
#include <array>
#include <string>

#include "gpu/shown_light.h"

namespace framelane {

// What a shader that brings a picture's light onto the display is told; the light's unit is the
// display's white. The formulas are those of the chain that mapping_chain() names. Thread-safety: a
// value.
struct LightUniforms {
  std::array<float, 9> to_display{};  // linear R G B to those of BT.709; column-major
  // BT.2390 on PQ codes: the peak's; knee and white as shares of it.
  std::array<float, 3> tone{};
};
[[nodiscard]] LightUniforms light_uniforms(const FrameFacts& facts);

// A function `vec3 on_display@(vec3 rgb)` from codes of 0..1 to those of the display.
[[nodiscard]] std::string light_source(LightMapping mapping);

}  // namespace framelane
