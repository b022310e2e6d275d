#include <algorithm>
#include <memory>
#include <vector>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/byte_colors.h"
#include "gpu/host/passes/byte_layouts.h"
#include "gpu/host/passes/rows.h"
#include "gpu/picture.h"

namespace framelane {
namespace {

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

// Whether no cache keeps the picture till somebody reads it: writing it there would only drive out
// what is being read. One of 1920x1080 pixels may be kept.
bool outgrows_caches(const ImageView& out, const RgbLayout& layout) {
  constexpr std::ptrdiff_t kKept = 8 << 20;
  constexpr std::uintptr_t kAligned = 32;
  const int pixel_bytes = layout.order == RgbOrder::planes ? 3 : out.step_bytes[0];
  if (std::ptrdiff_t{pixel_bytes} * out.width * out.height <= kKept) return false;
  std::uintptr_t places = 0;
  for (std::size_t c = 0; c < 3; ++c)
    places |= reinterpret_cast<std::uintptr_t>(out.data[c] - layout.places[c]) |
              static_cast<std::uintptr_t>(out.pitch_bytes[c]);
  return places % kAligned == 0;
}

struct ToRgb {
  const PointWork& work;
  const HostPassCall& call;
  const ByteColorRows& rows;
  RgbFactors factors;
  RgbLayout layout;
  ChromaOrder chroma;
  bool streams;

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
                        centred() ? 4 : 5,
                        streams};
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
    row.streams = streams;
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
    if (streams) rows.settle();
  }
};

}  // namespace

bool run_byte_rgb(const PointWork& work, const HostPassCall& call, const ByteColorRows& rows) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const RgbLayout* const layout = rgb_layout(out);
  const ChromaOrder chroma = chroma_order(in);
  if (layout == nullptr || !chroma.known || !work.interpolate_chroma || !sited_in_quarters(work) ||
      !alpha_is_simple(work, in, out))
    return false;
  const std::optional<RgbFactors> factors = rgb_factors(work);
  if (!factors) return false;
  const ToRgb to{work, call, rows, *factors, *layout, chroma, outgrows_caches(out, *layout)};
  call.bands.run(
      in.height, band_rows(in.height, call.bands.threads(), 16),
      [&](int first, int last) { to.band(first, last); }, call.cancel);
  return true;
}

}  // namespace framelane
