#pragma once
#include <array>
#include <optional>

#include "gpu/frame_facts.h"

namespace framelane {

// What light the colour values of a picture stand for, in double precision: for tables, and for
// numbers told to shaders. Thread-safety: functions without state.

// SMPTE ST 2084: 0..1 as 0..10000 cd/m2 and back.
[[nodiscard]] double pq_light(double code);
[[nodiscard]] double pq_code(double nits);
// ARIB STD-B67 on a display of kHlgNits: 0..1 as cd/m2. BT.2100's OOTF, a power of 1.2, of each of
// R, G and B as zimg takes it, not of their luminance.
[[nodiscard]] double hlg_light(double code);
inline constexpr double kHlgNits = 1000;
// What a display makes of other transfers, 1 is white, and back: a power of 2.4 (BT.1886 with a
// black of 0) unless the transfer names another one; nothing below 0. PQ and HLG are not among
// them.
[[nodiscard]] double display_light(Transfer transfer, double code);
[[nodiscard]] double display_code(Transfer transfer, double light);
// The power of light that display_code() is; nothing where it has a straight part.
[[nodiscard]] std::optional<double> display_power(Transfer transfer);

[[nodiscard]] constexpr bool is_hdr(Transfer transfer) {
  return transfer == Transfer::pq || transfer == Transfer::hlg;
}

// CIE 1931 x and y of red, green, blue and white.
struct Chromaticities {
  std::array<std::array<double, 2>, 4> xy{};
  friend bool operator==(const Chromaticities&, const Chromaticities&) = default;
};
// H.273 table 2; nothing for unspecified or unknown code points.
[[nodiscard]] std::optional<Chromaticities> chromaticities_of(Primaries primaries);
// Those to compute with: the tagged ones, else BT.2020 for PQ and HLG and BT.709 for the rest.
[[nodiscard]] Primaries effective_primaries(const ColorFacts& color);

enum class WhiteAdaptation { bradford, von_kries, none };
// Linear R G B of one set of primaries in another, through CIE XYZ; white stays white unless
// adaptation is none. Both must be known.
[[nodiscard]] Rows3 rgb_to_rgb(Primaries from, Primaries to,
                               WhiteAdaptation adaptation = WhiteAdaptation::bradford);
// Luminance of linear R, G and B; the sum is 1.
[[nodiscard]] std::array<double, 3> luminance_weights(Primaries primaries);

}  // namespace framelane
