#include <algorithm>

#include "gpu/cuda/passes/box_bytes.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/filters/box_math.h"

namespace framelane {
namespace {

constexpr int kMaxWarps = 8;

struct BoxScales {
  BoxScale of[4];
};

__device__ int lane_of_thread() {
  return static_cast<int>(threadIdx.x) % 32;
}
__device__ int warp_of_thread() {
  return static_cast<int>(threadIdx.x) / 32;
}

// Adds row y to four columns' sums, or takes it off.
template <bool kAdd>
__device__ void change_sums(const ImageView& in, const TilePlace& place, const BoxScale& scale,
                            int x, int y, int (&sums)[4]) {
  float row[4];
  load_samples(in, place.c, x, reflected_inside(y, place.height), place.width, row);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sums[i] += kAdd ? box_fixed(row[i], scale) : -box_fixed(row[i], scale);
}

__device__ void store_sums(const ImageView& out, const TilePlace& place, const BoxScale& scale,
                           int x, int y, const int (&sums)[4]) {
  float row[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    row[i] = box_code(sums[i], scale);
  store_samples(out, place.c, x, y, place.width, row);
}

// Each thread slides down `rows` rows of four columns.
__global__ void __launch_bounds__(32 * kMaxWarps)
    box_down_kernel(const __grid_constant__ BoxWork work, const __grid_constant__ BoxScales scales,
                    const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                    const __grid_constant__ ImageView out, int rows) {
  const TilePlace place = tiles.place(out);
  const int x = place.left + 4 * lane_of_thread(), radius = work.radius[place.c];
  const int first = place.top + rows * warp_of_thread(), last = min(first + rows, place.height);
  if (x >= place.width || first >= last) return;
  if (radius == 0 || in.data[place.c] == nullptr) {
    for (int y = first; y < last; ++y)
      copy_box<Lay::any, Lay::any>(in, out, place, x, y);
    return;
  }
  const BoxScale scale = scales.of[place.c];
  int sums[4] = {};
#pragma unroll 4
  for (int y = first - radius; y <= first + radius; ++y)
    change_sums<true>(in, place, scale, x, y, sums);
#pragma unroll 2
  for (int y = first; y < last; ++y) {
    store_sums(out, place, scale, x, y, sums);
    change_sums<true>(in, place, scale, x, y + 1 + radius, sums);
    change_sums<false>(in, place, scale, x, y - radius, sums);
  }
}

// Results a warp makes of a row. Around them it needs `radius` samples and one more.
constexpr int kSegment = 512;

// Running totals in shared memory; a hole after every 32, so that lanes four apart meet no bank
// twice.
struct Totals {
  int* memory;
  __device__ int& operator[](int i) const { return memory[i + (i >> 5)]; }
};

// Samples a lane adds up: odd, for the same reason.
__host__ __device__ int run_length(int radius) {
  return ((kSegment + 2 * radius + 4 + 31) / 32) | 1;
}
__host__ __device__ int totals_length(int radius) {
  const int count = 32 * run_length(radius);
  return count + count / 32;
}

// Sample i of totals becomes the picture's sample start + i; start is a multiple of four.
__device__ void load_row(const ImageView& in, const TilePlace& place, const BoxScale& scale, int y,
                         int start, int count, Totals totals) {
  const int beyond = 2 * place.width - 1;  // further ones are of no use
  for (int i = 4 * lane_of_thread(); i < count; i += 128) {
    const int x = start + i;
    float row[4];
    if (x >= 0 && x + 3 < place.width) {
      load_samples(in, place.c, x, y, place.width, row);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k)
        row[k] = load_code(in, place.c, reflected_inside(min(x + k, beyond), place.width), y);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
      if (i + k < count) totals[i + k] = box_fixed(row[k], scale);
  }
  __syncwarp();
}

// Replaces count samples by the totals up to and with each. They wrap around, differences do not.
__device__ void add_up(Totals totals, int run) {
  constexpr unsigned kAll = 0xffffffffU;
  const int lane = lane_of_thread(), first = lane * run;
  unsigned sum = 0;
  for (int i = first; i < first + run; ++i)
    sum += static_cast<unsigned>(totals[i]);
  unsigned before = sum;
  for (int step = 1; step < 32; step *= 2) {
    const unsigned other = __shfl_up_sync(kAll, before, static_cast<unsigned>(step));
    if (lane >= step) before += other;
  }
  before -= sum;
  for (int i = first; i < first + run; ++i) {
    before += static_cast<unsigned>(totals[i]);
    totals[i] = static_cast<int>(before);
  }
  __syncwarp();
}

// A warp takes one row's segment; `length` integers of shared memory are its own.
__global__ void __launch_bounds__(32 * kMaxWarps)
    box_across_kernel(const __grid_constant__ BoxWork work,
                      const __grid_constant__ BoxScales scales, const __grid_constant__ Tiles tiles,
                      const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                      int length) {
  extern __shared__ int shared[];
  const TilePlace place = tiles.place(out);
  const int y = place.top + warp_of_thread(), radius = work.radius[place.c];
  if (y >= place.height) return;  // a whole warp
  const int last = min(place.left + kSegment, place.width);
  if (radius == 0 || in.data[place.c] == nullptr) {
    for (int x = place.left + 4 * lane_of_thread(); x < last; x += 128)
      copy_box<Lay::any, Lay::any>(in, out, place, x, y);
    return;
  }
  const BoxScale scale = scales.of[place.c];
  const Totals totals{shared + warp_of_thread() * length};
  const int run = run_length(radius);
  const int lead = (radius + 1 + 3) / 4 * 4;  // so that loads begin at multiples of four
  load_row(in, place, scale, y, place.left - lead, 32 * run, totals);
  add_up(totals, run);
  for (int x = place.left + 4 * lane_of_thread(); x < last; x += 128) {
    const int at = x - place.left + lead;
    int sums[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      sums[i] = static_cast<int>(static_cast<unsigned>(totals[at + i + radius]) -
                                 static_cast<unsigned>(totals[at + i - radius - 1]));
    store_sums(out, place, scale, x, y, sums);
  }
}

BoxScales scales_of(const BoxWork& work, const ImageView& in) {
  BoxScales scales;
  for (int c = 0; c < 4; ++c)
    scales.of[c] = box_scale(in, work.radius[c]);
  return scales;
}

void launch_down(const BoxWork& work, const CudaPassCall& call, int radius) {
  // Long enough that the first window pays, short enough that every processor has work.
  const int rows = std::clamp((radius + 31) / 32 * 32, 32, 256);
  const Tiles tiles(call.out[0], 128, kMaxWarps * rows);
  box_down_kernel<<<tiles.count(), 32 * kMaxWarps, 0, call.stream>>>(
      work, scales_of(work, call.in[0]), tiles, call.in[0], call.out[0], rows);
}

void launch_across(const BoxWork& work, const CudaPassCall& call, int radius) {
  constexpr int kShared = 48 * 1024;
  const int length = totals_length(radius);
  const int row_bytes = length * static_cast<int>(sizeof(int));
  const int warps = std::clamp(kShared / row_bytes, 1, kMaxWarps);
  const Tiles tiles(call.out[0], kSegment, warps);
  box_across_kernel<<<tiles.count(), static_cast<unsigned>(32 * warps),
                      static_cast<std::size_t>(warps) * static_cast<std::size_t>(row_bytes),
                      call.stream>>>(work, scales_of(work, call.in[0]), tiles, call.in[0],
                                     call.out[0], length);
}

void launch_bytes_down(const BoxWork& work, const CudaPassCall& call, int radius) {
  const int rows = radius <= 48 ? 32 : 64;
  const Tiles tiles(call.out[0], kBoxColumns, kBoxWarps * rows);
  box_bytes_down_kernel<<<tiles.count(), kBoxThreads, 0, call.stream>>>(work, tiles, call.in[0],
                                                                        call.out[0], rows);
}

void launch_bytes_across(const BoxWork& work, const CudaPassCall& call, int radius) {
  const Tiles tiles(call.out[0], box_segment(radius), kBoxWarps);
  box_bytes_across_kernel<<<tiles.count(), kBoxThreads, 0, call.stream>>>(work, tiles, call.in[0],
                                                                          call.out[0]);
}

}  // namespace

void launch(const BoxWork& work, const CudaPassCall& call) {
  const int radius = *std::max_element(std::begin(work.radius), std::end(work.radius));
  const ImageView &in = call.in[0], &out = call.out[0];
  const bool narrow = radius <= kMostBoxBytes;
  if (narrow && work.vertical && lies_as(in, Lay::bytes) && lies_as(out, Lay::halves)) {
    launch_bytes_down(work, call, radius);
  } else if (narrow && !work.vertical && lies_as(in, Lay::halves) && lies_as(out, Lay::bytes)) {
    launch_bytes_across(work, call, radius);
  } else if (work.vertical) {
    launch_down(work, call, radius);
  } else {
    launch_across(work, call, radius);
  }
}

}  // namespace framelane
