#include "gpu/cuda/passes/neighbourhood.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/filters/neighbour_math.h"

namespace framelane {
namespace {

__device__ bool computes(unsigned components, const ImageView& in, int c) {
  return (components >> c & 1U) != 0 && in.data[c] != nullptr;
}

template <Lay In, Lay Out>
__global__ void __launch_bounds__(kStripThreads, In == Lay::any ? 2 : 3)
    gradient_kernel(const __grid_constant__ GradientWork work, const __grid_constant__ Tiles tiles,
                    const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  const StripPlace place = strip_place<1>(tiles, out);
  if (!computes(work.components, in, place.c)) return copy_strip<1, In, Out>(in, out, place);
  const auto limit = static_cast<float>(in.max_code);
  walk_strip<1, In, Out>(in, out, place, ConvolutionEdge{},
                         [&](const float(&n)[9]) { return gradient_value(n, work, limit); });
}

template <Lay In, Lay Out>
__global__ void __launch_bounds__(kStripThreads, In == Lay::any ? 2 : 3)
    cas_kernel(const __grid_constant__ CasWork work, const __grid_constant__ Tiles tiles,
               const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  const StripPlace place = strip_place<1>(tiles, out);
  if (!computes(work.components, in, place.c)) return copy_strip<1, In, Out>(in, out, place);
  const auto limit = static_cast<float>(in.max_code);
  walk_strip<1, In, Out>(in, out, place, NearestEdge{},
                         [&](const float(&n)[9]) { return cas_value(n, work.peak, limit); });
}

template <bool kGreatest>
__device__ float joined(float a, float b) {
  return kGreatest ? larger(a, b) : smaller(a, b);
}

template <bool kGreatest>
__device__ float joined(const float (&n)[9], unsigned neighbours) {
  float found = n[4];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const float other = n[i < 4 ? i : i + 1];  // the centre is none
    if ((neighbours >> i & 1U) != 0) found = joined<kGreatest>(found, other);
  }
  return found;
}

// All of them, by row, so that neighbouring results share what rows give.
template <bool kGreatest>
__device__ float joined(const float (&n)[9]) {
  const auto row = [&](int i) {
    return joined<kGreatest>(joined<kGreatest>(n[i], n[i + 1]), n[i + 2]);
  };
  return joined<kGreatest>(joined<kGreatest>(row(0), row(3)), row(6));
}

template <Lay In, Lay Out, bool kGreatest>
__global__ void __launch_bounds__(kStripThreads, In == Lay::any ? 2 : 3)
    morphology_kernel(const __grid_constant__ MorphologyWork work,
                      const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                      const __grid_constant__ ImageView out) {
  const StripPlace place = strip_place<1>(tiles, out);
  if (!computes(work.components, in, place.c)) return copy_strip<1, In, Out>(in, out, place);
  const auto limit = static_cast<float>(in.max_code);
  const float threshold = work.threshold[place.c];
  if (work.neighbours == 255) {
    walk_strip<1, In, Out>(in, out, place, MorphologyEdge{}, [&](const float(&n)[9]) {
      return within_threshold(n[4], joined<kGreatest>(n), threshold, kGreatest, limit);
    });
  } else {
    walk_strip<1, In, Out>(in, out, place, MorphologyEdge{}, [&](const float(&n)[9]) {
      return within_threshold(n[4], joined<kGreatest>(n, work.neighbours), threshold, kGreatest,
                              limit);
    });
  }
}

// The weights of a window of that radius from the 5x5 ones.
template <Lay In, Lay Out, int kRadius>
__global__ void __launch_bounds__(kStripThreads, 2)
    convolution_kernel(const __grid_constant__ ConvolutionWork work,
                       const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                       const __grid_constant__ ImageView out) {
  constexpr int kSide = 2 * kRadius + 1;
  const StripPlace place = strip_place<kRadius>(tiles, out);
  const ConvolutionComponent& part = work.components[place.c];
  if (part.copy || in.data[place.c] == nullptr) return copy_strip<kRadius, In, Out>(in, out, place);
  const auto limit = static_cast<float>(in.max_code);
  walk_strip<kRadius, In, Out>(
      in, out, place, ConvolutionEdge{part.radius}, [&](const float(&n)[kSide * kSide]) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < kSide * kSide; ++i) {
          const int row = 2 - kRadius + i / kSide, column = 2 - kRadius + i % kSide;
          sum = plus_product(part.weight[5 * row + column], n[i], sum);
        }
        return convolved(sum, part, limit);
      });
}

template <int kRadius, typename Work, typename Kernel>
void launch_strips(Kernel* kernel, const Work& work, const CudaPassCall& call) {
  const Tiles tiles = strip_tiles<kRadius>(call.out[0]);
  kernel<<<tiles.count(), kStripThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
}

}  // namespace

void launch(const GradientWork& work, const CudaPassCall& call) {
  by_layout(call.in[0], call.out[0],
            [&]<Lay In, Lay Out>() { launch_strips<1>(gradient_kernel<In, Out>, work, call); });
}

void launch(const CasWork& work, const CudaPassCall& call) {
  by_layout(call.in[0], call.out[0],
            [&]<Lay In, Lay Out>() { launch_strips<1>(cas_kernel<In, Out>, work, call); });
}

void launch(const MorphologyWork& work, const CudaPassCall& call) {
  by_layout(call.in[0], call.out[0], [&]<Lay In, Lay Out>() {
    launch_strips<1>(
        work.greatest ? morphology_kernel<In, Out, true> : morphology_kernel<In, Out, false>, work,
        call);
  });
}

void launch(const ConvolutionWork& work, const CudaPassCall& call) {
  bool wide = false;
  for (const ConvolutionComponent& part : work.components)
    wide = wide || (!part.copy && part.radius > 1);
  by_layout(call.in[0], call.out[0], [&]<Lay In, Lay Out>() {
    if (wide) {
      launch_strips<2>(convolution_kernel<In, Out, 2>, work, call);
    } else {
      launch_strips<1>(convolution_kernel<In, Out, 1>, work, call);
    }
  });
}

}  // namespace framelane
