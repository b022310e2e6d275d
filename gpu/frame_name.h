#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

#include "gpu/errors.h"
#include "gpu/frame_times.h"

namespace framelane {

// A source frame as a line about it calls it. Thread-safety: a value.
struct FrameName {
  std::int64_t index = 0;   // SourceFrame's
  Nanoseconds position{0};  // in its input, as --start counts
};

// "frame 12 (0.480 s)".
[[nodiscard]] std::string text_of(const FrameName& frame);

// A failure whose line says which frame it is about.
struct FrameError : DeviceError {
  using DeviceError::DeviceError;
};

// Why, in words for a user.
[[nodiscard]] std::string reason_of(const std::exception& failure);

}  // namespace framelane
