#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/pixel_format.h"

namespace framelane {

// Code points of ITU-T H.273, the numbers FFmpeg and every container use. Any value may occur; the
// named ones are those the code decides on.
enum class Matrix : std::uint8_t {
  rgb = 0,
  bt709 = 1,
  unspecified = 2,
  fcc = 4,
  bt470bg = 5,
  bt601 = 6,
  smpte240m = 7,
  ycgco = 8,
  bt2020nc = 9,
  bt2020c = 10
};
enum class Primaries : std::uint8_t { bt709 = 1, unspecified = 2, bt2020 = 9 };
enum class Transfer : std::uint8_t { bt709 = 1, unspecified = 2, linear = 8, pq = 16, hlg = 18 };
enum class Range : std::uint8_t { unspecified, limited, full };
// Where a subsampled chroma sample lies relative to its luma samples.
enum class Siting : std::uint8_t { unspecified, left, center, topleft, top, bottomleft, bottom };
enum class FieldOrder : std::uint8_t { progressive, top_first, bottom_first };

struct Rational {
  int num = 0;
  int den = 1;
  friend bool operator==(const Rational&, const Rational&) = default;
};

struct ColorFacts {
  Matrix matrix = Matrix::unspecified;
  Primaries primaries = Primaries::unspecified;
  Transfer transfer = Transfer::unspecified;
  Range range = Range::unspecified;
  Siting siting = Siting::unspecified;
  friend bool operator==(const ColorFacts&, const ColorFacts&) = default;
};

// How bright a picture's light is said to get, cd/m2; 0 where nothing is said. Static metadata:
// CTA-861.3 MaxCLL, and the display of SMPTE ST 2086 that it was mastered on.
struct LightFacts {
  float max_content = 0;
  float max_display = 0;
  friend bool operator==(const LightFacts&, const LightFacts&) = default;
};

// What is true of every sample of a picture. A filter that changes size, layout or colour changes
// these with it. Thread-safety: a value.
struct FrameFacts {
  const PixelFormat* format = nullptr;  // never null in a frame
  int width = 0;                        // pixels, as stored and cropped
  int height = 0;
  ColorFacts color;
  LightFacts light;
  Rational sample_aspect{1, 1};  // 0/1 is never stored: unknown becomes 1/1
  int rotation = 0;              // clockwise degrees to turn for showing: 0, 90, 180, 270
  bool mirror = false;           // flip left-right first, then rotate
  FieldOrder field_order = FieldOrder::progressive;
  friend bool operator==(const FrameFacts&, const FrameFacts&) = default;
};

// The matrix and range to compute with: tags where present, else the documented assumption (matrix
// 709 from 1280 wide or over 576 high, else 601; range limited for YUV and gray, full for RGB).
[[nodiscard]] Matrix effective_matrix(const FrameFacts& facts);
[[nodiscard]] Range effective_range(const FrameFacts& facts);
[[nodiscard]] bool matrix_is_assumed(const FrameFacts& facts);

// The code of 0 and how many codes lie between 0 and 1 (of chroma: -0.5 and 0.5).
struct CodeSpan {
  double zero = 0, span = 1;
};
// Of component c: H.273 equations 20 to 37. Limited YCgCo is made of limited R G B, so that its
// chroma has luma's span.
[[nodiscard]] CodeSpan code_span(const FrameFacts& facts, int c);

// Rows of a 3x3 matrix.
using Rows3 = std::array<std::array<double, 3>, 3>;
// R G B (0..1) from Y (0..1), Cb and Cr (-0.5..0.5) and back: H.273 equations 38 to 40 with Kr and
// Kb of table 4; Cg and Co where MatrixCoefficients is 8. Constant luminance BT.2020 is taken as
// the non-constant one, an approximation; an unknown matrix as BT.709.
[[nodiscard]] Rows3 yuv_to_rgb(Matrix matrix);
[[nodiscard]] Rows3 rgb_to_yuv(Matrix matrix);

// "BT.709 limited", "BT.601 limited (assumed)", "BT.2020 PQ limited", "RGB full".
[[nodiscard]] std::string describe_color(const FrameFacts& facts);

}  // namespace framelane
