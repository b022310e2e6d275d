#include "gpu/cuda/npp_operations_test.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gpu/cuda/check.h"
#include "gpu/cuda/cuda_stream.h"

namespace framelane {
namespace {

constexpr int kWidth = 3840, kHeight = 2160;
static_assert(std::size_t{4} * kWidth * kHeight == kNppPictureBytes);
constexpr int kRgb = 3 * kWidth, kRgba = 4 * kWidth;  // bytes of a row
constexpr NppiSize kSize{kWidth, kHeight};
constexpr NppiPoint kOrigin{0, 0};
constexpr NppiBorderType kEdge = NPP_BORDER_REPLICATE;

// Left loaded: its kernels belong to the process's CUDA context.
void* open_library(const char* name) {
  const std::string file = fmt::format("lib{}.so.{}", name, NPP_VER_MAJOR);
  for (const std::string& path : {file, "/usr/local/cuda/lib64/" + file})
    if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  throw NppMissing(fmt::format("{}: LD_LIBRARY_PATH may name its folder", dlerror()));
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) throw NppMissing(fmt::format("NPP has no {}", name));
}

void must(NppStatus status, const char* call) {
  if (refused(status)) throw std::runtime_error(fmt::format("{}: {}", call, status_text(status)));
}

constexpr float kUnsharpRadius = 2, kUnsharpSigma = 1;

NppStatus color(const NppBuffers& b, const Npp8u* from) {
  const Npp8u* const planes[] = {from, from + std::size_t{kWidth} * kHeight};
  return b.npp.nv12_to_rgb(planes, kWidth, b.to, kRgb, kSize, b.context);
}
NppStatus gauss(const NppBuffers& b, const Npp8u* from) {
  return b.npp.gauss(from, kRgba, kSize, kOrigin, b.to, kRgba, kSize, NPP_MASK_SIZE_13_X_13, kEdge,
                     b.context);
}
NppStatus unsharp(const NppBuffers& b, const Npp8u* from) {
  return b.npp.unsharp(from, kRgba, kOrigin, b.to, kRgba, kSize, kUnsharpRadius, kUnsharpSigma, 1,
                       0, kEdge, b.scratch, b.context);
}
NppStatus sobel(const NppBuffers& b, const Npp8u* from) {
  return b.npp.sobel(from, kRgba, kSize, kOrigin, b.to, kRgba, kSize, kEdge, b.context);
}
NppStatus box(const NppBuffers& b, const Npp8u* from) {
  return b.npp.box(from, kRgba, kSize, kOrigin, b.to, kRgba, kSize, {9, 9}, {4, 4}, kEdge,
                   b.context);
}
NppStatus box_advanced(const NppBuffers& b, const Npp8u* from) {
  return b.npp.box_advanced(from, kRgba, kSize, kOrigin, b.to, kRgba, kSize, {9, 9}, {4, 4}, kEdge,
                            b.scratch, b.context);
}
template <int kRadius>
NppStatus median(const NppBuffers& b, const Npp8u* from) {
  constexpr int kSide = 2 * kRadius + 1;
  return b.npp.median(from, kRgba, kSize, kOrigin, b.to, kRgba, kSize, {kSide, kSide},
                      {kRadius, kRadius}, b.scratch, kEdge, b.context);
}
// Squares of sigmaR, 0.1 of the range, and of a sigmaS that has the radius as its window.
template <int kRadius>
NppStatus bilateral(const NppBuffers& b, const Npp8u* from) {
  constexpr float kRange = 25.5F, kSpace = kRadius / 2.0F;
  return b.npp.bilateral(from, kRgb, kSize, kOrigin, b.to, kRgb, kSize, kRadius, 1, kRange * kRange,
                         kSpace * kSpace, kEdge, b.context);
}
NppStatus lanczos(const NppBuffers& b, const Npp8u* from) {
  constexpr NppiSize kHalf{kWidth / 2, kHeight / 2};
  return b.npp.resize(from, kRgba, kSize, {0, 0, kWidth, kHeight}, b.to, kRgba / 2, kHalf,
                      {0, 0, kHalf.width, kHalf.height}, NPPI_INTER_LANCZOS, b.context);
}

constexpr NppOperation kOperations[] = {
    {NppWork::color, "NV12 to RGB", color},
    {NppWork::gauss, "Gauss 13x13", gauss},
    {NppWork::unsharp, "unsharp radius 2", unsharp},
    {NppWork::sobel, "Sobel, one direction", sobel},
    {NppWork::box, "box 9x9", box},
    {NppWork::box, "box 9x9, advanced", box_advanced},
    {NppWork::median3, "median 3x3", median<1>},
    {NppWork::median5, "median 5x5", median<2>},
    {NppWork::bilateral5, "bilateral 5x5, RGB", bilateral<2>},
    {NppWork::bilateral9, "bilateral 9x9, RGB", bilateral<4>},
    {NppWork::lanczos, "Lanczos to 1920x1080", lanczos},
};

}  // namespace

