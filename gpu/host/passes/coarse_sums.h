#pragma once
#include <cstddef>
#include <cstring>

// The inner loops of blurs by way of a coarse grid: see coarse_blur.h. Every sum is made in the
// same order whatever the vectors' width. They read and write whole vectors, up to kBlockRoom
// floats past the last sample. Nothing here may be shared by sources for different processors.
namespace framelane {

template <int kLanes>
struct CoarseSumsOf {
  static constexpr std::ptrdiff_t kStep = kLanes;
  using Vector [[gnu::vector_size(static_cast<std::size_t>(kLanes) * sizeof(float))]] = float;
  struct Cubic {
    Vector value, change, second, third;  // at the first sample, and its differences
  };

  [[gnu::always_inline]] static void load(Vector& into, const float* from) {
    std::memcpy(&into, from, sizeof into);
  }
  [[gnu::always_inline]] static void store(const Vector& from, float* into) {
    std::memcpy(into, &from, sizeof from);
  }
  // Sixteen times the mean with weights 1 4 6 4 1.
  [[gnu::always_inline]] static void binomial(const Vector (&r)[5], Vector& sum) {
    sum = (r[0] + r[4]) + 4.0F * ((r[1] + r[3]) + 1.5F * r[2]);
  }
  // The uniform cubic B-spline between the second and the third of four values, `step` samples
  // apart: differences forward, so that a sample takes three additions.
  [[gnu::always_inline]] static void spline(const Vector (&c)[4], float step, Cubic& to) {
    const float h = 1.0F / step;
    const Vector sum = c[0] + c[2];
    const Vector first = (c[2] - c[0]) * (0.5F * h);
    const Vector second = (sum - 2.0F * c[1]) * (0.5F * h * h);
    const Vector third = ((c[3] - c[0]) + 3.0F * (c[1] - c[2])) * (h * h * h * (1.0F / 6));
    to.value = (sum + 4.0F * c[1]) * (1.0F / 6);
    to.change = first + second + third;
    to.second = 2.0F * second + 6.0F * third;
    to.third = 6.0F * third;
  }
  [[gnu::always_inline]] static void advance(Cubic& cubic) {
    cubic.value += cubic.change;
    cubic.change += cubic.second;
    cubic.second += cubic.third;
  }
};

// out[i] = binomial of the five rows' samples i.
template <int kLanes>
void halve_down(const float* const* rows, int count, float* out) {
  using Sums = CoarseSumsOf<kLanes>;
  for (std::ptrdiff_t x = 0; x < count; x += Sums::kStep) {
    typename Sums::Vector r[5], sum;
    for (int k = 0; k < 5; ++k)
      Sums::load(r[k], rows[k] + x);
    Sums::binomial(r, sum);
    Sums::store(sum, out + x);
  }
}

// Rows 0 .. 2^levels - 1 between rows[1] and rows[2], `stride` floats apart in out.
template <int kLanes>
void between_down(const float* const* rows, int levels, int count, float* out, int stride) {
  using Sums = CoarseSumsOf<kLanes>;
  const int step = 1 << levels;
  for (std::ptrdiff_t x = 0; x < count; x += Sums::kStep) {
    typename Sums::Vector c[4];
    for (int k = 0; k < 4; ++k)
      Sums::load(c[k], rows[k] + x);
    typename Sums::Cubic cubic;
    Sums::spline(c, static_cast<float>(step), cubic);
    for (std::ptrdiff_t p = 0; p < step; ++p) {
      Sums::store(cubic.value, out + p * stride + x);
      Sums::advance(cubic);
    }
  }
}

// Samples 0, 2, 4 ... and 1, 3, 5 ... of row.
template <int kLanes>
void split_pairs(const float* row, int count, float* even, float* odd) {
  for (int i = 0; i < count; ++i) {
    even[i] = row[2 * i];
    odd[i] = row[2 * i + 1];
  }
}

// out[i] = binomial of samples -2 .. 2 around row[2 i]; room: two rows of count + 2.
template <int kLanes>
void halve_across(const float* row, int count, float* out, float* even, float* odd) {
  using Sums = CoarseSumsOf<kLanes>;
  split_pairs<kLanes>(row - 2, count + 2, even, odd);
  for (std::ptrdiff_t x = 0; x < count; x += Sums::kStep) {
    typename Sums::Vector r[5], sum;
    for (int k = 0; k < 5; ++k)
      Sums::load(r[k], (k % 2 == 0 ? even : odd) + k / 2 + x);
    Sums::binomial(r, sum);
    Sums::store(sum, out + x);
  }
}

// out[(i << levels) + p], p below 1 << levels, from row[i - 1 .. i + 2], for i below count.
template <int kLanes>
void between_across(const float* row, int levels, int count, float* out) {
  using Sums = CoarseSumsOf<kLanes>;
  const int step = 1 << levels;
  for (std::ptrdiff_t x = 0; x < count; x += Sums::kStep) {
    typename Sums::Vector c[4];
    for (int k = 0; k < 4; ++k)
      Sums::load(c[k], row - 1 + k + x);
    typename Sums::Cubic cubic;
    Sums::spline(c, static_cast<float>(step), cubic);
    float* to = out + x * step;
    for (int p = 0; p < step; ++p) {
      for (int i = 0; i < kLanes; ++i)
        to[i * step + p] = cubic.value[i];
      Sums::advance(cubic);
    }
  }
}

}  // namespace framelane
