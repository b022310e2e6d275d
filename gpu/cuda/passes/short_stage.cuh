#pragma once
#include <algorithm>
#include <optional>

#include "gpu/cuda/passes/grid.cuh"
#include "gpu/cuda/passes/short_point.cuh"

// What the kernels of short point programs share before their pixels: the tables that a program
// reads, and those of them that a block keeps in shared memory.
namespace framelane {

// Line i is make(i). Four are on their way at a time.
template <typename Make>
__device__ inline void stage_lines(int count, CurveLine* near, const Make& make) {
#pragma unroll 4
  for (int i = static_cast<int>(threadIdx.y * 32 + threadIdx.x); i < count; i += 256)
    near[i] = make(i);
}

// The step's lines into shared memory. All threads of the block come here.
__device__ inline void stage(const ShortStep& step, const std::byte* table, CurveLine* near) {
  const auto* lines = reinterpret_cast<const CurveLine*>(table);
  if (step.kind == ShortStep::Kind::curve) {
    const int size = step.size;
    stage_lines(step.lines, near, [&](int i) {
      const int row = i >= 2 * size ? 2 * size : i >= size ? size : 0;
      return line_of_curve(step, reinterpret_cast<const float*>(table) + row, i - row);
    });
  } else if (step.kind == ShortStep::Kind::ramp) {
    stage_lines(step.lines, near, [&](int i) { return line_of_ramp(step, lines, i); });
  } else {
    stage_lines(step.lines, near, [&](int i) {
      const float2 line = reinterpret_cast<const float2*>(lines)[i];
      return CurveLine{line.x, line.y};
    });
  }
}

// The lines of all steps. All threads of the block come here.
template <ShortUse Use>
__device__ inline void stage_all(const ShortProgram& program, const ShortSources<Use>& sources,
                                 CurveLine* near) {
  for (int i = 0; i < program.count; ++i) {
    const ShortStep& step = program.steps[i];
    if (step.lines > 0) stage(step, sources.tables[step.table], near + step.near);
  }
  __syncthreads();
}

// Blocks below each other: as many as share the device at once.
inline unsigned staged_rows(unsigned across, unsigned down) {
  constexpr unsigned kBlocksEach = 4;
  return std::clamp(kBlocksEach * processors() / across, 1U, down);
}

inline bool reads(const ShortProgram& program, ShortStep::Kind kind) {
  return std::any_of(program.steps, program.steps + program.count,
                     [kind](const ShortStep& step) { return step.kind == kind; });
}

// What of its steps a kernel has to be compiled for; nothing where that is more than one.
inline std::optional<ShortUse> use_of(const ShortProgram& program) {
  using Kind = ShortStep::Kind;
  const bool lattice = program.lattice >= 0, curve = reads(program, Kind::curve);
  const bool light = reads(program, Kind::lines) || reads(program, Kind::ramp) ||
                     reads(program, Kind::luma_mix) || reads(program, Kind::peak_gain);
  const bool other = program.other >= 0;
  if (lattice + curve + light + other > 1) return std::nullopt;
  if (lattice) return ShortUse::lattice;
  if (curve) return ShortUse::curve;
  if (light) return ShortUse::light;
  return other ? ShortUse::other : ShortUse::plain;
}

template <ShortUse Use>
ShortSources<Use> sources_of(const PassMemory& memory) {
  ShortSources<Use> sources;
  std::copy_n(memory.tables, kMaxPassTables, sources.tables);
  return sources;
}

// The lattice's halves lie behind its floats.
inline ShortSources<ShortUse::lattice> halves_of(const ShortProgram& program,
                                                 const PassMemory& memory) {
  const auto size = static_cast<std::size_t>(program.lattice_size);
  const std::byte* floats = memory.tables[program.lattice];
  return {half_lattice(floats + size * size * size * 4 * sizeof(float), program.lattice_size)};
}

}  // namespace framelane
