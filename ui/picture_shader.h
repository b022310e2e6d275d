#pragma once
#include <array>
#include <string>

#include "gpu/frame_facts.h"
#include "ui/geometry.h"
#include "ui/picture_light.h"

namespace framelane {

// What is compiled into a picture's shader: software rasterisers run both sides of every branch, so
// one shader for all layouts would cost several times as much. Thread-safety: a value.
struct PictureShape {
  const PixelFormat* format = nullptr;
  int taps_x = 1, taps_y = 1;  // samples taken for one pixel shown
  bool nearest = false;        // the colour of the one stored pixel; one tap
  LightMapping light = LightMapping::none;
  friend bool operator==(const PictureShape&, const PictureShape&) = default;
};

// What a picture's shader is told. Texture samples are stored code / highest stored code.
// Thread-safety: a value.
struct PictureUniforms {
  // rgb = to_rgb * samples + to_rgb_offset; column-major.
  std::array<float, 9> to_rgb{};
  std::array<float, 3> to_rgb_offset{};
  float alpha_gain = 1;
  // Chroma position in samples = pixel position * scale + shift.
  std::array<float, 2> chroma_scale{}, chroma_shift{};
};
[[nodiscard]] PictureUniforms picture_uniforms(const FrameFacts& facts);

// Uniforms and textures of a shader's first picture end in 0, of its second in 1: `plane0_1` is
// plane 0 of the second.
[[nodiscard]] std::string picture_vertex_source();
[[nodiscard]] std::string picture_fragment_source(const PictureShape& shape);
// |first - second| of what would be shown, times the uniform `gain`.
[[nodiscard]] std::string difference_fragment_source(const PictureShape& first,
                                                     const PictureShape& second);

}  // namespace framelane
