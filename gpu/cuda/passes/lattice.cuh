#pragma once
#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>

#include "gpu/filters/lut_math.h"
#include "gpu/filters/point_ops.h"
#include "gpu/pass_memory.h"

namespace framelane {

// Entries of a lattice, one load each: of 16 bytes, or of 8 where halves are exact enough.
struct FloatEntries {
  const std::byte* table;
  LatticePitch pitch;
  FRAMELANE_BOTH LatticeEntry operator()(int i) const {
    const float4 entry = reinterpret_cast<const float4*>(table)[i];
    return {{entry.x, entry.y, entry.z}};
  }
};
struct HalfEntries {
  const std::byte* table;
  LatticePitch pitch;
  FRAMELANE_BOTH LatticeEntry operator()(int i) const {
    const uint2 entry = reinterpret_cast<const uint2*>(table)[i];
    const __half2_raw low{static_cast<unsigned short>(entry.x),
                          static_cast<unsigned short>(entry.x >> 16)},
        high{static_cast<unsigned short>(entry.y), static_cast<unsigned short>(entry.y >> 16)};
    const float2 first = __half22float2(__half2(low));
    return {{first.x, first.y, __low2float(__half2(high))}};
  }
};

template <typename Load>
__device__ LatticeEntry entry_at(const PointOp& op, const Load& load, float r, float g, float b) {
  switch (op.lookup) {
    case PointOp::Lookup::nearest:
      return load(nearest_entry(r, g, b, load.pitch));
    case PointOp::Lookup::linear:
      return trilinear(load, r, g, b, op.size, load.pitch);
    default:
      return tetrahedral(load, r, g, b, op.size, load.pitch);
  }
}

template <typename Load, std::size_t C, std::size_t N>
__device__ void look_up(const PointOp& op, const Load& load, float (&v)[C][N]) {
  const auto last = static_cast<float>(op.size - 1);
#pragma unroll
  for (std::size_t i = 0; i < N; ++i) {
    float at[3];
#pragma unroll
    for (int c = 0; c < 3; ++c)
      at[c] = clamped(op.m[c][0] * v[c][i] + op.m[c][1], last);
    const LatticeEntry found = entry_at(op, load, at[0], at[1], at[2]);
#pragma unroll
    for (int c = 0; c < 3; ++c)
      v[c][i] = finished(op, found.v[c]);
  }
}

template <std::size_t C, std::size_t N>
__device__ void apply_lattice(const PointOp& op, const PassMemory& memory, float (&v)[C][N]) {
  const std::byte* table = memory.tables[op.table];
  const std::size_t entries = static_cast<std::size_t>(op.size) * op.size * op.size;
  if (op.halves) {
    look_up(op, HalfEntries{table + entries * sizeof(float4), spread_pitch(op.size)}, v);
  } else {
    look_up(op, FloatEntries{table, dense_pitch(op.size)}, v);
  }
}

}  // namespace framelane
