#pragma once
#include <cuda_runtime_api.h>

#include <span>

#include "gpu/filters/pass_work.h"
#include "gpu/image_view.h"
#include "gpu/pass_memory.h"

namespace framelane {

// What a CUDA pass works on. Inputs: the window, oldest first.
struct CudaPassCall {
  std::span<const ImageView> in;
  std::span<const ImageView> out;
  const PassMemory& memory;
  cudaStream_t stream;
};

// Each launches and returns; the caller asks for the launch's error.
void launch(const PointWork& work, const CudaPassCall& call);
void launch(const SeparableWork& work, const CudaPassCall& call);
void launch(const WideBlurWork& work, const CudaPassCall& call);
void launch(const GradientWork& work, const CudaPassCall& call);
void launch(const MorphologyWork& work, const CudaPassCall& call);
void launch(const CasWork& work, const CudaPassCall& call);
void launch(const ConvolutionWork& work, const CudaPassCall& call);
void launch(const BoxWork& work, const CudaPassCall& call);
void launch(const DebandWork& work, const CudaPassCall& call);
void launch(const MedianWork& work, const CudaPassCall& call);
void launch(const WindowWork& work, const CudaPassCall& call);
void launch(const ReduceWork& work, const CudaPassCall& call);
void launch(const RemapWork& work, const CudaPassCall& call);
void launch(const ScaleWork& work, const CudaPassCall& call);
void launch(const BilateralWork& work, const CudaPassCall& call);
void launch(const NlmeansWork& work, const CudaPassCall& call);
void launch(const FieldsWork& work, const CudaPassCall& call);
void launch(const Hqdn3dWork& work, const CudaPassCall& call);
void launch(const DeflickerWork& work, const CudaPassCall& call);
void launch(const ChromakeyWork& work, const CudaPassCall& call);

void launch_nothing(cudaStream_t stream);

// A point pass that ends in 8-bit R G B A, into a surface of the picture's size with those four
// bytes a pixel.
void launch_to_surface(const PointWork& work, const ImageView& in, const PassMemory& memory,
                       cudaSurfaceObject_t surface, cudaStream_t stream);

}  // namespace framelane
