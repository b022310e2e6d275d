#pragma once
#include <string>

#include "gpu/cuda/cuda_device.h"
#include "gpu/present_texture.h"

namespace framelane {

struct CudaPlace {
  int ordinal = 0;
  HostWait wait = HostWait::block;
  std::string name;  // of the device
};

// Direct present on that GPU, if it draws the OpenGL context current on this thread. `renderer`:
// what that OpenGL calls itself. Throws DeviceError when the GPU does not answer.
[[nodiscard]] PresentTextureOffer offer_gl_texture(const CudaPlace& place,
                                                   const std::string& renderer);

}  // namespace framelane
