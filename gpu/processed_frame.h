#pragma once
#include <cstdint>
#include <memory>

#include "gpu/frame_times.h"
#include "gpu/picture.h"
#include "gpu/plan.h"
#include "gpu/source_frame.h"

namespace framelane {

// One result of the pipeline, shared by presenter, log, checksum and writer.
// Thread-safety: immutable once handed on.
struct ProcessedFrame {
  HostPicture picture;                        // the downloaded result
  std::shared_ptr<const SourceFrame> source;  // the frame it came from; holds its slot
  std::shared_ptr<const ChainPlan> plan;
  std::int64_t index = 0;  // 0-based, counts results of this run
  Nanoseconds pts{0};      // from the stream's start
  Nanoseconds duration{0};
  std::uint64_t generation = 0;
  FrameTimes times;
};

}  // namespace framelane
