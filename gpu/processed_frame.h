#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "gpu/device.h"
#include "gpu/frame_times.h"
#include "gpu/image_view.h"
#include "gpu/picture.h"
#include "gpu/plan.h"
#include "gpu/source_frame.h"

namespace framelane {

// Where results are wanted: downloaded into host memory, kept in the device's, or both.
enum class ResultPlace : std::uint8_t { host, device, both };

// A result as it lies in device memory, in its own stored layout. Holding it holds its memory: let
// it go only when the device has finished reading. Thread-safety: immutable once handed on.
struct DeviceResult {
  FrameFacts facts;
  ImageFormat format;
  std::byte* data = nullptr;
  // Null where the device reads the source's slot: the frame's `source` holds the bytes then.
  std::shared_ptr<DeviceBuffer> block;
  std::shared_ptr<const Event> written;  // for another stream to wait for before it reads
};

// One result of the pipeline, shared by presenter, log, checksum and writer.
// Thread-safety: immutable once handed on.
struct ProcessedFrame {
  HostPicture picture;                        // the downloaded result; see downloaded()
  std::optional<DeviceResult> on_device;      // the same on the device, where it was wanted there
  std::shared_ptr<const SourceFrame> source;  // the frame it came from; holds its slot
  std::shared_ptr<const ChainPlan> plan;
  std::int64_t index = 0;  // 0-based, counts results of this run
  Nanoseconds pts{0};      // from the stream's start
  Nanoseconds duration{0};
  std::uint64_t generation = 0;
  std::uint64_t revision = 0;  // of the chain, raised by each edit
  FrameTimes times;
  FrameScopes scopes;  // empty where none was counted

  // Whether `picture` has bytes; its facts and layout are there in any case.
  [[nodiscard]] bool downloaded() const { return picture.block != nullptr; }
};

}  // namespace framelane
