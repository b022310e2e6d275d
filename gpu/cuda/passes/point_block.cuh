#pragma once
#include "gpu/cuda/passes/vectors.cuh"
#include "gpu/filters/point_colors.h"

// A thread's pixels of a picture of any layout: all their components read, chroma repeated or
// interpolated at each pixel, and stored again.
namespace framelane {

// A thread takes A x 2 pixels; pixel A r + i is column i of row r.
inline constexpr int kBlockRows = 2;

struct PointBlock {
  int x, y;  // of the first pixel
};

template <int A>
__device__ inline PointBlock block_of_thread() {
  return {A * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          kBlockRows * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

template <int A>
__device__ inline void load_plane(const ImageView& in, int c, PointBlock at, float (&v)[2 * A]) {
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r) {
    float row[A];
    load_samples(in, c, at.x, nearest_inside(at.y + r, in.height), in.width, row);
#pragma unroll
    for (int i = 0; i < A; ++i)
      v[A * r + i] = row[i];
  }
}

// Chroma that A / 2 samples across share with all pixels below them.
template <int A>
__device__ inline void repeat_420(const ImageView& in, int c, PointBlock at, float (&v)[2 * A]) {
  float row[A / 2];
  load_samples(in, c, at.x / 2, at.y / 2, in.component_width(c), row);
#pragma unroll
  for (int i = 0; i < A; ++i)
    v[i] = v[A + i] = row[i / 2];
}

template <int A>
__device__ inline void repeat_chroma(const ImageView& in, int c, PointBlock at, float (&v)[2 * A]) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r)
#pragma unroll
    for (int i = 0; i < A; ++i) {
      const bool as_above = lh > 0 && r > 0, as_left = lw > 0 && i % 2 != 0;
      const int x = nearest_inside(at.x + i, in.width) >> lw;
      const int y = nearest_inside(at.y + r, in.height) >> lh;
      v[A * r + i] = as_above ? v[i] : as_left ? v[A * r + i - 1] : load_code(in, c, x, y);
    }
}

template <int A>
__device__ inline void interpolate_chroma(const ImageView& in, const PointWork& work, int c,
                                          PointBlock at, float (&v)[2 * A]) {
  const int width = in.component_width(c), height = in.component_height(c);
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r) {
    const ChromaTap down = chroma_tap(nearest_inside(at.y + r, in.height), in.log2_chroma_h,
                                      work.chroma_shift_y, height);
#pragma unroll
    for (int i = 0; i < A; ++i) {
      const ChromaTap across = chroma_tap(nearest_inside(at.x + i, in.width), in.log2_chroma_w,
                                          work.chroma_shift_x, width);
      const float left = mixed(load_code(in, c, across.first, down.first),
                               load_code(in, c, across.first, down.second), down.weight);
      const float right = mixed(load_code(in, c, across.second, down.first),
                                load_code(in, c, across.second, down.second), down.weight);
      v[A * r + i] = mixed(left, right, across.weight);
    }
  }
}

template <int A>
__device__ inline void load_color(const ImageView& in, const PointWork& work, int c, PointBlock at,
                                  float (&v)[2 * A]) {
  if (in.data[c] == nullptr) {
#pragma unroll
    for (float& value : v)
      value = 0;
  } else if (!in.yuv || c == 0 || (in.log2_chroma_w == 0 && in.log2_chroma_h == 0)) {
    load_plane<A>(in, c, at, v);
  } else if (work.interpolate_chroma) {
    interpolate_chroma<A>(in, work, c, at, v);
  } else if (in.log2_chroma_w == 1 && in.log2_chroma_h == 1) {
    repeat_420<A>(in, c, at, v);
  } else {
    repeat_chroma<A>(in, c, at, v);
  }
}

