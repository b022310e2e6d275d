#include "gpu/host/passes/point.h"

#include <algorithm>

#include "gpu/filters/point_colors.h"
#include "gpu/host/passes/lattice.h"
#include "gpu/host/passes/light_rows.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// The operations are copied: the compiler need not fear that storing a sample changes them.

void scale_row(const PointOp& op, int c, float* row, std::size_t n) {
  const float gain = op.m[c][0], offset = op.m[c][1], limit = op.limit;
  if (op.clamp) {
    for (std::size_t i = 0; i < n; ++i)
      row[i] = clamped(gain * row[i] + offset, limit);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      row[i] = gain * row[i] + offset;
  }
}

void gamma_row(const PointOp& op, int c, float* row, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    row[i] = gamma_value(op, op.m[c], row[i]);
}

// One result of a matrix on the rows of a block.
void dot_rows(const float (&m)[4], const float* a, const float* b, const float* c, std::size_t n,
              float* out) {
  const float x = m[0], y = m[1], z = m[2], w = m[3];
  for (std::size_t i = 0; i < n; ++i)
    out[i] = x * a[i] + y * b[i] + z * c[i] + w;
}

void finish_row(const PointOp& op, const float* from, std::size_t n, float* row) {
  const float limit = op.limit;
  if (op.clamp) {
    for (std::size_t i = 0; i < n; ++i)
      row[i] = clamped(from[i], limit);
  } else {
    std::copy_n(from, n, row);
  }
}

// The rows are apart from one another, so that a pixel is read and written once.
void matrix_rows(const PointOp& op, float* const (&rows)[3], std::size_t n) {
  const PointOp own = op;
  const auto& m = own.m;
  float* __restrict__ a = rows[0], * __restrict__ b = rows[1], * __restrict__ c = rows[2];
  const auto dot = [&](const float(&w)[4], float x, float y, float z) {
    return w[0] * x + w[1] * y + w[2] * z + w[3];
  };
  if (!own.clamp) {
    for (std::size_t i = 0; i < n; ++i) {
      const float x = a[i], y = b[i], z = c[i];
      a[i] = dot(m[0], x, y, z);
      b[i] = dot(m[1], x, y, z);
      c[i] = dot(m[2], x, y, z);
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const float x = a[i], y = b[i], z = c[i];
    a[i] = clamped(dot(m[0], x, y, z), own.limit);
    b[i] = clamped(dot(m[1], x, y, z), own.limit);
    c[i] = clamped(dot(m[2], x, y, z), own.limit);
  }
}

// The part of a matrix that does not mix luma and chroma, on either of the two.
void split_matrix_rows(const PointOp& op, float* const (&rows)[3], std::size_t n) {
  if (rows[0] != nullptr) {
    PointOp luma = op;
    luma.m[0][1] = op.m[0][3];
    scale_row(luma, 0, rows[0], n);
    return;
  }
  // Luma's share is nothing; any row may stand for it.
  float* const chroma[3] = {rows[1], rows[1], rows[2]};
  PointOp only = op;
  constexpr std::size_t kBlock = 256;
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    float results[2][kBlock];
    for (int r = 0; r < 2; ++r)
      dot_rows(only.m[r + 1], chroma[0] + first, chroma[1] + first, chroma[2] + first, count,
               results[r]);
    for (int r = 0; r < 2; ++r)
      finish_row(op, results[r], count, chroma[r + 1] + first);
  }
}

void apply_plain(const PointOp& op, float* const (&rows)[3], std::size_t n) {
  if (op.kind == PointOp::Kind::matrix) {
    if (rows[0] != nullptr && rows[1] != nullptr) {
      matrix_rows(op, rows, n);
    } else {
      split_matrix_rows(op, rows, n);
    }
    return;
  }
  for (int c = 0; c < 3; ++c) {
    if ((op.components >> c & 1) == 0 || rows[c] == nullptr) continue;
    if (op.kind == PointOp::Kind::scale) {
      scale_row(op, c, rows[c], n);
    } else {
      gamma_row(op, c, rows[c], n);
    }
  }
}

