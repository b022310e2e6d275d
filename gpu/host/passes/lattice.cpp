#include "gpu/host/passes/lattice.h"

#include <algorithm>
#include <cstring>

#include "gpu/filters/lut_math.h"
#include "gpu/filters/point_colors.h"

namespace framelane {
namespace {

constexpr std::size_t kBlock = 64;
// An entry: one load, and all of it in one register.
using Float4 [[gnu::vector_size(16)]] = float;

// Places of a block of pixels along the lattice's axes.
struct Places {
  float axis[3][kBlock];

  Places(const PointOp& op, float* const (&rows)[3], std::size_t first, std::size_t count) {
    const auto last = static_cast<float>(op.size - 1);
    for (int c = 0; c < 3; ++c) {
      const float *row = rows[c] + first, gain = op.m[c][0], offset = op.m[c][1];
      float* const places = axis[c];
      for (std::size_t i = 0; i < count; ++i)
        places[i] = clamped(gain * row[i] + offset, last);
    }
  }
};

struct Results {
  alignas(16) Float4 of[kBlock];

  void store(const PointOp& op, float* const (&rows)[3], std::size_t first,
             std::size_t count) const {
    const float limit = op.limit;
    for (int c = 0; c < 3; ++c) {
      float* const row = rows[c] + first;
      for (std::size_t i = 0; i < count; ++i)
        row[i] = of[i][c];
      if (!op.clamp) continue;
      for (std::size_t i = 0; i < count; ++i)
        row[i] = clamped(row[i], limit);
    }
  }
};

// The arithmetic of a block at once, which vectorises; then its loads.
void look_up_tetrahedra(const PointOp& op, const Float4* entries, const Places& at,
                        std::size_t count, Results& results) {
  int entry[4][kBlock];
  float weight[4][kBlock];
  const int size = op.size;
  const LatticePitch pitch = dense_pitch(size);
  for (std::size_t i = 0; i < count; ++i) {
    const Corners corners = tetrahedron(at.axis[0][i], at.axis[1][i], at.axis[2][i], size, pitch);
    for (std::size_t k = 0; k < 4; ++k) {
      entry[k][i] = corners.entry[k];
      weight[k][i] = corners.weight[k];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    Float4 sum{};
    for (std::size_t k = 0; k < 4; ++k)
      sum = weight[k][i] * entries[entry[k][i]] + sum;
    results.of[i] = sum;
  }
}

void look_up_one_by_one(const PointOp& op, const Float4* entries, const Places& at,
                        std::size_t count, Results& results) {
  const LatticePitch pitch = dense_pitch(op.size);
  const auto load = [entries](int i) {
    return LatticeEntry{{entries[i][0], entries[i][1], entries[i][2]}};
  };
  for (std::size_t i = 0; i < count; ++i) {
    const float r = at.axis[0][i], g = at.axis[1][i], b = at.axis[2][i];
    const LatticeEntry found = op.lookup == PointOp::Lookup::nearest
                                   ? load(nearest_entry(r, g, b, pitch))
                                   : trilinear(load, r, g, b, op.size, pitch);
    results.of[i] = Float4{found.v[0], found.v[1], found.v[2], 0};
  }
}

// The same as on_curve(): the arithmetic of a block vectorises, and a pair of entries is one load.
void interpolate_curve(const PointOp& op, const float* values, int c, float* row,
                       std::size_t count) {
  struct Pair {
    float below, above;
  };
  int cells[kBlock];
  float parts[kBlock];
  Pair pairs[kBlock];
  const float gain = op.m[c][0], offset = op.m[c][1], last = static_cast<float>(op.size - 1);
  const int size = op.size;
  for (std::size_t i = 0; i < count; ++i) {
    const AxisCell cell = cell_of(clamped(gain * row[i] + offset, last), size);
    cells[i] = cell.below;
    parts[i] = cell.part;
  }
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(&pairs[i], values + cells[i], sizeof(Pair));
  for (std::size_t i = 0; i < count; ++i)
    row[i] = mixed(pairs[i].below, pairs[i].above, parts[i]);
}

void nearest_of_curve(const PointOp& op, const float* values, int c, float* row,
                      std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    row[i] = nearest_on_curve(values, op.size, op.m[c][0] * row[i] + op.m[c][1]);
}

void curve_blocks(const PointOp& op, const float* values, int c, float* row, std::size_t n) {
  const float limit = op.limit;
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    float* const block = row + first;
    if (op.lookup == PointOp::Lookup::nearest) {
      nearest_of_curve(op, values, c, block, count);
    } else {
      interpolate_curve(op, values, c, block, count);
    }
    for (std::size_t i = 0; op.clamp && i < count; ++i)
      block[i] = clamped(block[i], limit);
  }
}

void lattice_blocks(const PointOp& op, const Float4* entries, float* const (&rows)[3],
                    std::size_t n) {
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    const Places at(op, rows, first, count);
    Results results;
    if (op.lookup == PointOp::Lookup::tetrahedral) {
      look_up_tetrahedra(op, entries, at, count, results);
    } else {
      look_up_one_by_one(op, entries, at, count, results);
    }
    results.store(op, rows, first, count);
  }
}

#ifdef __x86_64__
// The same code, compiled for vectors of eight, which not every processor has.
[[gnu::target("avx2"), gnu::flatten]] void curve_wide(const PointOp& op, const float* values, int c,
                                                      float* row, std::size_t n) {
  curve_blocks(op, values, c, row, n);
}
[[gnu::target("avx2"), gnu::flatten]] void lattice_wide(const PointOp& op, const Float4* entries,
                                                        float* const (&rows)[3], std::size_t n) {
  lattice_blocks(op, entries, rows, n);
}
bool has_wide() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void curve_wide(const PointOp&, const float*, int, float*, std::size_t) {}
void lattice_wide(const PointOp&, const Float4*, float* const (&)[3], std::size_t) {}
bool has_wide() {
  return false;
}
#endif

}  // namespace

void apply_curve(const PointOp& op, const PassMemory& memory, int c, float* row, std::size_t n) {
  if ((op.components >> c & 1) == 0) return;
  const float* values = reinterpret_cast<const float*>(memory.tables[op.table]) + c * op.size;
  if (has_wide()) return curve_wide(op, values, c, row, n);
  curve_blocks(op, values, c, row, n);
}

void apply_lattice(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                   std::size_t n) {
  const auto* entries = reinterpret_cast<const Float4*>(memory.tables[op.table]);
  if (has_wide()) return lattice_wide(op, entries, rows, n);
  lattice_blocks(op, entries, rows, n);
}

}  // namespace framelane