template <int A>
__device__ inline void store_plane(const ImageView& out, int c, PointBlock at,
                                   const float (&v)[2 * A]) {
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r) {
    if (at.y + r >= out.height) return;
    float row[A];
#pragma unroll
    for (int i = 0; i < A; ++i)
      row[i] = v[A * r + i];
    store_samples(out, c, at.x, at.y + r, out.width, row);
  }
}

// The mean of the pixels of column i and, if wide, the next, and if tall of the row below, that
// share a sample; equal values come back exactly. Indices known when compiled keep the pixels in
// registers.
template <int A>
__device__ inline float shared_mean(const float (&v)[2 * A], int r, int i, bool wide, bool tall) {
  const int k = A * r + i, next = i % 2 == 0 ? k + 1 : k;
  const int below = r == 0 ? k + A : k, both = r == 0 ? next + A : next;
  const float a = v[k], b = wide ? v[next] : a;
  const float d = tall ? v[below] : a, e = tall ? (wide ? v[both] : d) : b;
  return ((a + b) + (d + e)) * 0.25F;
}

template <int A>
__device__ inline void store_420(const ImageView& out, int c, PointBlock at,
                                 const float (&v)[2 * A]) {
  float means[A / 2];
#pragma unroll
  for (int i = 0; i < A / 2; ++i)
    means[i] = shared_mean<A>(v, 0, 2 * i, true, true);
  store_samples(out, c, at.x / 2, at.y / 2, out.component_width(c), means);
}

template <int A>
__device__ inline void store_chroma(const ImageView& out, int c, PointBlock at,
                                    const float (&v)[2 * A]) {
  const int lw = out.log2_chroma_w, lh = out.log2_chroma_h;
  if (lw == 1 && lh == 1) return store_420<A>(out, c, at, v);
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r) {
    if ((lh > 0 && r > 0) || at.y + r >= out.height) return;
#pragma unroll
    for (int i = 0; i < A; ++i) {
      if ((lw > 0 && i % 2 != 0) || at.x + i >= out.width) continue;
      const float mean = shared_mean<A>(v, r, i, lw > 0 && i % 2 == 0, lh > 0 && r == 0);
      store_code(out, c, (at.x + i) >> lw, (at.y + r) >> lh, mean);
    }
  }
}

template <int A>
__device__ inline void store_color(const ImageView& out, int c, PointBlock at,
                                   const float (&v)[2 * A]) {
  if (out.yuv) {
    store_chroma<A>(out, c, at, v);
  } else {
    store_plane<A>(out, c, at, v);
  }
}

template <int A>
__device__ inline void load_alpha(const ImageView& in, const PointWork& work, PointBlock at,
                                  float (&v)[2 * A]) {
  if (in.data[3] == nullptr) {
#pragma unroll
    for (float& value : v)
      value = work.alpha_fill;
  } else {
    load_plane<A>(in, 3, at, v);
#pragma unroll
    for (float& value : v)
      value = value * work.alpha_gain + work.alpha_offset;
  }
}

template <int A>
__device__ inline void store_alpha(const ImageView& in, const ImageView& out, const PointWork& work,
                                   PointBlock at) {
  if (out.data[3] == nullptr) return;
  float v[2 * A];
  load_alpha<A>(in, work, at, v);
  store_plane<A>(out, 3, at, v);
}

template <int A, std::size_t C>
__device__ inline void load_colors(const PointWork& work, const ImageView& in, PointBlock at,
                                   float (&v)[C][2 * A]) {
  load_color<A>(in, work, 0, at, v[0]);
  load_color<A>(in, work, 1, at, v[1]);
  load_color<A>(in, work, 2, at, v[2]);
}

template <int A, std::size_t C>
__device__ inline void store_colors(const ImageView& out, PointBlock at,
                                    const float (&v)[C][2 * A]) {
  store_plane<A>(out, 0, at, v[0]);
  if (out.color_count > 1) {
    store_color<A>(out, 1, at, v[1]);
    store_color<A>(out, 2, at, v[2]);
  }
}

}  // namespace framelane
