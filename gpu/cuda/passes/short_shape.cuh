#pragma once
#include <utility>

#include "gpu/cuda/passes/short_point.cuh"

namespace framelane {

// Steps that are known when a kernel is compiled: their numbers are operands of instructions then,
// instead of loads and branches, a tenth of what a pixel takes. Between a clamped step that spreads
// and one that gathers without a clamp.
template <ShortStep::Kind... kBetween>
struct ShortShape {
  static bool fits(const ShortProgram& program) {
    constexpr int kCount = static_cast<int>(sizeof...(kBetween)) + 2;
    if (program.split || program.spread != 0 || program.count != kCount) return false;
    int i = 1;
    const bool same = (is(program.steps[i++], kBetween) && ...);
    return same && program.steps[0].clamp && !program.steps[kCount - 1].clamp;
  }

 private:
  using Kind = ShortStep::Kind;
  // A scale is a matrix as well.
  static bool is(const ShortStep& step, Kind kind) {
    if (kind == Kind::matrix) return step.linear() && step.clamp;
    return step.kind == kind && step.clamp == (kind == Kind::curve);
  }
};
struct AnyShape {};

template <ShortStep::Kind kKind, ShortUse Use>
__device__ inline void apply_known(const ShortStep& step, const ShortSources<Use>& sources,
                                   const ShortPlace& place, float (&v)[3][8]) {
  using Kind = ShortStep::Kind;
  if constexpr (kKind == Kind::matrix) {
    short_matrix<true>(step, v);
  } else if constexpr (kKind == Kind::lattice) {
    lattice_of_halves<false>(step, sources.lattice, v);
  } else if constexpr (kKind == Kind::curve) {
    short_even<true>(step, NearLines(place.near + step.near), v);
  } else {
    apply_light<kKind>(step, place.near, v);
  }
}

template <ShortUse Use, ShortStep::Kind... kBetween, std::size_t... kIndex>
__device__ inline void run_between(const ShortShape<kBetween...>& /*shape*/,
                                   std::index_sequence<kIndex...> /*indices*/,
                                   const ShortProgram& program, const ShortSources<Use>& sources,
                                   const ShortPlace& place, float (&v)[3][8]) {
  (apply_known<kBetween>(program.steps[kIndex + 1], sources, place, v), ...);
}

// From what a thread has loaded to what it stores.
template <ShortUse Use, ShortStep::Kind... kBetween>
__device__ inline void run_steps(const ShortShape<kBetween...>& shape, const ShortProgram& program,
                                 const ShortSources<Use>& sources, const ShortPlace& place,
                                 float (&luma)[8], float (&chroma)[2][2]) {
  float v[3][8];
  spread<true>(program.steps[0], luma, chroma, v);
  run_between(shape, std::make_index_sequence<sizeof...(kBetween)>{}, program, sources, place, v);
  gather(program.steps[sizeof...(kBetween) + 1], v, luma, chroma);
}

template <ShortUse Use>
__device__ inline void run_steps(const AnyShape& /*shape*/, const ShortProgram& program,
                                 const ShortSources<Use>& sources, const ShortPlace& place,
                                 float (&luma)[8], float (&chroma)[2][2]) {
  float v[3][8];
  for (int i = 0; i < program.spread; ++i) {
    apply_short(program.steps[i], 0, luma);
    apply_short(program.steps[i], 1, chroma[0]);
    apply_short(program.steps[i], 2, chroma[1]);
  }
  const ShortStep& first = program.steps[program.spread];
  if (first.clamp) {
    spread<true>(first, luma, chroma, v);
  } else {
    spread<false>(first, luma, chroma, v);
  }
  const int last = program.count - 1;
  for (int i = program.spread + 1; i < last; ++i)
    apply_short<Use>(program.steps[i], sources, place, v);
  if (program.steps[last].clamp) {
    gather_clamped(program.steps[last], v, luma, chroma);
  } else {
    gather(program.steps[last], v, luma, chroma);
  }
}

}  // namespace framelane