// Operations that are plain or read tables go by rows, alpha apart.
bool goes_by_rows(const PointOp& op) {
  return op.plain() || op.reads_lines() || op.kind == PointOp::Kind::curve ||
         op.kind == PointOp::Kind::lattice;
}
bool goes_by_rows(const PointWork& work) {
  return std::all_of(work.ops, work.ops + work.count,
                     [](const PointOp& op) { return goes_by_rows(op); });
}

void apply_by_rows(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                   std::size_t n) {
  if (op.reads_lines()) return light_rows(op, memory, rows, n);
  if (op.kind == PointOp::Kind::lattice) return apply_lattice(op, memory, rows, n);
  if (op.kind != PointOp::Kind::curve) return apply_plain(op, rows, n);
  for (int c = 0; c < 3; ++c)
    apply_curve(op, memory, c, rows[c], n);
}

// In blocks that stay in cache.
void apply_by_rows(const PointWork& work, const PassMemory& memory, float* const (&rows)[3],
                   std::size_t n) {
  constexpr std::size_t kBlock = 256;
  for (std::size_t first = 0; first < n; first += kBlock) {
    float* const at[3] = {rows[0] + first, rows[1] + first, rows[2] + first};
    for (int i = 0; i < work.count; ++i)
      apply_by_rows(work.ops[i], memory, at, std::min(kBlock, n - first));
  }
}

// Chroma at every pixel of row y: repeated, or interpolated at its siting.
struct ChromaReader {
  const ImageView& in;
  const PointWork& work;

  void read(int c, int y, float* into) const {
    const int lw = in.yuv ? in.log2_chroma_w : 0, lh = in.yuv ? in.log2_chroma_h : 0;
    const int width = in.component_width(c), height = in.component_height(c);
    const auto length = static_cast<std::size_t>(width);
    const auto row = row_scratch(6, length + 2).subspan(1);  // and a sample at both ends
    if (!work.interpolate_chroma) {
      load_row(in, c, y >> lh, 0, width, row.data());
      for (int x = 0; x < in.width; ++x)
        into[x] = row[static_cast<std::size_t>(x >> lw)];
      return;
    }
    const ChromaTap down = chroma_tap(y, lh, work.chroma_shift_y, height);
    const auto other = row_scratch(7, length);
    load_row(in, c, down.first, 0, width, row.data());
    load_row(in, c, down.second, 0, width, other.data());
    for (std::size_t i = 0; i < length; ++i)
      row[i] = mixed(row[i], other[i], down.weight);
    extend_row(row.data(), width, 1);
    interpolate_across(row.data(), lw, into);
  }

  // Neighbouring pixels that share a chroma sample have fixed shares of their two samples. row goes
  // on for one sample at both ends, into has room for an even number.
  void interpolate_across(const float* row, int lw, float* into) const {
    if (lw == 0) {
      std::copy_n(row, in.width, into);
      return;
    }
    constexpr int kInside = 1 << 20;
    const ChromaTap even = chroma_tap(2, lw, work.chroma_shift_x, kInside);
    const ChromaTap odd = chroma_tap(3, lw, work.chroma_shift_x, kInside);
    const float *a = row + even.first - 1, *b = row + odd.first - 1;
    const std::size_t count = (static_cast<std::size_t>(in.width) + 1) / 2;
    for (std::size_t i = 0; i < count; ++i) {
      into[2 * i] = mixed(a[i], a[i + 1], even.weight);
      into[2 * i + 1] = mixed(b[i], b[i + 1], odd.weight);
    }
  }
};

// Two rows of whole pixels, which every supported subsampling divides.
struct PixelRows {
  int width;           // of the picture
  std::size_t padded;  // even, so that the last chroma sample has two pixels
  float* row[2][4] = {};

