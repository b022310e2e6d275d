#include <algorithm>
#include <atomic>
#include <cstdint>

#include "gpu/filters/deflicker_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

template <typename S>
LumaSum sum_codes(const std::byte* row, int width) {
  const auto* codes = reinterpret_cast<const S*>(row);
  std::uint32_t sum = 0;  // of at most 65535 x 65535
  for (int x = 0; x < width; ++x)
    sum += codes[x];
  return LumaSum{sum} * kSumParts;
}

LumaSum sum_row(const ImageView& view, int y) {
  constexpr int kMostSummed = 65535;
  const int width = view.component_width(0);
  const std::byte* row = view.data[0] + y * view.pitch_bytes[0];
  const bool short_enough = width <= kMostSummed && view.shift == 0;
  if (short_enough && view.type == SampleType::u8 && view.step_bytes[0] == 1)
    return sum_codes<std::uint8_t>(row, width);
  if (short_enough && view.type == SampleType::u16 && view.step_bytes[0] == 2)
    return sum_codes<std::uint16_t>(row, width);
  const auto codes = row_scratch(0, static_cast<std::size_t>(width));
  load_row(view, 0, y, 0, width, codes.data());
  const auto limit = static_cast<float>(view.max_code);
  LumaSum sum = 0;
  for (const float code : codes)
    sum += sum_part(code, limit);
  return sum;
}

LumaSum sum_of(const ImageView& view, const HostPassCall& call) {
  std::atomic<LumaSum> sum{0};
  const int rows = view.component_height(0);
  call.bands.run(
      rows, band_rows(rows, call.bands.threads(), 16),
      [&](int first, int last) {
        LumaSum band = 0;
        for (int y = first; y < last; ++y)
          band += sum_row(view, y);
        sum += band;
      },
      call.cancel);
  return sum;
}

// Sums of the window: those of the picture before move on, and what came new is added up.
void bring_up_to_date(LumaSum* sums, const HostPassCall& call) {
  const int count = static_cast<int>(call.in.size()), present = call.memory.after + 1;
  if (!call.memory.fresh) std::copy(sums + 1, sums + count, sums);
  for (int i = call.memory.fresh ? 0 : count - 1; i < count; ++i)
    sums[i] = i < present ? sum_of(call.in[static_cast<std::size_t>(i)], call) : sums[i - 1];
}

void scale_row(const HostPassCall& call, int y, float factor) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(0);
  const bool whole = in.type == SampleType::u8 || in.type == SampleType::u16;
  const auto limit = static_cast<float>(in.max_code);
  const auto codes = row_scratch(0, static_cast<std::size_t>(width));
  load_row(in, 0, y, 0, width, codes.data());
  for (float& code : codes)
    code = deflickered(code, factor, limit, whole);
  store_row(call.out[0], 0, y, width, codes.data());
}

}  // namespace

void run_on_host(const DeflickerWork& work, const HostPassCall& call) {
  auto* sums = reinterpret_cast<LumaSum*>(call.memory.state);
  bring_up_to_date(sums, call);
  const ImageView& in = call.in[0];
  const long samples = long{in.component_width(0)} * in.component_height(0);
  const float factor = deflicker_factor(luminances_of(sums, work.size, samples), work.mean);
  each_band(call, {}, [&](int c, int first, int last) {
    const auto scratch = row_scratch(1, static_cast<std::size_t>(in.component_width(c)));
    for (int y = first; y < last; ++y) {
      if (c == 0) {
        scale_row(call, y, factor);
      } else {
        copy_row(in, call.out[0], c, y, scratch.data());
      }
    }
  });
}

}  // namespace framelane
