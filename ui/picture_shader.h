#pragma once
#include <array>
#include <string>

#include "gpu/frame_facts.h"
#include "ui/geometry.h"

namespace framelane {

// What is compiled into a picture's shader: software rasterisers run both sides of every branch, so
// one shader for all layouts would cost several times as much. Thread-safety: a value.
struct PictureShape {
  const PixelFormat* format = nullptr;
  int taps_x = 1, taps_y = 1;  // samples taken for one pixel shown
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
  // Place in the stored picture = turn * place in the shown one + move, both 0 to 1; column-major.
  std::array<float, 4> turn{};
  std::array<float, 2> move{};
};
[[nodiscard]] PictureUniforms picture_uniforms(const FrameFacts& facts);

[[nodiscard]] std::string picture_vertex_source();
[[nodiscard]] std::string picture_fragment_source(const PictureShape& shape);

}  // namespace framelane
