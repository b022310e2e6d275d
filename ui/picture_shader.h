#pragma once
#include <array>
#include <string>

#include "gpu/frame_facts.h"
#include "ui/geometry.h"

namespace framelane {

// What the picture's shader is told, worked out from a picture's facts. Texture samples are stored
// code / highest stored code. Thread-safety: a value.
struct PictureUniforms {
  std::array<int, 4> plane{};    // of each component
  std::array<int, 4> channel{};  // of it in that plane's texture
  bool color = true;             // false: gray, component 0 stands for all
  bool alpha = false;
  // value = sample * gain + offset, per component: 0 to 1 for luma, R, G, B and A, -0.5 to 0.5 for
  // chroma.
  std::array<float, 4> gain{}, offset{};
  std::array<float, 9> to_rgb{};  // column-major: rgb = to_rgb * (Y, Cb, Cr)
  // Chroma position in samples = pixel position * scale + shift.
  std::array<float, 2> chroma_scale{}, chroma_shift{};
  // Place in the stored picture = turn * place in the shown one + move, both 0 to 1; column-major.
  std::array<float, 4> turn{};
  std::array<float, 2> move{};
};
[[nodiscard]] PictureUniforms picture_uniforms(const FrameFacts& facts);

[[nodiscard]] std::string picture_vertex_source();
[[nodiscard]] std::string picture_fragment_source();

}  // namespace framelane
