#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/frame_facts.h"

namespace framelane {

// Bytes. Planes begin, and pitches are, at multiples of these on the host and on the device.
inline constexpr std::size_t kPlaneAlign = 512;
inline constexpr std::size_t kPitchAlign = 64;
// Decoders and vector loads reach a little past a plane's end.
inline constexpr std::size_t kTailBytes = 128;
[[nodiscard]] constexpr std::size_t align_up(std::size_t value, std::size_t to) {
  return (value + to - 1) / to * to;
}

// How a picture's planes lie in one block of bytes.
struct PictureLayout {
  struct Plane {
    std::size_t offset = 0;       // bytes from the block's start to the first sample
    std::size_t pitch_bytes = 0;  // from one row to the next; at least the row's bytes
  };
  std::array<Plane, 4> planes{};
  std::size_t bytes = 0;  // what one copy must move: from 0 to the end of the last row
  friend bool operator==(const PictureLayout& a, const PictureLayout& b);
};

// Planes back to back, at multiples of kPlaneAlign and kPitchAlign.
[[nodiscard]] PictureLayout packed_layout(const PixelFormat& format, int width, int height);

// A reference-counted block of host memory of one pool. The last reference returns it.
// Thread-safety: references may be copied and dropped on any thread; the bytes have one writer
// before they are shared.
struct HostBlock {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  bool page_locked = false;  // when it was acquired; the pool's counts say what holds now
};
using HostBlockRef = std::shared_ptr<HostBlock>;

// A picture in host memory. `first` is where layout offset 0 lies; it is inside `block`.
// Thread-safety: immutable once shared.
struct HostPicture {
  FrameFacts facts;
  PictureLayout layout;
  HostBlockRef block;
  std::byte* first = nullptr;

  [[nodiscard]] const std::byte* plane(int p) const {
    return first + layout.planes[static_cast<std::size_t>(p)].offset;
  }
  [[nodiscard]] std::size_t pitch(int p) const {
    return layout.planes[static_cast<std::size_t>(p)].pitch_bytes;
  }
};

}  // namespace framelane
