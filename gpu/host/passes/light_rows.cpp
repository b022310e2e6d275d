#include "gpu/host/passes/light_rows.h"

#include <algorithm>
#include <cstdint>

#include "gpu/filters/point_light.h"

namespace framelane {
namespace {

constexpr std::size_t kBlock = 256;

// Values of a block and the lines they lie on.
struct OnLines {
  float value[kBlock];
  std::int32_t line[kBlock];
  CurveLine lines[kBlock];
};

// As line_of() and on_lines(), in three loops of which only the loads in the middle stay scalar.
[[gnu::always_inline]] inline void find_lines(const CurveLine* table, const LinePlaces& places,
                                              std::size_t n, OnLines& at) {
  const float low = places.low, high = places.high;
  const int shift = places.shift, first = places.first;
  for (std::size_t i = 0; i < n; ++i) {
    const float above = at.value[i] > low ? at.value[i] : low;
    const float inside = above < high ? above : high;
    const int line = static_cast<int>(bits_of(inside) >> shift) - first;
    at.value[i] = inside;
    at.line[i] = line > 0 ? line : 0;
  }
  for (std::size_t i = 0; i < n; ++i)
    at.lines[i] = table[at.line[i]];
}

[[gnu::always_inline]] inline float on_line(const OnLines& at, std::size_t i) {
  return at.lines[i].at_zero + at.lines[i].slope * at.value[i];
}

[[gnu::always_inline]] inline void lines_row(const PointOp& op, const CurveLine* table, int c,
                                             float* row, std::size_t n, OnLines& at) {
  const float gain = op.m[c][0], offset = op.m[c][1];
  for (std::size_t i = 0; i < n; ++i)
    at.value[i] = gain * row[i] + offset;
  find_lines(table, op.lines, n, at);
  for (std::size_t i = 0; i < n; ++i)
    row[i] = on_line(at, i);
}

[[gnu::always_inline]] inline void peak_gain_rows(const PointOp& op, const CurveLine* table,
                                                  float* r, float* g, float* b, std::size_t n,
                                                  OnLines& at) {
  const float scale = op.m[1][0];
  for (std::size_t i = 0; i < n; ++i) {
    const float larger = r[i] > g[i] ? r[i] : g[i];
    at.value[i] = scale * (larger > b[i] ? larger : b[i]);
  }
  find_lines(table, op.lines, n, at);
  float gain[kBlock];
  for (std::size_t i = 0; i < n; ++i)
    gain[i] = on_line(at, i);
  for (float* row : {r, g, b})
    for (std::size_t i = 0; i < n; ++i)
      row[i] *= gain[i];
}

[[gnu::always_inline]] inline void luma_mix_rows(const PointOp& op, const CurveLine* table,
                                                 float* r, float* g, float* b, std::size_t n,
                                                 OnLines& at) {
  const float scale = op.m[1][0], wr = op.m[0][0], wg = op.m[0][1], wb = op.m[0][2];
  float luma[kBlock], share[kBlock];
  for (std::size_t i = 0; i < n; ++i) {
    luma[i] = wr * r[i] + wg * g[i] + wb * b[i];
    at.value[i] = scale * luma[i];
  }
  find_lines(table, op.lines, n, at);
  for (std::size_t i = 0; i < n; ++i)
    share[i] = on_line(at, i);
  for (float* row : {r, g, b})
    for (std::size_t i = 0; i < n; ++i)
      row[i] = mixed(row[i], luma[i], share[i]);
}

[[gnu::always_inline]] inline void block_of_rows(const PointOp& op, const CurveLine* table,
                                                 float* const (&rows)[3], std::size_t first,
                                                 std::size_t n) {
  OnLines at;
  float *r = rows[0] + first, *g = rows[1] + first, *b = rows[2] + first;
  if (op.kind == PointOp::Kind::peak_gain) return peak_gain_rows(op, table, r, g, b, n, at);
  if (op.kind == PointOp::Kind::luma_mix) return luma_mix_rows(op, table, r, g, b, n, at);
  for (int c = 0; c < 3; ++c)
    if ((op.components >> c & 1) != 0) lines_row(op, table, c, rows[c] + first, n, at);
}

using BlockFunction = void (*)(const PointOp&, const CurveLine*, float* const (&)[3], std::size_t,
                               std::size_t);

void plain_block(const PointOp& op, const CurveLine* table, float* const (&rows)[3],
                 std::size_t first, std::size_t n) {
  block_of_rows(op, table, rows, first, n);
}

#ifdef __x86_64__
// Vectors of twice the length where the processor has them; the same bits, for nothing is fused.
[[gnu::target("avx2")]] void avx2_block(const PointOp& op, const CurveLine* table,
                                        float* const (&rows)[3], std::size_t first, std::size_t n) {
  block_of_rows(op, table, rows, first, n);
}
#endif

BlockFunction best_block() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0) return avx2_block;
#endif
  return plain_block;
}

}  // namespace

void light_rows(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                std::size_t n) {
  static const BlockFunction block = best_block();
  const PointOp own = op;  // no stored sample changes it
  const auto* table = reinterpret_cast<const CurveLine*>(memory.tables[op.table]);
  for (std::size_t first = 0; first < n; first += kBlock)
    block(own, table, rows, first, std::min(kBlock, n - first));
}

}  // namespace framelane