  explicit PixelRows(int picture_width)
      : width(picture_width), padded((static_cast<std::size_t>(picture_width) + 1) / 2 * 2) {
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 4; ++c)
        row[r][c] = row_scratch(r, 4 * padded).data() + static_cast<std::size_t>(c) * padded;
  }
  void repeat_last(int r) const {
    for (float* samples : row[r])
      samples[padded - 1] = samples[width - 1];
  }
};

void load_pixels(const ChromaReader& reader, const PixelRows& rows, int r, int y) {
  const ImageView& in = reader.in;
  load_row(in, 0, y, 0, in.width, rows.row[r][0]);
  for (int c = 1; c < 3; ++c) {
    if (in.data[c] != nullptr) {
      reader.read(c, y, rows.row[r][c]);
    } else {
      std::fill_n(rows.row[r][c], in.width, 0.0F);
    }
  }
  if (rows.padded > static_cast<std::size_t>(rows.width)) rows.repeat_last(r);
}

// Means of the pixels that share a chroma sample; equal values come back exactly.
void store_chroma(const ImageView& out, const PixelRows& rows, int c, int y) {
  const int lw = out.log2_chroma_w, lh = out.log2_chroma_h;
  const auto means = row_scratch(6, rows.padded);
  const auto width = static_cast<std::size_t>(out.component_width(c));
  for (int r = 0; r < (lh > 0 ? 1 : 2) && y + r < out.height; ++r) {
    const float *a = rows.row[r][c], *b = rows.row[lh > 0 ? 1 : r][c];
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t x = i << lw, next = x + (lw > 0 ? 1 : 0);
      means[i] = ((a[x] + a[next]) + (b[x] + b[next])) * 0.25F;
    }
    store_row(out, c, (y + r) >> lh, static_cast<int>(width), means.data());
  }
}

void load_alpha(const PointWork& work, const ImageView& in, int y, int width, float* row) {
  if (in.data[3] == nullptr) {
    std::fill_n(row, width, work.alpha_fill);
    return;
  }
  const float gain = work.alpha_gain, offset = work.alpha_offset;
  load_row(in, 3, y, 0, width, row);
  for (int x = 0; x < width; ++x)
    row[x] = row[x] * gain + offset;
}

void store_pixels(const ImageView& out, const PixelRows& rows, int y) {
  for (int c = 0; c < out.color_count; ++c) {
    if (out.yuv && c > 0) {
      store_chroma(out, rows, c, y);
      continue;
    }
    for (int r = 0; r < 2 && y + r < out.height; ++r)
      store_row(out, c, y + r, out.width, rows.row[r][c]);
  }
}

// A program of operations of every kind on row y, alpha with it.
inline void apply_any_blocks(const PointWork& work, const HostPassCall& call, int y,
                             float* const (&rows)[4], std::size_t n) {
  constexpr std::size_t kBlock = 256;
  const ImageView& in = call.in[0];
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    float v[4][kBlock];
    for (int c = 0; c < 4; ++c) {
      std::copy_n(rows[c] + first, count, v[c]);
      std::fill(v[c] + count, v[c] + kBlock, 0.0F);
    }
    const PointPlace at{static_cast<int>(first), y, static_cast<int>(kBlock), in.width, in.height};
    for (int i = 0; i < work.count; ++i) {
      const PointOp& op = work.ops[static_cast<std::size_t>(i)];
      if (!op.plain() && goes_by_rows(op)) {
        apply_by_rows(op, call.memory, {v[0], v[1], v[2]}, kBlock);
      } else {
        apply_any(op, at, call.memory, v);
      }
    }
    for (int c = 0; c < 4; ++c)
      std::copy_n(v[c], count, rows[c] + first);
  }
}

