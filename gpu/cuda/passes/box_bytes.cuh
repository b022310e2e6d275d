#pragma once
#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/box_work.h"
#include "gpu/filters/sample_math.h"

// Means of boxes for planes of bytes: down into halves, then across into bytes.
namespace framelane {

// Sums of 2 * 128 + 1 bytes fit 16 bits, so that two share a word.
inline constexpr int kMostBoxBytes = 128;
inline constexpr int kBoxWarps = 4, kBoxThreads = 32 * kBoxWarps;
inline constexpr int kBoxColumns = 128;
inline constexpr int kBoxBatch = 4;  // rows read ahead of their use

// Of the size's samples reflected once beyond both ends; further out any of them.
__device__ inline int reflected_once(int i, int size) {
  const int mirrored = max(i, -1 - i);
  return max(min(mirrored, 2 * size - 1 - mirrored), 0);
}

// Components that pass unchanged. One the input lacks is written opaque.
template <Lay In, Lay Out>
__device__ void copy_box(const ImageView& in, const ImageView& out, const TilePlace& place, int x,
                         int y) {
  const auto top = static_cast<float>(in.max_code);
  float row[4] = {top, top, top, top};
  if (in.data[place.c] != nullptr) load_samples<In>(in, place.c, x, y, place.width, row);
  store_samples<Out>(out, place.c, x, y, place.width, row);
}

// Four columns of bytes: words of them come in and go out.
struct ByteSums {
  unsigned even = 0, odd = 0;

  __device__ void change(unsigned enters, unsigned leaves) {
    even += __byte_perm(enters, 0, 0x4240) - __byte_perm(leaves, 0, 0x4240);
    odd += __byte_perm(enters, 0, 0x4341) - __byte_perm(leaves, 0, 0x4341);
  }
  // Times scale, as halves.
  [[nodiscard]] __device__ uint2 halves(float scale) const {
    const auto value = [&](unsigned pair, int k) {
      const float biased = __uint_as_float(__byte_perm(pair, kWholeBits, k == 0 ? 0x7410 : 0x7432));
      return plus_product(biased, scale, -8388608.0F * scale);
    };
    const __half2 low = __floats2half2_rn(value(even, 0), value(odd, 0));
    const __half2 high = __floats2half2_rn(value(even, 1), value(odd, 1));
    return make_uint2(*reinterpret_cast<const unsigned*>(&low),
                      *reinterpret_cast<const unsigned*>(&high));
  }
};

// Each thread slides down `rows` rows of four columns.
static __global__ void __launch_bounds__(kBoxThreads)
    box_bytes_down_kernel(const __grid_constant__ BoxWork work, const __grid_constant__ Tiles tiles,
                          const __grid_constant__ ImageView in,
                          const __grid_constant__ ImageView out, int rows) {
  const TilePlace place = tiles.place(out);
  const int x = place.left + 4 * (static_cast<int>(threadIdx.x) % 32);
  const int first = place.top + rows * (static_cast<int>(threadIdx.x) / 32);
  const int last = min(first + rows, place.height), radius = work.radius[place.c];
  if (x >= place.width || first >= last) return;
  if (radius == 0 || in.data[place.c] == nullptr) {
    for (int y = first; y < last; ++y)
      copy_box<Lay::bytes, Lay::halves>(in, out, place, x, y);
    return;
  }
  const std::byte* const column = in.data[place.c] + x;
  const auto pitch = static_cast<unsigned>(in.pitch_bytes[place.c]);
  const auto word = [&](int y) {
    const auto row = static_cast<unsigned>(reflected_once(y, place.height));
    const std::byte* const at = column + static_cast<std::uint64_t>(row) * pitch;
    return __ldg(reinterpret_cast<const unsigned*>(at));
  };
  ByteSums sums;
#pragma unroll 8
  for (int y = first - radius; y <= first + radius; ++y)
    sums.change(word(y), 0);
  const float scale =
      1.0F / (static_cast<float>(2 * radius + 1) * static_cast<float>(out.max_code));
  std::byte* to = sample_at(out, place.c, x, first);
  for (int y = first; y < last; y += kBoxBatch) {
    unsigned enters[kBoxBatch], leaves[kBoxBatch];
#pragma unroll
    for (int i = 0; i < kBoxBatch; ++i) {
      enters[i] = word(y + i + 1 + radius);
      leaves[i] = word(y + i - radius);
    }
#pragma unroll
    for (int i = 0; i < kBoxBatch; ++i) {
      if (y + i < last) *reinterpret_cast<uint2*>(to) = sums.halves(scale);
      to += static_cast<int>(out.pitch_bytes[place.c]);
      sums.change(enters[i], leaves[i]);
    }
  }
}

// A warp makes a segment of a row from running totals, which it makes of chunks of 16 samples a
// lane. Total i lies in plane i % 4, so that lanes four samples apart meet no bank twice.
inline constexpr int kBoxLane = 16, kBoxChunk = 32 * kBoxLane, kBoxChunks = 4;
inline constexpr int kBoxPlane = kBoxChunk * kBoxChunks / 4;

// Totals before the first result's: loads begin at multiples of eight samples.
__host__ __device__ inline int box_lead(int radius) {
  return (radius + 1 + 7) / 8 * 8;
}
inline int box_segment(int radius) {
  return (kBoxChunk * kBoxChunks - box_lead(radius) - radius) / 8 * 8;
}

// Eight halves from x on, a multiple of eight, cut to 0 .. 1.
__device__ inline uint4 load_box_halves(const ImageView& in, const TilePlace& place, int x, int y) {
  const std::byte* const row = sample_at(in, place.c, 0, y);
  if (x >= 0 && x < place.width) return *reinterpret_cast<const uint4*>(row + 2 * x);
  unsigned words[4] = {};
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int at = 2 * reflected_once(x + i, place.width);
    words[i / 2] |= static_cast<unsigned>(*reinterpret_cast<const unsigned short*>(row + at))
                    << (16 * (i % 2));
  }
  return make_uint4(words[0], words[1], words[2], words[3]);
}

