#pragma once
#include "gpu/filters/point_ops.h"

// Plain operations on rows of samples, for callers that are compiled for several vector lengths.
// The operations are copied: the compiler need not fear that storing a sample changes them.
namespace framelane {

inline void scale_row(const PointOp& op, float gain, float offset, float* row, std::size_t n) {
  const float limit = op.limit;
  if (op.clamp) {
    for (std::size_t i = 0; i < n; ++i)
      row[i] = clamped(gain * row[i] + offset, limit);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      row[i] = gain * row[i] + offset;
  }
}

inline void gamma_row(const PointOp& op, int c, float* row, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    row[i] = gamma_value(op, op.m[c], row[i]);
}

template <bool kClamp>
inline float finished_by(float value, float limit) {
  return kClamp ? clamped(value, limit) : value;
}

// The rows are apart from one another, so that a pixel is read and written once.
template <bool kClamp>
inline void matrix_rows(const PointOp& op, float* __restrict a, float* __restrict b,
                        float* __restrict c, std::size_t n) {
  const PointOp own = op;
  const auto& m = own.m;
  for (std::size_t i = 0; i < n; ++i) {
    const float x = a[i], y = b[i], z = c[i];
    const auto dot = [=](const float(&w)[4]) { return w[0] * x + w[1] * y + w[2] * z + w[3]; };
    a[i] = finished_by<kClamp>(dot(m[0]), own.limit);
    b[i] = finished_by<kClamp>(dot(m[1]), own.limit);
    c[i] = finished_by<kClamp>(dot(m[2]), own.limit);
  }
}

// The part of a matrix that does not mix luma and chroma, on chroma.
template <bool kClamp>
inline void chroma_rows(const PointOp& op, float* __restrict u, float* __restrict v,
                        std::size_t n) {
  const PointOp own = op;
  for (std::size_t i = 0; i < n; ++i) {
    const float x = u[i], y = v[i];
    const auto dot = [=](const float(&w)[4]) { return w[1] * x + w[2] * y + w[3]; };
    u[i] = finished_by<kClamp>(dot(own.m[1]), own.limit);
    v[i] = finished_by<kClamp>(dot(own.m[2]), own.limit);
  }
}

// Components without a row are absent; the operation does not need them.
inline void apply_matrix_to_rows(const PointOp& op, float* const (&rows)[3], std::size_t n) {
  if (rows[1] == nullptr) return scale_row(op, op.m[0][0], op.m[0][3], rows[0], n);
  if (rows[0] == nullptr)
    return op.clamp ? chroma_rows<true>(op, rows[1], rows[2], n)
                    : chroma_rows<false>(op, rows[1], rows[2], n);
  if (op.clamp) return matrix_rows<true>(op, rows[0], rows[1], rows[2], n);
  matrix_rows<false>(op, rows[0], rows[1], rows[2], n);
}

inline void apply_plain(const PointOp& op, float* const (&rows)[3], std::size_t n) {
  if (op.kind == PointOp::Kind::matrix) return apply_matrix_to_rows(op, rows, n);
  for (int c = 0; c < 3; ++c) {
    if ((op.components >> c & 1) == 0 || rows[c] == nullptr) continue;
    if (op.kind == PointOp::Kind::scale) {
      scale_row(op, op.m[c][0], op.m[c][1], rows[c], n);
    } else {
      gamma_row(op, c, rows[c], n);
    }
  }
}

}  // namespace framelane