#ifdef __x86_64__
// The same code, compiled for vectors of eight, which not every processor has.
[[gnu::target("avx2"), gnu::flatten]] void apply_any_wide(const PointWork& work,
                                                          const HostPassCall& call, int y,
                                                          float* const (&rows)[4], std::size_t n) {
  apply_any_blocks(work, call, y, rows, n);
}
#endif

void apply_any_row(const PointWork& work, const HostPassCall& call, int y, float* const (&rows)[4],
                   std::size_t n) {
#ifdef __x86_64__
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  if (wide) return apply_any_wide(work, call, y, rows, n);
#endif
  apply_any_blocks(work, call, y, rows, n);
}

void alpha_row(const PointWork& work, const HostPassCall& call, int y) {
  const ImageView& out = call.out[0];
  if (out.data[3] == nullptr) return;
  const auto row = row_scratch(6, static_cast<std::size_t>(out.width));
  load_alpha(work, call.in[0], y, out.width, row.data());
  store_row(out, 3, y, out.width, row.data());
}

// The colours of rows y and y + 1, each pixel whole.
void whole_pixels(const PointWork& work, const HostPassCall& call, int y) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const PixelRows rows(in.width);
  const ChromaReader reader{in, work};
  const bool by_rows = goes_by_rows(work);
  for (int r = 0; r < 2; ++r) {
    const int row = std::min(y + r, in.height - 1);
    load_pixels(reader, rows, r, row);
    if (by_rows) {
      float* const colors[3] = {rows.row[r][0], rows.row[r][1], rows.row[r][2]};
      apply_by_rows(work, call.memory, colors, rows.padded);
    } else {
      load_alpha(work, in, row, in.width, rows.row[r][3]);
      rows.repeat_last(r);
      apply_any_row(work, call, row, rows.row[r], rows.padded);
    }
  }
  store_pixels(out, rows, y);
  if (by_rows || out.data[3] == nullptr) return;
  for (int r = 0; r < 2 && y + r < out.height; ++r)
    store_row(out, 3, y + r, out.width, rows.row[r][3]);
}

// The colours of rows y and y + 1, luma and chroma each at its own resolution.
void split_planes(const PointWork& work, const HostPassCall& call, int y) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const auto length = static_cast<std::size_t>(in.width);
  float* const luma = row_scratch(0, length).data();
  for (int r = 0; r < 2 && y + r < in.height; ++r) {
    load_row(in, 0, y + r, 0, in.width, luma);
    apply_rows(work, {luma, nullptr, nullptr}, length);
    store_row(out, 0, y + r, in.width, luma);
  }
  if (in.data[1] == nullptr) return;
  const int width = in.component_width(1), height = in.component_height(1);
  float* const u = row_scratch(1, length).data();
  float* const v = row_scratch(2, length).data();
  for (int row = y >> in.log2_chroma_h; row < std::min(height, (y + 2) >> in.log2_chroma_h);
       ++row) {
    load_row(in, 1, row, 0, width, u);
    load_row(in, 2, row, 0, width, v);
    apply_rows(work, {nullptr, u, v}, static_cast<std::size_t>(width));
    store_row(out, 1, row, width, u);
    store_row(out, 2, row, width, v);
  }
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
  if (takes_tables(work, call)) return run_tables(work, call);
  const ImageView& in = call.in[0];
  const bool alpha_apart = goes_by_rows(work);
  const bool split = same_planes(in, call.out[0]) && coupling_of(work) != PointCoupling::all;
  call.bands.run(
      in.height, band_rows(in.height, call.bands.threads(), 8),
      [&](int first, int last) {
        for (int y = first; y < last; y += 2) {
          if (split) {
            split_planes(work, call, y);
          } else {
            whole_pixels(work, call, y);
          }
          for (int row = y; alpha_apart && row < std::min(y + 2, last); ++row)
            alpha_row(work, call, row);
        }
      },
      call.cancel);
}

}  // namespace framelane
