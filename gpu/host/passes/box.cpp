#include <algorithm>
#include <array>
#include <vector>

#include "gpu/filters/box_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// Integers of the calling thread, kept from call to call.
std::span<int> int_scratch(std::size_t index, std::size_t count) {
  thread_local std::array<std::vector<int>, 3> buffers;
  std::vector<int>& buffer = buffers.at(index);
  if (buffer.size() < count) buffer.resize(count);
  return std::span(buffer).first(count);
}

struct Plane {
  const HostPassCall& call;
  int c, radius, width, height;
  BoxScale scale;

  Plane(const HostPassCall& pass, int component, int box_radius)
      : call(pass),
        c(component),
        radius(box_radius),
        width(pass.in[0].component_width(component)),
        height(pass.in[0].component_height(component)),
        scale(box_scale(pass.in[0], box_radius)) {}

  void load(int y, int* into) const {
    const auto row = row_scratch(0, static_cast<std::size_t>(width));
    load_row(call.in[0], c, y, 0, width, row.data());
    const BoxScale by = scale;
    for (std::size_t x = 0; x < row.size(); ++x)
      into[x] = box_fixed(row[x], by);
  }
  void store(int y, const int* sums) const {
    const auto row = row_scratch(0, static_cast<std::size_t>(width));
    const BoxScale by = scale;
    for (std::size_t x = 0; x < row.size(); ++x)
      row[x] = box_code(sums[x], by);
    store_row(call.out[0], c, y, width, row.data());
  }
};

// Adds row y to the sums, or takes it off.
template <bool kAdd>
void change_sums(const Plane& plane, int y, std::span<int> sums) {
  const auto row = int_scratch(1, sums.size());
  plane.load(reflected_inside(y, plane.height), row.data());
  int* const sum = sums.data();
  const int* const from = row.data();
  for (std::size_t x = 0; x < sums.size(); ++x)
    sum[x] += kAdd ? from[x] : -from[x];
}

// Sums of columns that slide down.
void vertical_rows(const Plane& plane, int first, int last) {
  const auto sums = int_scratch(0, static_cast<std::size_t>(plane.width));
  std::ranges::fill(sums, 0);
  for (int y = first - plane.radius; y <= first + plane.radius; ++y)
    change_sums<true>(plane, y, sums);
  for (int y = first; y < last; ++y) {
    plane.store(y, sums.data());
    if (y + 1 == last) break;
    change_sums<true>(plane, y + 1 + plane.radius, sums);
    change_sums<false>(plane, y - plane.radius, sums);
  }
}

void horizontal_row(const Plane& plane, int y) {
  const auto width = static_cast<std::size_t>(plane.width);
  const auto radius = static_cast<std::size_t>(plane.radius);
  const auto memory = int_scratch(0, width + 2 * radius + 1), sums = int_scratch(1, width);
  int* const row = memory.data() + radius + 1;
  plane.load(y, row);
  row[-1 - plane.radius] = 0;  // left of the first window
  for (std::size_t i = 0; i < radius; ++i) {
    row[-1 - static_cast<std::ptrdiff_t>(i)] = row[i];
    row[width + i] = row[width - 1 - i];
  }
  const int *enters = row + radius, *leaves = row - radius - 1;
  int* const changes = sums.data();
  for (std::size_t x = 0; x < width; ++x)
    changes[x] = enters[x] - leaves[x];
  int sum = 0;
  for (std::size_t i = 0; i < 2 * radius; ++i)
    sum += row[static_cast<std::ptrdiff_t>(i) - plane.radius];
  for (std::size_t x = 0; x < width; ++x)
    changes[x] = sum += changes[x];
  plane.store(y, changes);
}

}  // namespace

void run_on_host(const BoxWork& work, const HostPassCall& call) {
  unsigned components = 0;
  int widest = 0;
  for (unsigned c = 0; c < 4; ++c) {
    if (work.radius[c] > 0) components |= 1U << c;
    widest = std::max(widest, work.radius[c]);
  }
  // A band that goes down first reads a whole window.
  const BandLimits limits{work.vertical ? std::max(8, 4 * widest) : 8};
  each_band_of(components, call, limits, [&](int c, int first, int last) {
    const Plane plane(call, c, work.radius[c]);
    if (work.vertical) return vertical_rows(plane, first, last);
    for (int y = first; y < last; ++y)
      horizontal_row(plane, y);
  });
}

}  // namespace framelane
