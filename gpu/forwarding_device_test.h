#pragma once
#include <memory>
#include <string>

#include "gpu/device.h"
#include "gpu/open_device.h"
#include "gpu/present_texture.h"

namespace framelane::test {

// A device that leaves everything to another one; tests override what they watch or change.
class ForwardingDevice : public Device {
 public:
  explicit ForwardingDevice(const char* choice = "cpu")
      : opened_(open_device(parse_device_choice(choice))) {}
  [[nodiscard]] const DeviceFacts& facts() const override { return real().facts(); }
  [[nodiscard]] bool aliases_uploads() const override { return real().aliases_uploads(); }
  [[nodiscard]] bool shares_queues() const override { return real().shares_queues(); }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override { return real().make_stream(); }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    return real().make_timing_event();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override { return real().make_event(); }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    return real().allocate(bytes);
  }
  [[nodiscard]] bool page_lock(std::byte* memory, std::size_t bytes) override {
    return real().page_lock(memory, bytes);
  }
  void page_unlock(std::byte* memory) override { real().page_unlock(memory); }
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    return real().elapsed_ms(from, to);
  }
  [[nodiscard]] AllocationCounts allocations() const override { return real().allocations(); }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string& name) override {
    return real().offer_present_texture(name);
  }

 private:
  [[nodiscard]] Device& real() const { return *opened_.device; }
  OpenedDevice opened_;
};

}  // namespace framelane::test