NppStreamContext npp_context(Stream& stream) {
  const cudaStream_t handle = static_cast<CudaStream&>(stream).get();
  NppStreamContext context{};
  cudaDeviceProp facts{};
  check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  check(cudaGetDeviceProperties(&facts, context.nCudaDeviceId), "cudaGetDeviceProperties");
  context.hStream = handle;
  context.nMultiProcessorCount = facts.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = facts.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = facts.maxThreadsPerBlock;
  context.nSharedMemPerBlock = facts.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = facts.major;
  context.nCudaDevAttrComputeCapabilityMinor = facts.minor;
  check(cudaStreamGetFlags(handle, &context.nStreamFlags), "cudaStreamGetFlags");
  return context;
}

Npp load_npp() {
  Npp npp{};
  find(open_library("nppc"), "nppGetLibVersion", npp.version);  // the others need this library
  find(open_library("nppicc"), "nppiNV12ToRGB_8u_P2C3R_Ctx", npp.nv12_to_rgb);
  find(open_library("nppig"), "nppiResize_8u_C4R_Ctx", npp.resize);
  void* filters = open_library("nppif");
  find(filters, "nppiFilterGaussBorder_8u_C4R_Ctx", npp.gauss);
  find(filters, "nppiFilterUnsharpBorder_8u_C4R_Ctx", npp.unsharp);
  find(filters, "nppiFilterUnsharpGetBufferSize_8u_C4R", npp.unsharp_scratch);
  find(filters, "nppiFilterSobelHorizBorder_8u_C4R_Ctx", npp.sobel);
  find(filters, "nppiFilterBoxBorder_8u_C4R_Ctx", npp.box);
  find(filters, "nppiFilterBoxBorderAdvanced_8u_C4R_Ctx", npp.box_advanced);
  find(filters, "nppiFilterBoxBorderAdvancedGetDeviceBufferSize", npp.box_scratch);
  find(filters, "nppiFilterMedianBorder_8u_C4R_Ctx", npp.median);
  find(filters, "nppiFilterMedianBorderGetBufferSize_8u_C4R_Ctx", npp.median_scratch);
  find(filters, "nppiFilterBilateralGaussBorder_8u_C3R_Ctx", npp.bilateral);
  return npp;
}

bool refused(NppStatus status) {
  return status < NPP_NO_ERROR;
}

std::string status_text(NppStatus status) {
  return fmt::format("NPP status {}", static_cast<int>(status));
}

std::span<const NppOperation> npp_operations() {
  return kOperations;
}

std::size_t npp_scratch_bytes(const Npp& npp, const NppStreamContext& context) {
  int unsharp_bytes = 0, box_bytes = 0;
  Npp32u median_bytes = 0;
  must(npp.unsharp_scratch(kUnsharpRadius, kUnsharpSigma, &unsharp_bytes), "unsharp's scratch");
  must(npp.box_scratch(kSize, 4, &box_bytes), "box's scratch");
  std::size_t most = static_cast<std::size_t>(std::max({unsharp_bytes, box_bytes, 1}));
  for (const int side : {3, 5}) {
    must(npp.median_scratch(kSize, {side, side}, &median_bytes, kEdge, context),
         "median's scratch");
    most = std::max<std::size_t>(most, median_bytes);
  }
  return most;
}

}  // namespace framelane
