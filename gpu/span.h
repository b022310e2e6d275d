#pragma once
#include <cstdint>
#include <string_view>

#include "gpu/device.h"

namespace framelane {

// What the calling thread queues while this lives belongs to that stage of that frame, for tools
// that watch the device. Spans of a thread nest. Thread-safety: made and destroyed on one thread;
// the device outlives it.
class [[nodiscard]] Span {
 public:
  // `frame`: the decoder's index, from 0.
  Span(Device& device, std::string_view stage, std::int64_t frame) : device_(device) {
    device_.begin_span(stage, frame);
  }
  ~Span() { device_.end_span(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  Device& device_;
};

}  // namespace framelane
