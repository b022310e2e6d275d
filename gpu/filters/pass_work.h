#pragma once
#include <array>
#include <cstdint>
#include <variant>

#include "gpu/filters/bilateral_work.h"
#include "gpu/filters/box_work.h"
#include "gpu/filters/chromakey_work.h"
#include "gpu/filters/curve_lines.h"
#include "gpu/filters/deband_work.h"
#include "gpu/filters/deflicker_work.h"
#include "gpu/filters/fields_work.h"
#include "gpu/filters/hqdn3d_work.h"
#include "gpu/filters/neighbour_work.h"
#include "gpu/filters/nlmeans_work.h"
#include "gpu/filters/remap_work.h"
#include "gpu/filters/scale_work.h"

namespace framelane {

// What a pass computes, as plain data. Every number is in code units of the format the pass reads
// (0 .. max_code); a point pass ends in those of the format it writes. Results are clamped to the
// code range and rounded only when stored as integers. Thread-safety: values.

// One step of a point program on the values of a pixel, in the order Y U V A or R G B A.
struct PointOp {
  // Formulas: the first three in point_ops.h, alpha and curve in point_colors.h, mixer in
  // point_mixer.h, balance and vibrance in point_grades.h, the others in point_marks.h.
  enum class Kind : std::uint8_t {
    scale,   // v[c] = m[c][0] * v[c] + m[c][1]
    matrix,  // v = m * (v, 1), all three components
    gamma,   // m[c] = gain, offset, exponent, weight
    // The plain ones end here; others may read tables, alpha and the pixel's place.
    alpha,  // v[3] = m[0][0] * v[3] + m[0][1]
    curve,  // v[c] from row c of a table of 3 x `size` floats at m[c][0] * v[c] + m[c][1]
    // v[c] = m[c] * (v[0], v[1], v[2], 1), or, where alpha takes part, v = m * v; then by `mode`, a
    // Brightness, scaled to what v was before, by `share`. `top` bounds what is scaled;
    // size 1: which are whole codes, cut off.
    mixer,
    balance,   // m[c] = what is added to c in shadows, midtones, highlights; top: 1 / highest code;
               // mode 1: lightness stays
    vibrance,  // m[c] = how much, turned by saturation, share of c in luma; top: 1 / highest code
    vignette,  // m[0] = x0, y0, scale down; m[1] = 1 / square of the radius, square of
               // the angle; m[2][c] = what c darkens to; mode 1: brighter outwards
    zones,     // one of a table of `size` Zones, by v[0]
    zebra,     // m[0] = stripes across and down, lowest and highest v[0]; m[1][c] = a stripe's v[c]
    // All three from a table of size^3 entries of four floats, the first component fastest, at
    // m[c][0] * v[c] + m[c][1] along each axis: lut_math.h.
    lattice,
    // Of light (formulas in point_light.h); L is a table of curve_lines.h read at `lines`.
    lines,     // v[c] = L(m[c][0] * v[c] + m[c][1])
    luma_mix,  // v = v + (y - v) * L(m[1][0] * y) with y = m[0] * v
    peak_gain  // v = v * L(m[1][0] * the largest of v)
  };
  // Between a table's entries: the nearest one, straight lines, or tetrahedra.
  enum class Lookup : std::uint8_t { nearest, linear, tetrahedral };
  Kind kind = Kind::scale;
  std::uint8_t mode = 0;
  std::uint8_t components = 7;  // bit c: component c takes part in scale, gamma, curve and mixer
  bool clamp = true;            // to 0 .. limit afterwards
  float limit = 255;            // highest code
  float top = 255;              // gamma: code units of 1.0; lines: their value at 1
  float bias = 0;               // gamma, mixer, vibrance: taken off the result
  float share = 1;              // mixer; lines: where they are a power, the exponent, else 0
  float m[4][4] = {};
  Lookup lookup = Lookup::linear;
  int table = -1;  // which of the pass's
  int size = 0;    // its entries along one axis
  // A lattice's floats are followed by the same entries as halves, which are exact enough.
  bool halves = false;
  bool luma = false;  // and those by entries of luma: lattice_luma.h
  LinePlaces lines{};
  [[nodiscard]] constexpr bool plain() const { return kind <= Kind::gamma; }
  // Whether it gives alpha a value, so that what comes before it cannot be told from what comes
  // after.
  [[nodiscard]] constexpr bool sets_alpha() const {
    return kind == Kind::alpha || (kind == Kind::mixer && (components & 8) != 0);
  }
  [[nodiscard]] FRAMELANE_BOTH constexpr bool reads_lines() const {
    return kind == Kind::lines || kind == Kind::luma_mix || kind == Kind::peak_gain;
  }
  friend bool operator==(const PointOp&, const PointOp&) = default;
};

inline constexpr int kMaxPointOps = 24;

// Point operations with the conversions at both ends folded in.
struct PointWork {
  PointOp ops[kMaxPointOps] = {};
  int count = 0;
  bool plain = true;                       // every operation is
  float alpha_gain = 1, alpha_offset = 0;  // of the alpha value read, before the operations
  float alpha_fill = 255;                  // stored where only the output has alpha
  // Subsampled chroma is interpolated at each pixel instead of repeated. Luma sample x lies at
  // chroma position x / 2^log2 + shift.
  bool interpolate_chroma = false;
  float chroma_shift_x = 0, chroma_shift_y = 0;
  friend bool operator==(const PointWork&, const PointWork&) = default;
};

inline constexpr int kMaxTileRadius = 11;  // wider kernels are better off in two passes

// A symmetric kernel of at most kMaxTileRadius: weight[0] is the centre's. They sum to 1 over the
// whole kernel.
struct TileKernel {
  int radius = 0;
  float weight[kMaxTileRadius + 1] = {1};
};

// Separable blur of one component, and what is made of it.
struct SeparableComponent {
  bool copy = true;  // the component passes unchanged
  TileKernel x, y;
  bool mirrored = false;  // beyond the borders, see reflected_inside(); else the nearest sample
  bool sharpen = false;   // false: the blur; true: src + floor((src - round(blur)) * amount)
  float amount = 0;
};
struct SeparableWork {
  SeparableComponent components[4];
  // Codes stored may be those of sums a quarter of a code off an axis. All components that are not
  // copied are then blurred alike.
  bool near = false;
};

// A Gaussian along one axis, for radii no tile holds. Weights are exp(-k^2 / (2 sigma^2)) * norm.
struct WideBlurWork {
  bool vertical = false;
  std::uint8_t components = 7;  // the others pass unchanged
  float sigma = 1;
  int radius = 1;
  float norm = 1;
  // Of the other axis, where a pass along it stands beside this one, the vertical one first: a
  // device may share the work between the two as it likes. 0: none.
  float partner = 0;
};

// The value of that rank (0 is the lowest) in a window of (2 radius_x + 1) x (2 radius_y + 1).
struct MedianWork {
  std::uint8_t components = 7;
  int radius_x = 1, radius_y = 1;
  int rank = 4;
};

inline constexpr int kMaxWindow = 1024;

// Weighted sums of the window's pictures, oldest first: sum of weights[o][i] * picture[i], times
// scale, makes output o. Components not selected are those of picture `centre`.
struct WindowWork {
  std::uint8_t components = 7;
  int pictures = 1;
  int centre = 0;
  float scale = 1;
  std::array<std::array<float, kMaxWindow>, 2> weights{};
};

// Reads from (left, top) on and averages blocks of `factor` x `factor` pixels: a crop and a
// reduction.
struct ReduceWork {
  int left = 0, top = 0;  // pixels; multiples of the chroma block
  int factor = 1;
};

using PassWork = std::variant<PointWork, SeparableWork, WideBlurWork, GradientWork, MorphologyWork,
                              CasWork, ConvolutionWork, BoxWork, DebandWork, MedianWork, WindowWork,
                              ReduceWork, RemapWork, ScaleWork, BilateralWork, NlmeansWork,
                              FieldsWork, Hqdn3dWork, DeflickerWork, ChromakeyWork>;

}  // namespace framelane
