#include "gpu/host/passes/byte_colors.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/byte_layouts.h"
#include "gpu/host/passes/rows.h"
#include "gpu/picture.h"

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

template <typename Byte = std::uint8_t>
Byte* row_of(const ImageView& view, int c, int y) {
  return view.data[c] == nullptr ? nullptr
                                 : reinterpret_cast<Byte*>(view.data[c] + y * view.pitch_bytes[c]);
}

// Pairs in their order, whichever of the two is first.
template <typename Byte>
ChromaBytes<Byte> chroma_row(const ImageView& view, const ChromaOrder& order, int y) {
  if (!order.pairs) return {row_of<Byte>(view, 1, y), row_of<Byte>(view, 2, y)};
  return {row_of<Byte>(view, order.v_first ? 2 : 1, y), nullptr};
}

// --- R G B ---

// A chroma sample's two rows are mixed in quarters, and two neighbours too.
bool sited_in_quarters(const PointWork& work) {
  const float x = work.chroma_shift_x, y = work.chroma_shift_y;
  return (x == 0 || x == -0.25F) && (y == 0 || y == -0.25F || y == -0.5F);
}

// Alpha passes unchanged, is left out, or becomes opaque.
bool alpha_is_simple(const PointWork& work, const ImageView& in, const ImageView& out) {
  if (out.data[3] == nullptr) return true;
  if (in.data[3] == nullptr) return work.alpha_fill == 255;
  return in.step_bytes[3] == 1 && work.alpha_gain == 1 && work.alpha_offset == 0;
}

// Two rows of both components, with room before and behind them. They begin at a cache line:
// stores that cross one take twice as long.
struct ChromaScratch {
  ChromaWords rows[2];
  explicit ChromaScratch(int width) {
    constexpr std::size_t kLineBytes = 64, kLine = kLineBytes / sizeof(std::int16_t);
    static_assert(kChromaRoom == kLine);
    const std::size_t pitch = align_up(static_cast<std::size_t>(width), kLine) + 2 * kLine;
    thread_local std::vector<std::int16_t> words;
    if (words.size() < 4 * pitch + kLine) words.resize(4 * pitch + kLine);
    std::size_t bytes = words.size() * sizeof(std::int16_t);
    void* begin = words.data();
    std::align(kLineBytes, 4 * pitch * sizeof(std::int16_t), begin, bytes);
    auto* const first = static_cast<std::int16_t*>(begin) + kLine;
    rows[0] = {first, first + pitch};
    rows[1] = {first + 2 * pitch, first + 3 * pitch};
  }
};

struct ToRgb {
  const PointWork& work;
  const HostPassCall& call;
  const ByteColorRows& rows;
  RgbFactors factors;
  RgbLayout layout;
  ChromaOrder chroma;

  [[nodiscard]] bool centred() const { return work.chroma_shift_x != 0; }
  [[nodiscard]] ChromaTap tap(int y) const {
    return chroma_tap(y, 1, work.chroma_shift_y, call.in[0].component_height(1));
  }

  // The chroma of two luma rows with those taps, which are of the same rows.
  void mix(const ChromaTap& one, const ChromaTap& other, const ChromaWords (&into)[2]) const {
    const ImageView& in = call.in[0];
    const int count = in.component_width(1);
    const ChromaMix mix{chroma_row<const std::uint8_t>(in, chroma, one.first),
                        chroma_row<const std::uint8_t>(in, chroma, one.second),
                        {static_cast<int>(one.weight * 4), static_cast<int>(other.weight * 4)},
                        centred() ? 4 : 5};
    rows.mix_chroma(mix, count, into);
    for (const ChromaWords& row : into)
      for (std::int16_t* const words : {row.u, row.v}) {
        words[-1] = words[0];
        words[count] = words[count - 1];
      }
  }

  void alpha_row(int y) const {
    const ImageView &in = call.in[0], &out = call.out[0];
    if (layout.order != RgbOrder::planes || out.data[3] == nullptr) return;
    auto* const into = row_of<std::uint8_t>(out, 3, y);
    if (in.data[3] != nullptr) {
      std::copy_n(row_of<const std::uint8_t>(in, 3, y), in.width, into);
    } else {
      std::fill_n(into, in.width, std::uint8_t{255});
    }
  }

  void row(int y, const ChromaWords& words) const {
    const ImageView &in = call.in[0], &out = call.out[0];
    RgbRow row{};
    row.luma = row_of<const std::uint8_t>(in, 0, y);
    if (out.data[3] != nullptr) row.alpha = row_of<const std::uint8_t>(in, 3, y);
    row.u = chroma.v_first ? words.v : words.u;
    row.v = chroma.v_first ? words.u : words.v;
    row.centred = centred();
    row.width = in.width;
    for (int c = 0; c < 3; ++c)
      row.out[c] = row_of<std::uint8_t>(out, c, y);
    // Words begin with another component than the first one.
    if (layout.order != RgbOrder::planes) row.out[0] -= layout.places[0];
    rows.to_rgb(factors, layout.order, row);
    alpha_row(y);
  }

  // Neighbours are mostly made of the same two rows of chroma.
  void band(int first, int last) const {
    const ChromaScratch scratch(call.in[0].component_width(1));
    for (int y = first; y < last; ++y) {
      const ChromaTap one = tap(y), other = tap(y + 1);
      mix(one, other, scratch.rows);
      row(y, scratch.rows[0]);
      if (y + 1 < last && one.first == other.first && one.second == other.second)
        row(++y, scratch.rows[1]);
    }
  }
};

bool run_to_rgb(const PointWork& work, const HostPassCall& call, const ByteColorRows& rows) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const RgbLayout* const layout = rgb_layout(out);
  const ChromaOrder chroma = chroma_order(in);
  if (layout == nullptr || !chroma.known || !work.interpolate_chroma || !sited_in_quarters(work) ||
      !alpha_is_simple(work, in, out))
    return false;
  const std::optional<RgbFactors> factors = rgb_factors(work);
  if (!factors) return false;
  const ToRgb to{work, call, rows, *factors, *layout, chroma};
  call.bands.run(
      in.height, band_rows(in.height, call.bands.threads(), 16),
      [&](int first, int last) { to.band(first, last); }, call.cancel);
  return true;
}

// --- Y U V ---

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
  return call.out[0].yuv ? run_to_yuv(work, call, *rows) : run_to_rgb(work, call, *rows);
}

}  // namespace framelane
