#include "gpu/host/passes/point.h"

#include <algorithm>
#include <functional>

#include "gpu/filters/point_colors.h"
#include "gpu/host/passes/byte_colors.h"
#include "gpu/host/passes/byte_words.h"
#include "gpu/host/passes/lattice.h"
#include "gpu/host/passes/light_rows.h"
#include "gpu/host/passes/pixel_block.h"
#include "gpu/host/passes/plain_rows.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// Operations that are plain or read tables go by rows, alpha apart.
bool goes_by_rows(const PointOp& op) {
  return op.plain() || op.reads_lines() || op.kind == PointOp::Kind::curve ||
         op.kind == PointOp::Kind::lattice;
}

void apply_by_rows(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                   std::size_t n) {
  if (op.reads_lines()) return light_rows(op, memory, rows, n);
  if (op.kind == PointOp::Kind::lattice) return apply_lattice(op, memory, rows, n);
  if (op.kind != PointOp::Kind::curve) return apply_plain(op, rows, n);
  for (int c = 0; c < 3; ++c)
    apply_curve(op, memory, c, rows[c], n);
}

void load_alpha(const PointWork& work, const ImageView& in, int x, int y, int count, float* row) {
  if (in.data[3] == nullptr) {
    std::fill_n(row, count, work.alpha_fill);
    return;
  }
  const float gain = work.alpha_gain, offset = work.alpha_offset;
  load_row(in, 3, y, x, count, row);
  for (int i = 0; i < count; ++i)
    row[i] = row[i] * gain + offset;
}

void load_pixels(const PointWork& work, const HostPassCall& call, PixelBlock& block) {
  const ImageView& in = call.in[0];
  for (int r = 0; r < 2; ++r) {
    const int y = std::min(block.y + r, in.height - 1);
    auto& v = block.v[r];
    load_row(in, 0, y, block.x, block.count, v[0]);
    for (int c = 1; c < 3; ++c) {
      if (in.data[c] == nullptr) {
        std::fill_n(v[c], block.count, 0.0F);
      } else if (in.yuv) {
        load_chroma(work, in, c, y, block, v[c]);
      } else {
        load_row(in, c, y, block.x, block.count, v[c]);
      }
    }
    if (call.out[0].data[3] != nullptr || !work.plain)
      load_alpha(work, in, block.x, y, block.count, v[3]);
    for (float* const row : {v[0], v[1], v[2], v[3]})
      row[block.padded() - 1] = row[block.count - 1];
  }
}

// One row of bytes in words of four.
void store_words(const ImageView& out, const ByteWords& words, const PixelBlock& block, int r) {
  std::uint8_t bytes[4][PixelBlock::kWidth];
  const std::uint8_t* rows[4];
  const auto count = static_cast<std::size_t>(block.count);
  for (std::size_t i = 0; i < 4; ++i) {
    rows[i] = bytes[i];
    round_to_bytes(block.v[r][words.components[i]], count, bytes[i]);
  }
  const int c = words.components[0];
  zip_bytes(rows, 4, count,
            reinterpret_cast<std::uint8_t*>(out.data[c] + (block.y + r) * out.pitch_bytes[c]) +
                std::ptrdiff_t{4} * block.x);
}

void store_pixels(const ImageView& out, const PixelBlock& block) {
  if (const ByteWords words = words_of(out, 0); words.step == 4) {
    for (int r = 0; r < 2 && block.y + r < out.height; ++r)
      store_words(out, words, block, r);
    return;
  }
  for (int c = 0; c < 4; ++c) {
    if (out.data[c] == nullptr) continue;
    if (out.yuv && (c == 1 || c == 2)) {
      store_chroma(out, block, c);
      continue;
    }
    for (int r = 0; r < 2 && block.y + r < out.height; ++r)
      store_part(out, c, block.y + r, block.x, block.count, block.v[r][c]);
  }
}

void apply_to_pixels(const PointWork& work, const HostPassCall& call, PixelBlock& block) {
  const ImageView& in = call.in[0];
  for (int r = 0; r < 2; ++r) {
    auto& v = block.v[r];
    const PointPlace at{block.x, std::min(block.y + r, in.height - 1), PixelBlock::kWidth, in.width,
                        in.height};
    for (int i = 0; i < work.count; ++i) {
      const PointOp& op = work.ops[i];
      if (goes_by_rows(op)) {
        apply_by_rows(op, call.memory, {v[0], v[1], v[2]}, block.padded());
      } else {
        apply_any(op, at, call.memory, v);
      }
    }
  }
}

