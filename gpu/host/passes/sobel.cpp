#include <array>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// A row with the sample beyond each end.
void load_extended(const ImageView& in, int c, int y, float* row) {
  const int width = in.component_width(c);
  load_row(in, c, sobel_edge(y, in.component_height(c)), 0, width, row);
  row[-1] = row[sobel_edge(-1, width)];
  row[width] = row[sobel_edge(width, width)];
}

void sobel_rows(const SobelWork& work, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c);
  const auto length = static_cast<std::size_t>(width);
  const auto limit = static_cast<float>(in.max_code);
  std::array<float*, 3> rows{};
  for (int r = 0; r < 3; ++r) {
    rows[static_cast<std::size_t>(r)] = row_scratch(r, length + 2).data() + 1;
    load_extended(in, c, first - 1 + r, rows[static_cast<std::size_t>(r)]);
  }
  const auto result = row_scratch(3, length);
  for (int y = first; y < last; ++y) {
    const float *a = rows[0], *b = rows[1], *d = rows[2];
    for (int x = 0; x < width; ++x) {
      const float n[9] = {a[x - 1], a[x],     a[x + 1], b[x - 1], b[x],
                          b[x + 1], d[x - 1], d[x],     d[x + 1]};
      result[static_cast<std::size_t>(x)] = sobel_value(n, work.scale, work.delta, limit);
    }
    store_row(call.out[0], c, y, width, result.data());
    rows = {rows[1], rows[2], rows[0]};
    if (y + 1 < last) load_extended(in, c, y + 2, rows[2]);
  }
}

}  // namespace

void run_on_host(const SobelWork& work, const HostPassCall& call) {
  each_band(call, {}, [&](int c, int first, int last) {
    if ((work.components >> c & 1) != 0) return sobel_rows(work, call, c, first, last);
    const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
    for (int y = first; y < last; ++y)
      copy_row(call.in[0], call.out[0], c, y, scratch.data());
  });
}

}  // namespace framelane
