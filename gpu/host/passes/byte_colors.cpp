#include "gpu/host/passes/byte_colors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/host/passes/byte_layouts.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

constexpr int kSumBits = 7, kFactorBits = 14;
constexpr double kHighestSum = 255.9;  // codes from the middle; sums saturate beyond
constexpr double kNothing = 1e-5;      // factors that change no code by a hundredth

// A matrix on codes that count from 128, a row for each result, and its numbers as integers.
struct Centred {
  double m[3][4] = {};
  bool fits = true;  // all factors and offsets taken from it so far

  // Half a code of rounding is in the sums' offset.
  std::int16_t offset(double codes) { return whole(codes * (1 << kSumBits) + (1 << kSumBits) / 2); }
  std::int16_t factor(double value) { return whole(value * (1 << kFactorBits)); }
  // Luma counts from 0, and its product is half a bit too low.
  std::uint16_t luma_factor(double value) {
    const double factor = value * (2 << kFactorBits);
    fits = fits && factor > 0 && factor < 0xFFFF;
    return fits ? static_cast<std::uint16_t>(std::lround(factor)) : std::uint16_t{0};
  }
  std::int16_t luma_offset() { return offset(m[0][3] - 128 * m[0][0] + 0.5 / (1 << kSumBits)); }
  // Samples reach 128: their sum must fit.
  void bound(double a, double b, double c, double offset) {
    fits = fits && 128 * (std::abs(a) + std::abs(b) + std::abs(c)) + std::abs(offset) < kHighestSum;
  }
  void expect(bool holds) { fits = fits && holds; }

 private:
  std::int16_t whole(double value) {
    fits = fits && std::abs(value) < 0x7FFF;
    return fits ? static_cast<std::int16_t>(std::lround(value)) : std::int16_t{0};
  }
};

std::optional<Centred> centred_matrix(const PointWork& work) {
  const PointOp& op = work.ops[0];
  constexpr float kHighest = 255;
  if (work.count != 1 || op.kind != PointOp::Kind::matrix || (op.clamp && op.limit != kHighest))
    return std::nullopt;
  Centred map;
  for (std::size_t r = 0; r < 3; ++r) {
    std::copy_n(op.m[r], 4, map.m[r]);
    map.m[r][3] += 128 * (map.m[r][0] + map.m[r][1] + map.m[r][2] - 1);
  }
  return map;
}

bool near(double a, double b, double most) {
  return std::abs(a - b) < most;
}

bool is_420_bytes(const ImageView& view) {
  return view.yuv && view.type == SampleType::u8 && view.log2_chroma_w == 1 &&
         view.log2_chroma_h == 1 && view.step_bytes[0] == 1;
}

// Of the picture whose chroma is stored the other way round.
YuvFactors swapped_inputs(YuvFactors f) {
  std::swap(f.luma_u, f.luma_v);
  std::swap(f.u[0], f.u[1]);
  std::swap(f.v[0], f.v[1]);
  return f;
}
YuvFactors swapped_outputs(YuvFactors f) {
  std::swap(f.u, f.v);
  std::swap(f.u_offset, f.v_offset);
  return f;
}

bool run_to_yuv(const PointWork& work, const HostPassCall& call, const ByteColorRows& rows) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const ChromaOrder from = chroma_order(in), to = chroma_order(out);
  if (!is_420_bytes(out) || out.data[3] != nullptr || !from.known || !to.known) return false;
  std::optional<YuvFactors> factors = yuv_factors(work);
  if (!factors) return false;
  if (from.v_first) factors = swapped_inputs(*factors);
  if (to.v_first) factors = swapped_outputs(*factors);
  const int chroma_rows = in.component_height(1);
  call.bands.run(
      chroma_rows, band_rows(chroma_rows, call.bands.threads(), 8),
      [&](int first, int last) {
        for (int y = first; y < last; ++y) {
          const int a = 2 * y, b = std::min(a + 1, in.height - 1);
          rows.to_yuv(*factors,
                      {{row_of<const std::uint8_t>(in, 0, a), row_of<const std::uint8_t>(in, 0, b)},
                       chroma_row<const std::uint8_t>(in, from, y),
                       in.width,
                       {row_of<std::uint8_t>(out, 0, a), row_of<std::uint8_t>(out, 0, b)},
                       chroma_row<std::uint8_t>(out, to, y)});
        }
      },
      call.cancel);
  return true;
}

}  // namespace

std::optional<RgbFactors> rgb_factors(const PointWork& work) {
  std::optional<Centred> map = centred_matrix(work);
  if (!map) return std::nullopt;
  const auto& m = map->m;
  for (const auto& row : m)
    map->expect(near(row[0], m[0][0], kNothing) && near(row[3], m[0][3], 128 * kNothing));
  map->expect(near(m[0][1], 0, kNothing) && near(m[2][2], 0, kNothing));
  map->bound(m[0][0], m[1][1], 0, m[0][3]);
  RgbFactors f{};
  f.luma = map->luma_factor(m[0][0]);
  f.red_v = map->factor(m[0][2]);
  f.green_u = map->factor(m[1][1]);
  f.green_v = map->factor(m[1][2]);
  f.half_blue_u = map->factor(m[2][1] / 2);
  f.offset = map->luma_offset();
  return map->fits ? std::optional(f) : std::nullopt;
}

std::optional<YuvFactors> yuv_factors(const PointWork& work) {
  std::optional<Centred> map = centred_matrix(work);
  if (!map) return std::nullopt;
  const auto& m = map->m;
  map->expect(near(m[1][0], 0, kNothing) && near(m[2][0], 0, kNothing));
  for (const auto& row : m)
    map->bound(row[0], row[1], row[2], row[3]);
  YuvFactors f{};
  f.luma = map->luma_factor(m[0][0]);
  f.luma_u = map->factor(m[0][1]);
  f.luma_v = map->factor(m[0][2]);
  for (std::size_t c = 0; c < 2; ++c) {
    f.u[c] = map->factor(m[1][c + 1]);
    f.v[c] = map->factor(m[2][c + 1]);
  }
  f.luma_offset = map->luma_offset();
  f.u_offset = map->offset(m[1][3]);
  f.v_offset = map->offset(m[2][3]);
  return map->fits ? std::optional(f) : std::nullopt;
}

bool run_byte_colors(const PointWork& work, const HostPassCall& call) {
  const ByteColorRows* const rows = byte_color_rows();
  if (rows == nullptr || !is_420_bytes(call.in[0])) return false;
  return call.out[0].yuv ? run_to_yuv(work, call, *rows) : run_byte_rgb(work, call, *rows);
}

}  // namespace framelane
