#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/frame_facts.h"

namespace framelane {

// What a scope shows of a picture. Each counts pixels into one table of 32-bit counts:
// histogram    [4][256]             R G B and luma
// waveform     [3][columns][256]    R G B by column of the picture and value
// vectorscope  [256][256]           Cr by Cb
enum class Scope : std::uint8_t { histogram, waveform, vectorscope };
inline constexpr int kScopes = 3;
inline constexpr std::array<Scope, kScopes> kAllScopes{Scope::histogram, Scope::waveform,
                                                       Scope::vectorscope};

inline constexpr int kScopeBins = 256;
inline constexpr int kScopeChannels = 4;  // of the histogram
inline constexpr int kMostScopeColumns = 512;
// R G B and luma are full-range codes, 0 .. 255. A chroma bin is kChromaZero + kChromaSpan * Cb
// with Cb from -0.5 to 0.5: the codes of 8-bit limited YUV one by one, and room beyond.
inline constexpr int kChromaZero = 128, kChromaSpan = 224;

// How a picture is counted, as plain data for both devices. Every row of `m` makes one bin of a
// pixel's codes (c, 1): R, G, B and luma, or of the vectorscope Cb and Cr; its fraction is cut off.
// Pixel (i * step_x, j * step_y) is counted with the chroma sample that covers it. Thread-safety: a
// value.
struct ScopeWork {
  Scope scope = Scope::histogram;
  float m[kScopeChannels][4] = {};
  int step_x = 1, step_y = 1;
  int columns = 1;  // of the waveform: min(width, kMostScopeColumns)
  friend bool operator==(const ScopeWork&, const ScopeWork&) = default;
};

// Of a picture stored as those facts say. Chroma is Cb Cr of the frame's own matrix, of RGB, gray
// and YCgCo that of BT.709; the vectorscope counts each chroma sample once. Rows are left out so
// that at most about `most_samples` pixels are counted, an odd number at a time, so that both
// fields of an interlaced picture are seen.
[[nodiscard]] ScopeWork scope_work(Scope scope, const FrameFacts& facts, int most_samples);

// The matrix of the vectorscope's Cb and Cr.
[[nodiscard]] Matrix scope_matrix(const FrameFacts& facts);

// Pixels counted of a picture of that size.
[[nodiscard]] std::int64_t scope_samples(const ScopeWork& work, int width, int height);
// Counts in a table.
[[nodiscard]] std::size_t scope_table_size(const ScopeWork& work);

[[nodiscard]] const char* name_of(Scope scope);

}  // namespace framelane
