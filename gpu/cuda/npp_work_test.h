#pragma once
#include <cstdint>

namespace framelane {

// What NVIDIA's image library (NPP) has a filter's like of.
enum class NppWork : std::uint8_t {
  none,
  color,
  gauss,
  unsharp,
  sobel,
  box,
  median3,
  median5,
  bilateral5,
  bilateral9,
  lanczos
};

}  // namespace framelane
