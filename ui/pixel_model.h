#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace framelane {

// A colour as displayed: full-range R'G'B', 8 bit.
using Rgb8 = std::array<std::uint8_t, 3>;

// One pixel and its neighbours before and after the filters. Thread-safety: a value.
struct PixelModel {
  static constexpr int kReach = 4, kAcross = 2 * kReach + 1;
  // Rows as displayed, of the pixel in the middle; no value outside the picture.
  using Loupe = std::array<std::optional<Rgb8>, std::size_t{kAcross} * kAcross>;
  struct Code {
    const char* name = "";  // "Y", "Cb"
    int value = 0;
  };
  // Where the pixel lies in the window, device pixels.
  struct Mark {
    float x = 0, y = 0, w = 0, h = 0;
  };

  bool known = false;  // false: the pointer has not been on the picture yet
  int x = 0, y = 0;    // of the source's stored picture
  double zoom = 1;     // device pixels for a pixel of the picture
  Loupe before{}, after{};
  int depth = 8;            // bits of `codes`
  std::vector<Code> codes;  // of the source, as stored
  std::vector<Mark> marks;  // side by side: two

  [[nodiscard]] static std::size_t middle() { return kAcross * kAcross / 2; }
};

}  // namespace framelane