// The colours of rows y and y + 1, each pixel whole, alpha with it.
inline void whole_pixels(const PointWork& work, const HostPassCall& call, int y) {
  PixelBlock block;
  block.y = y;
  for (int x = 0; x < call.in[0].width; x += PixelBlock::kWidth) {
    block.x = x;
    block.count = std::min(PixelBlock::kWidth, call.in[0].width - x);
    load_pixels(work, call, block);
    apply_to_pixels(work, call, block);
    store_pixels(call.out[0], block);
  }
}

// Components [first, last) of row y, mixed with no others.
inline void apart_row(const PointWork& work, const HostPassCall& call, int y, int first, int last) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const int width = in.component_width(first);
  float v[3][PixelBlock::kWidth];
  float* rows[3] = {};
  for (int c = first; c < last; ++c)
    rows[c] = v[c];
  for (int x = 0; x < width; x += PixelBlock::kWidth) {
    const int count = std::min(PixelBlock::kWidth, width - x);
    for (int c = first; c < last; ++c)
      load_row(in, c, y, x, count, v[c]);
    for (int i = 0; i < work.count; ++i)
      apply_plain(work.ops[i], {rows[0], rows[1], rows[2]}, static_cast<std::size_t>(count));
    for (int c = first; c < last; ++c)
      store_part(out, c, y, x, count, v[c]);
  }
}

using RowFunction = void (*)(const PointWork&, const HostPassCall&, int y, int first, int last);

void any_rows(const PointWork& work, const HostPassCall& call, int y, int first, int last) {
  if (first == last) return whole_pixels(work, call, y);
  apart_row(work, call, y, first, last);
}

#ifdef __x86_64__
// The same code, compiled for vectors of eight, which not every processor has.
[[gnu::target("avx2"), gnu::flatten]] void any_rows_wide(const PointWork& work,
                                                         const HostPassCall& call, int y, int first,
                                                         int last) {
  if (first == last) return whole_pixels(work, call, y);
  apart_row(work, call, y, first, last);
}
#endif

RowFunction best_rows() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0) return any_rows_wide;
#endif
  return any_rows;
}

void alpha_row(const PointWork& work, const HostPassCall& call, int y) {
  const ImageView& out = call.out[0];
  if (out.data[3] == nullptr) return;
  const auto row = row_scratch(6, static_cast<std::size_t>(out.width));
  load_alpha(work, call.in[0], 0, y, out.width, row.data());
  store_row(out, 3, y, out.width, row.data());
}

// Luma and chroma each at its own resolution, alpha with luma.
void run_split(const PointWork& work, const HostPassCall& call, RowFunction row) {
  const ImageView& in = call.in[0];
  const bool tables = takes_luma_table(work, call);
  if (tables) run_luma_table(work, call);
  const auto each = [&](int rows, const std::function<void(int y)>& body) {
    call.bands.run(
        rows, band_rows(rows, call.bands.threads(), 8),
        [&](int first, int last) {
          for (int y = first; y < last; ++y)
            body(y);
        },
        call.cancel);
  };
  if (!tables || call.out[0].data[3] != nullptr)
    each(in.height, [&](int y) {
      if (!tables) row(work, call, y, 0, 1);
      alpha_row(work, call, y);
    });
  if (in.data[1] != nullptr) each(in.component_height(1), [&](int y) { row(work, call, y, 1, 3); });
}

bool same_planes(const ImageView& a, const ImageView& b) {
  return a.yuv == b.yuv && a.color_count == b.color_count && a.log2_chroma_w == b.log2_chroma_w &&
         a.log2_chroma_h == b.log2_chroma_h;
}

}  // namespace

void apply_rows(const PointWork& work, float* const (&rows)[3], std::size_t n) {
  for (int i = 0; i < work.count; ++i)
    apply_plain(work.ops[i], rows, n);
}

void run_on_host(const PointWork& work, const HostPassCall& call) {
  static const RowFunction row = best_rows();
  if (takes_tables(work, call)) return run_tables(work, call);
  if (run_byte_colors(work, call)) return;
  const ImageView& in = call.in[0];
  if (same_planes(in, call.out[0]) && coupling_of(work) != PointCoupling::all)
    return run_split(work, call, row);
  call.bands.run(
      in.height, band_rows(in.height, call.bands.threads(), 8),
      [&](int first, int last) {
        for (int y = first; y < last; y += 2)
          row(work, call, y, 0, 0);
      },
      call.cancel);
}

}  // namespace framelane