__device__ inline void unpack_halves(uint4 from, float* into) {
  const unsigned words[4] = {from.x, from.y, from.z, from.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const __half2 cut = __hadd2_sat(*reinterpret_cast<const __half2*>(&words[i]), __half2{0, 0});
    into[2 * i] = __low2float(cut);
    into[2 * i + 1] = __high2float(cut);
  }
}

// Totals up to and with each of a chunk's samples; returns the last one.
__device__ inline float add_up_chunk(float (&sums)[kBoxLane], float before, float* totals) {
  constexpr unsigned kAll = 0xffffffffU;
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int i = 1; i < kBoxLane; ++i)
    sums[i] += sums[i - 1];
  float total = sums[kBoxLane - 1];
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(kAll, total, static_cast<unsigned>(step));
    if (lane >= step) total += other;
  }
  const float left = __shfl_up_sync(kAll, total, 1);
  const float base = lane == 0 ? before : before + left;
#pragma unroll
  for (int p = 0; p < 4; ++p)
    reinterpret_cast<float4*>(totals + p * kBoxPlane)[lane] =
        make_float4(sums[p] + base, sums[p + 4] + base, sums[p + 8] + base, sums[p + 12] + base);
  return before + __shfl_sync(kAll, total, 31);
}

static __global__ void __launch_bounds__(kBoxThreads)
    box_bytes_across_kernel(const __grid_constant__ BoxWork work,
                            const __grid_constant__ Tiles tiles,
                            const __grid_constant__ ImageView in,
                            const __grid_constant__ ImageView out) {
  __shared__ float4 shared[kBoxWarps * kBoxPlane];
  const TilePlace place = tiles.place(out);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int y = place.top + warp, radius = work.radius[place.c];
  if (y >= place.height) return;  // a whole warp
  const int last = min(place.left + tiles.width, place.width);
  if (radius == 0 || in.data[place.c] == nullptr) {
    for (int x = place.left + 4 * lane; x < last; x += 128)
      copy_box<Lay::halves, Lay::bytes>(in, out, place, x, y);
    return;
  }
  float* const totals = reinterpret_cast<float*>(shared + warp * kBoxPlane);
  const int lead = box_lead(radius), needed = last - place.left + lead + radius;
  float before = 0;
#pragma unroll 2
  for (int k = 0; k < kBoxChunks; ++k) {
    if (k * kBoxChunk >= needed) break;
    const int x = place.left - lead + k * kBoxChunk + kBoxLane * lane;
    float sums[kBoxLane];
    unpack_halves(load_box_halves(in, place, x, y), sums);
    unpack_halves(load_box_halves(in, place, x + 8, y), sums + 8);
    before = add_up_chunk(sums, before, totals + k * kBoxChunk / 4);
  }
  __syncwarp();
  const float *upper[4], *lower[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int high = lead + i + radius, low = lead + i - radius - 1;
    upper[i] = totals + high % 4 * kBoxPlane + high / 4 + lane;
    lower[i] = totals + low % 4 * kBoxPlane + low / 4 + lane;
  }
  const float scale = static_cast<float>(in.max_code) / static_cast<float>(2 * radius + 1);
  std::byte* const to = sample_at(out, place.c, place.left, y);
#pragma unroll 4
  for (int x = 4 * lane, k = 0; x < last - place.left; x += 128, k += 32) {
    unsigned bits[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      bits[i] = __float_as_uint(plus_product(upper[i][k] - lower[i][k], scale, kWhole));
    *reinterpret_cast<unsigned*>(to + x) = packed_bytes(bits);
  }
}

}  // namespace framelane
