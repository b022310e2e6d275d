#pragma once
#include <npp.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include "gpu/cuda/npp_work_test.h"
#include "gpu/device.h"

namespace framelane {

// The library, or a function of it, is not on this machine.
struct NppMissing : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each has the type of its declaration, so no call can differ from it.
struct Npp {
  decltype(&nppGetLibVersion) version;
  decltype(&nppiNV12ToRGB_8u_P2C3R_Ctx) nv12_to_rgb;
  decltype(&nppiFilterGaussBorder_8u_C4R_Ctx) gauss;
  decltype(&nppiFilterUnsharpBorder_8u_C4R_Ctx) unsharp;
  decltype(&nppiFilterUnsharpGetBufferSize_8u_C4R) unsharp_scratch;
  decltype(&nppiFilterSobelHorizBorder_8u_C4R_Ctx) sobel;
  decltype(&nppiFilterBoxBorder_8u_C4R_Ctx) box;
  decltype(&nppiFilterBoxBorderAdvanced_8u_C4R_Ctx) box_advanced;
  decltype(&nppiFilterBoxBorderAdvancedGetDeviceBufferSize) box_scratch;
  decltype(&nppiFilterMedianBorder_8u_C4R_Ctx) median;
  decltype(&nppiFilterMedianBorderGetBufferSize_8u_C4R_Ctx) median_scratch;
  decltype(&nppiFilterBilateralGaussBorder_8u_C3R_Ctx) bilateral;
  decltype(&nppiResize_8u_C4R_Ctx) resize;
};

// Throws NppMissing.
[[nodiscard]] Npp load_npp();
// Its warnings are no refusal.
[[nodiscard]] bool refused(NppStatus status);
[[nodiscard]] std::string status_text(NppStatus status);

// For launches into a stream of a CUDA device, the present one of this thread.
[[nodiscard]] NppStreamContext npp_context(Stream& stream);

// What a launch is given beside its picture. `to` has room for a picture.
struct NppBuffers {
  const Npp& npp;
  NppStreamContext context;
  Npp8u* to;
  Npp8u* scratch;
};

struct NppOperation {
  NppWork work;
  const char* name;
  NppStatus (*launch)(const NppBuffers&, const Npp8u* from);
};

inline constexpr std::size_t kNppPictureBytes = std::size_t{4} * 3840 * 2160;
[[nodiscard]] std::span<const NppOperation> npp_operations();
// Enough for each of them. Throws std::runtime_error.
[[nodiscard]] std::size_t npp_scratch_bytes(const Npp& npp, const NppStreamContext& context);

}  // namespace framelane
