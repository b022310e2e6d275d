#include "gpu/host/run_pass.h"

#include <algorithm>
#include <variant>

#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

void fill_rows(const ImageView& out, int c, int first, int last) {
  const int width = out.component_width(c);
  const auto row = row_scratch(0, static_cast<std::size_t>(width));
  std::ranges::fill(row, static_cast<float>(out.max_code));
  for (int y = first; y < last; ++y)
    store_row(out, c, y, width, row.data());
}

}  // namespace

void each_band(const HostPassCall& call, BandLimits limits,
               const std::function<void(int c, int first, int last)>& body) {
  const ImageView& out = call.out.front();
  for (int c = 0; c < 4; ++c) {
    if (out.data[c] == nullptr) continue;
    const bool absent = call.in.front().data[c] == nullptr;
    const int rows = out.component_height(c);
    call.bands.run(
        rows, std::min(limits.most, band_rows(rows, call.bands.threads(), limits.least)),
        [&](int first, int last) {
          if (absent) {
            for (const ImageView& view : call.out)
              fill_rows(view, c, first, last);
          } else {
            body(c, first, last);
          }
        },
        call.cancel);
  }
}

void each_band_of(unsigned components, const HostPassCall& call, BandLimits limits,
                  const std::function<void(int c, int first, int last)>& body) {
  each_band(call, limits, [&](int c, int first, int last) {
    if ((components >> c & 1U) != 0) return body(c, first, last);
    const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
    for (int y = first; y < last; ++y)
      copy_row(call.in[0], call.out[0], c, y, scratch.data());
  });
}

void run_pass_on_host(const Pass& pass, std::span<const ImageView> in,
                      std::span<const ImageView> out, const PassMemory& memory, BandPool& bands,
                      const std::atomic<bool>* cancel) {
  const HostPassCall call{in, out, memory, bands, cancel};
  std::visit([&](const auto& work) { run_on_host(work, call); }, pass.work);
}

}  // namespace framelane
