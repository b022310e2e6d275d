#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/filters/hqdn3d_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

using Number = std::uint16_t;

// One component of a picture on its way through the pass.
struct Component {
  const ImageView& in;
  const ImageView& out;
  int c, width, height;
  Hqdn3dScale scale;
  const std::int16_t* spatial;  // at the difference 0
  const std::int16_t* temporal;
  Number* rows;   // filtered along the rows
  Number* state;  // the picture before
  int pitch;

  [[nodiscard]] Number* rows_at(int y) const { return rows + std::ptrdiff_t{y} * pitch; }
  [[nodiscard]] Number* state_at(int y) const { return state + std::ptrdiff_t{y} * pitch; }
};

Component component_of(const Hqdn3dWork& work, const HostPassCall& call, int c) {
  const Hqdn3dScale scale(work.depth);
  const Hqdn3dPlanes planes(call.in[0]);
  const auto table = [&](int which) {
    return reinterpret_cast<const std::int16_t*>(call.memory.tables[(c == 0 ? 0 : 2) + which]) +
           scale.entries() / 2;
  };
  return {call.in[0],
          call.out[0],
          c,
          call.in[0].component_width(c),
          call.in[0].component_height(c),
          scale,
          table(0),
          table(1),
          reinterpret_cast<Number*>(call.memory.scratch) + planes.offset[c],
          reinterpret_cast<Number*>(call.memory.state) + planes.offset[c],
          planes.pitch[c]};
}

template <typename S>
void numbers_of(const std::byte* row, const Hqdn3dScale& scale, std::size_t count, Number* into) {
  const auto* codes = reinterpret_cast<const S*>(row);
  for (std::size_t i = 0; i < count; ++i)
    into[i] = static_cast<Number>(scale.number_of(int{codes[i]}));
}

// Samples [x, x + count) of row y.
void load_numbers(const Component& p, int y, int x, int count, Number* into) {
  const auto n = static_cast<std::size_t>(count);
  const std::byte* row =
      p.in.data[p.c] + y * p.in.pitch_bytes[p.c] + std::ptrdiff_t{x} * p.in.step_bytes[p.c];
  if (p.in.type == SampleType::u8 && p.in.step_bytes[p.c] == 1)
    return numbers_of<std::uint8_t>(row, p.scale, n, into);
  if (p.in.type == SampleType::u16 && p.in.step_bytes[p.c] == 2 && p.in.shift == 0)
    return numbers_of<std::uint16_t>(row, p.scale, n, into);
  const auto codes = row_scratch(0, n);
  load_row(p.in, p.c, y, x, count, codes.data());
  for (std::size_t i = 0; i < n; ++i)
    into[i] = static_cast<Number>(p.scale.number_of(codes[i]));
}

void store_numbers(const Component& p, int y, int x, int count, const Number* from) {
  const auto n = static_cast<std::size_t>(count);
  ImageView out = p.out;
  out.data[p.c] += std::ptrdiff_t{x} * out.step_bytes[p.c];
  if (out.type == SampleType::u8 && out.step_bytes[p.c] == 1) {
    auto* codes = reinterpret_cast<std::uint8_t*>(out.data[p.c] + y * out.pitch_bytes[p.c]);
    for (std::size_t i = 0; i < n; ++i)
      codes[i] = static_cast<std::uint8_t>(from[i] >> 8);
    return;
  }
  const auto codes = row_scratch(0, n);
  for (std::size_t i = 0; i < n; ++i)
    codes[i] = p.scale.code_of(from[i]);
  store_row(out, p.c, y, count, codes.data());
}

// Along kRows rows at once: each sample waits for the one before it, the rows do not.
constexpr int kRows = 4;

template <bool Held>
void filter_rows(const Component& p, int first, int count) {
  Number* rows[kRows];
  int before[kRows];
  for (int r = 0; r < kRows; ++r) {
    rows[r] = p.rows_at(first + std::min(r, count - 1));
    if (r < count) load_numbers(p, first + r, 0, p.width, rows[r]);
  }
  for (int r = 0; r < kRows; ++r)
    before[r] = rows[r][0];
  if (count < kRows) {
    for (int r = 0; r < count; ++r)
      for (int x = 1; x < p.width; ++x)
        rows[r][x] = static_cast<Number>(
            before[r] = low_pass<Held>(before[r], rows[r][x], p.spatial, p.scale.table_shift));
    return;
  }
  for (int x = 1; x < p.width; ++x)
    for (int r = 0; r < kRows; ++r)
      rows[r][x] = static_cast<Number>(
          before[r] = low_pass<Held>(before[r], rows[r][x], p.spatial, p.scale.table_shift));
}

// The first row has no row above: its first sample passes the filter too.
template <bool Held>
void filter_first_row(const Component& p) {
  Number* row = p.rows_at(0);
  load_numbers(p, 0, 0, p.width, row);
  int before = row[0];
  for (int x = 0; x < p.width; ++x)
    row[x] = static_cast<Number>(
        before = low_pass<Held>(before, row[x], p.spatial, p.scale.table_shift));
}

template <bool Held>
void filter_row_band(const Component& p, int first, int last) {
  if (first == 0) filter_first_row<Held>(p);
  for (int y = std::max(first, 1); y < last; y += kRows)
    filter_rows<Held>(p, y, std::min(kRows, last - y));
}

constexpr int kStrip = 512;  // columns

// Down a strip of columns, and over time.
template <bool Held>
void filter_strip(const Component& p, int left, bool fresh) {
  const int count = std::min(kStrip, p.width - left);
  Number above[kStrip], made[kStrip];
  std::memcpy(above, p.rows_at(0) + left, static_cast<std::size_t>(count) * sizeof(Number));
  const int table_shift = p.scale.table_shift;
  for (int y = 0; y < p.height; ++y) {
    const Number* row = p.rows_at(y) + left;
    Number* state = p.state_at(y) + left;
    if (fresh) load_numbers(p, y, left, count, state);
    for (int x = 0; x < count; ++x) {
      const int down = y == 0 ? row[x] : low_pass<Held>(above[x], row[x], p.spatial, table_shift);
      above[x] = static_cast<Number>(down);
      made[x] = static_cast<Number>(low_pass<Held>(state[x], down, p.temporal, table_shift));
    }
    std::memcpy(state, made, static_cast<std::size_t>(count) * sizeof(Number));
    store_numbers(p, y, left, count, made);
  }
}

template <bool Held>
void filter_component(const Component& p, const HostPassCall& call) {
  call.bands.run(
      p.height, band_rows(p.height, call.bands.threads(), 8),
      [&](int first, int last) { filter_row_band<Held>(p, first, last); }, call.cancel);
  call.bands.run((p.width + kStrip - 1) / kStrip, 1,
                 [&](int first, int last) {
                   for (int strip = first; strip < last; ++strip)
                     filter_strip<Held>(p, strip * kStrip, call.memory.fresh);
                 },
                 call.cancel);
}

}  // namespace

void run_on_host(const Hqdn3dWork& work, const HostPassCall& call) {
  for (int c = 0; c < call.in[0].color_count; ++c) {
    const Component component = component_of(work, call, c);
    if (leaves_16_bits(work.depth)) {
      filter_component<true>(component, call);
    } else {
      filter_component<false>(component, call);
    }
  }
  each_band(call, {}, [&](int c, int first, int last) {
    if (c < call.in[0].color_count) return;
    const auto scratch = row_scratch(1, static_cast<std::size_t>(call.in[0].component_width(c)));
    for (int y = first; y < last; ++y)
      copy_row(call.in[0], call.out[0], c, y, scratch.data());
  });
}

}  // namespace framelane
