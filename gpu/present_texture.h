#pragma once
#include <memory>
#include <optional>
#include <string>

#include "gpu/pass.h"
#include "gpu/processed_frame.h"
#include "gpu/shown_light.h"

namespace framelane {

// Direct present: writes results into an OpenGL texture without a way through host memory, on a
// stream of its own. Thread-safety: the thread of the OpenGL context, which is current and outlives
// it; so does the device.
class PresentTexture {
 public:
  // As detach().
  virtual ~PresentTexture() = default;
  // Writes into this texture from now on: GL_TEXTURE_2D, RGBA8, of that size in pixels. Registers
  // it with the device, so once for each texture. Throws DeviceError when that is refused.
  virtual void attach(unsigned texture, int width, int height) = 0;
  // Must come before the texture goes. Waits until the device has done with it.
  virtual void detach() = 0;
  // Queues the result's conversion into the texture by present_pass(); OpenGL commands given later
  // find it. Waits for nothing; holds the result until the device has read it. Precondition:
  // attached to a texture of the result's size. Throws DeviceError.
  virtual void show(const DeviceResult& result, ShownLight light) = 0;
  // How long the latest show() that has finished kept the device; nothing before.
  [[nodiscard]] virtual std::optional<Nanoseconds> device_time() = 0;
};

struct PresentTextureOffer {
  std::unique_ptr<PresentTexture> texture;  // null where there is none
  std::string unavailable;                  // why, in words; empty where there is one
};

// The pass that shows such a picture: full-range R'G'B'A, 8 bits each, as the planner converts to
// rgba, after mapping_chain(). Its work is a PointWork; its output's facts are those of what is
// shown.
[[nodiscard]] Pass present_pass(const FrameFacts& facts, ShownLight light);

}  // namespace framelane
