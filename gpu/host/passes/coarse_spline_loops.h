#pragma once
#include "gpu/host/passes/coarse_lanes.h"

// Uniform cubic B-splines, across.
namespace framelane {

template <int kLanes>
struct SplineLoops : CoarseLanes<kLanes> {
  using Lanes = CoarseLanes<kLanes>;
  using Vector = typename Lanes::Vector;
  using Lanes::kStep, Lanes::load, Lanes::store;
  using Lanes::split, Lanes::kPlanes;
  struct Cubic {
    Vector value, change, second, third;  // at the first sample, and its differences
  };

  // The uniform cubic B-spline between the second and the third of four values, `step` samples
  // apart: differences forward, so that a sample takes three additions.
  [[gnu::always_inline]] static void spline(const float* from, const float* left,
                                            const float* right, const float* end, int step,
                                            Cubic& to) {
    const float h = 1.0F / static_cast<float>(step);
    Vector a, b, c, d;
    load(a, from);
    load(b, left);
    load(c, right);
    load(d, end);
    const Vector sum = a + c;
    const Vector first = (c - a) * (0.5F * h);
    const Vector second = (sum - 2.0F * b) * (0.5F * h * h);
    const Vector third = ((d - a) + 3.0F * (b - c)) * (h * h * h * (1.0F / 6));
    to.value = sum * (1.0F / 6) + b * (4.0F / 6);
    to.change = first + second + third;
    to.second = 2.0F * second + 6.0F * third;
    to.third = 6.0F * third;
  }
  // The two samples of an interval of two.
  [[gnu::always_inline]] static void halves(const float* from, const float* left,
                                            const float* right, const float* end, Vector& one,
                                            Vector& other) {
    Vector a, b, c, d;
    load(a, from);
    load(b, left);
    load(c, right);
    load(d, end);
    one = (a + c) * (1.0F / 6) + b * (4.0F / 6);
    other = (a + d) * (1.0F / 48) + (b + c) * (23.0F / 48);
  }
  [[gnu::always_inline]] static void advance(Cubic& cubic) {
    cubic.value += cubic.change;
    cubic.change += cubic.second;
    cubic.second += cubic.third;
  }

  // Two intervals have the samples of four planes.
  static void widen_twofold(const float* row, int count, float* planes, std::ptrdiff_t stride,
                            float* room) {
    const int pairs = (count + 1) / 2;
    float* const even = room;
    float* const odd = room + pairs + 2 + kStep;
    split(row - 2, pairs + 2, even, odd);
    for (std::ptrdiff_t x = 0; x < pairs; x += kStep) {
      Vector first, second, third, fourth;
      halves(odd + x, even + x + 1, odd + x + 1, even + x + 2, first, second);
      halves(even + x + 1, odd + x + 1, even + x + 2, odd + x + 2, third, fourth);
      store(first, planes + x);
      store(second, planes + stride + x);
      store(third, planes + 2 * stride + x);
      store(fourth, planes + 3 * stride + x);
    }
  }
  static void widen(const float* row, int levels, int count, float* planes, std::ptrdiff_t stride,
                    float* room) {
    if (levels == 1) return widen_twofold(row, count, planes, stride, room);
    const int step = 1 << levels, each = step / kPlanes;
    for (std::ptrdiff_t x = 0; x < count; x += kStep) {
      Cubic cubic;
      spline(row + x - 1, row + x, row + x + 1, row + x + 2, step, cubic);
      for (int p = 0; p < step; ++p) {
        float* const to = planes + p % kPlanes * stride + x * each + p / kPlanes;
        if (each == 1) {
          store(cubic.value, to);
        } else {
          for (std::ptrdiff_t i = 0; i < kLanes; ++i)
            to[i * each] = cubic.value[i];
        }
        advance(cubic);
      }
    }
  }
};

}  // namespace framelane
