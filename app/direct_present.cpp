#include "app/direct_present.h"

#include <fmt/format.h>

#include "gpu/errors.h"

namespace framelane {

DirectPresent::DirectPresent(Device& device, PictureView& view, const std::string& renderer,
                             Wish wish)
    : view_(view), wish_(wish), offered_(device.facts().kind == "cuda") {
  PresentTextureOffer offer = device.offer_present_texture(renderer);
  unavailable_ = std::move(offer.unavailable);
  present_ = std::move(offer.texture);
  if (present_) probe();
  if (wish_.choice == PresentChoice::interop && !present_)
    throw DeviceMissing("--present interop: " + unavailable_ + "; use --present auto or host");
  set_on(wish_.choice != PresentChoice::host);
}

DirectPresent::~DirectPresent() = default;

// Known before the first frame, not with it.
void DirectPresent::probe() {
  constexpr Size kSmall{16, 16};
  try {
    const RgbaTexture small(kSmall);
    present_->attach(small.name(), kSmall.width, kSmall.height);
    present_->detach();
  } catch (const DeviceError& error) {
    unavailable_ = error.what();
    present_.reset();
  }
}

void DirectPresent::set_on(bool on) {
  on_ = on && present_;
}

void DirectPresent::set_light(ShownLight light) {
  light_ = light;
  view_.set_light(light);
}

ResultPlace DirectPresent::results() const {
  if (!on_) return ResultPlace::host;
  return wish_.download ? ResultPlace::both : ResultPlace::device;
}

std::optional<std::string> DirectPresent::show(const ProcessedFrame& frame) {
  const bool direct = present_ && frame.on_device && (on_ || !frame.downloaded());
  std::optional<std::string> ended;
  if (direct) {
    try {
      show_direct(*frame.on_device);
      return {};
    } catch (const DeviceError& error) {
      ended = unavailable_ = error.what();
      present_.reset();
      on_ = false;
      view_.clear();  // it may have drawn the texture
    }
  }
  if (frame.downloaded()) view_.show(frame.picture);
  return ended;
}

void DirectPresent::show_direct(const DeviceResult& result) {
  const Size size{result.facts.width, result.facts.height};
  if (!texture_ || texture_->size() != size) {
    view_.clear();
    present_->detach();
    texture_.reset();
    texture_ = std::make_unique<RgbaTexture>(size);
    present_->attach(texture_->name(), size.width, size.height);
  }
  present_->show(result, light_);
  view_.show_texture(as_shown(result.facts, light_), *texture_);
}

std::string DirectPresent::describe() {
  if (!offered_) return {};
  if (!on_) return "through the host";
  std::optional<Nanoseconds> time;
  try {
    time = present_->device_time();
  } catch (const DeviceError&) {
    // The next show() fails as well, and says so.
  }
  if (!time) return "direct";
  return fmt::format("direct, {:.3f} ms on the GPU", static_cast<double>(time->count()) / 1e6);
}

void DirectPresent::fill(TransportModel& transport) const {
  transport.present_offered = offered_;
  transport.present_direct = on_;
  transport.present_unavailable = unavailable_;
}

std::string DirectPresent::fallback_line() const {
  if (unavailable_.empty() || wish_.choice == PresentChoice::host) return {};
  if (!offered_ && wish_.download) return {};
  return "results are shown through the host: " + unavailable_ +
         (wish_.download ? "" : "; --no-download has no effect");
}

}  // namespace framelane
