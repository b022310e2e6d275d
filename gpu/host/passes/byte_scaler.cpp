#include "gpu/host/passes/byte_scaler.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gpu/host/passes/across_rows.h"
#include "gpu/host/passes/byte_columns.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/sample_groups.h"

namespace framelane {
namespace {

static_assert(kMostShortTaps == 2 * kMostPairs);

// A group of components and how its rows are made.
struct Part {
  SampleGroup group;
  const ScaleAxis& down;
  const std::byte* table;
  ByteColumns columns;
};

void scale_band(const ByteSums& sums, const Part& part, const HostPassCall& call, int first,
                int last) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const int c = part.group.c, used = part.down.used, pairs = (used + 1) / 2;
  const int* const firsts = taps_of(part.down, part.table).firsts;
  const std::int16_t* const weights = short_weights_of(part.down, part.table);
  const int bytes = out.component_width(c) * static_cast<int>(part.group.bytes);
  AcrossRows<ByteSums> across(sums, part.columns.taps(), in, part.group, used,
                              firsts[last - 1] + used);
  std::array<const std::int16_t*, kMostShortTaps> rows{};
  for (int y = first; y < last; ++y) {
    across.make(firsts[y], used);
    for (int k = 0; k < 2 * pairs; ++k)
      rows[static_cast<std::size_t>(k)] = across.row(firsts[y] + std::min(k, used - 1));
    sums.down(rows.data(), weights + std::ptrdiff_t{part.down.taps} * y, pairs, bytes,
              reinterpret_cast<std::uint8_t*>(out.data[c] + y * out.pitch_bytes[c]));
  }
}

bool are_bytes(const ImageView& view) {
  return view.type == SampleType::u8 && view.max_code == 255;
}

std::vector<Part> parts_of(const ScaleWork& work, const HostPassCall& call, const ByteSums& sums) {
  std::vector<Part> parts;
  for (const SampleGroup& group : common_groups(call.in[0], call.out[0])) {
    const int axes = scale_part(call.in[0], group.c);
    const ScaleAxis &across = work.across[axes], &down = work.down[axes];
    if (!across.shorts || !down.shorts) return {};
    Part part{
        group, down, call.memory.tables[down.table],
        ByteColumns(across, call.memory.tables[across.table], static_cast<int>(group.bytes), sums)};
    if (!part.columns.usable()) return {};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

bool scale_bytes(const ScaleWork& work, const HostPassCall& call, const ByteSums& sums) {
  if (!are_bytes(call.in[0]) || !are_bytes(call.out[0])) return false;
  const std::vector<Part> parts = parts_of(work, call, sums);
  for (const Part& part : parts) {
    const int rows = call.out[0].component_height(part.group.c);
    call.bands.run(
        rows, band_rows(rows, call.bands.threads(), 32),
        [&](int first, int last) { scale_band(sums, part, call, first, last); }, call.cancel);
  }
  return !parts.empty();
}

bool scale_bytes(const ScaleWork& work, const HostPassCall& call) {
  for (const ByteSums* sums : {widest_byte_sums(), wide_byte_sums()})
    if (sums != nullptr && scale_bytes(work, call, *sums)) return true;
  return false;
}

}  // namespace framelane
