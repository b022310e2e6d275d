#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/options.h"
#include "gpu/present_texture.h"
#include "gpu/processed_frame.h"
#include "ui/picture_view.h"
#include "ui/transport_model.h"

namespace framelane {

// Brings results into the picture view: straight from the device where its OpenGL allows that and
// it is switched on, else through host memory. Thread-safety: the thread of the OpenGL context,
// which outlives it, as do device and view.
class DirectPresent {
 public:
  struct Wish {
    PresentChoice choice = PresentChoice::automatic;
    bool download = true;  // false: without need no result is downloaded
  };
  // `renderer`: what OpenGL calls itself. Throws DeviceMissing when interop is wished for and not
  // to be had.
  DirectPresent(Device& device, PictureView& view, const std::string& renderer, Wish wish);
  ~DirectPresent();
  DirectPresent(const DirectPresent&) = delete;
  DirectPresent& operator=(const DirectPresent&) = delete;

  // Why results cannot come direct; empty where they can.
  [[nodiscard]] const std::string& unavailable() const { return unavailable_; }
  [[nodiscard]] bool on() const { return on_; }
  // How pictures shown from now on come on the display, by either way.
  void set_light(ShownLight light);
  [[nodiscard]] ShownLight light() const { return light_; }
  // For frames processed from now on, and those not yet shown that were made for it. Ignored where
  // it is unavailable.
  void set_on(bool on);
  // Where the pipeline should leave its results.
  [[nodiscard]] ResultPlace results() const;

  // Puts a frame on view. A frame made for the other way comes by that, so that none is lost over
  // a switch. Why direct present ended with this frame, one line; nothing while all is well.
  [[nodiscard]] std::optional<std::string> show(const ProcessedFrame& frame);
  // "direct, 0.052 ms on the GPU", "through the host"; empty where there is no choice.
  [[nodiscard]] std::string describe();
  void fill(TransportModel& transport) const;
  // What to say at the start of a fall-back; empty where there is none, or no GPU to come from.
  [[nodiscard]] std::string fallback_line() const;

 private:
  void probe();
  void show_direct(const DeviceResult& result);

  PictureView& view_;
  Wish wish_;
  bool offered_;  // filters run on a GPU
  bool on_ = false;
  ShownLight light_ = ShownLight::standard;
  std::string unavailable_;
  std::unique_ptr<RgbaTexture> texture_;
  std::unique_ptr<PresentTexture> present_;  // null where unavailable; ends before texture_
};

}  // namespace framelane
