#pragma once
#include "gpu/host/passes/coarse_fill_loops.h"
#include "gpu/host/passes/coarse_mean_loops.h"
#include "gpu/host/passes/coarse_sums.h"

// Sums are made in the same order whatever the vectors' width, so that they have the same bits.
namespace framelane {

template <int kLanes>
constexpr CoarseSums coarse_loops() {
  using Means = MeanLoops<kLanes>;
  using Fill = FillLoops<kLanes>;
  return {Means::bytes_down, Means::shorts_down,   Means::floats_down,         Means::floats_of,
          Means::move,       Means::floats_across, SplineLoops<kLanes>::widen, Fill::fill_bytes,
          Fill::fill_shorts, Fill::fill_floats};
}

template <int kLanes>
inline constexpr CoarseSums kCoarseLoops = coarse_loops<kLanes>();

}  // namespace framelane
