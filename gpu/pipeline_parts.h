#pragma once
#include <cassert>

#include "gpu/pipeline.h"

// The parts a Pipeline works with; private to pipeline*.cpp.

namespace framelane {

// Times measured of a picture on its way. From a temporal pass on a result has its own, and
// `before` are those of the picture at the centre of its window, which may still be unread.
struct Pipeline::StageTimes {
  FrameTimes times;
  std::shared_ptr<StageTimes> before;
};

// What is known of one source frame while results of it are still to come.
struct Pipeline::Record {
  std::shared_ptr<const SourceFrame> source;
  std::shared_ptr<StageTimes> times = std::make_shared<StageTimes>();
  bool count_scopes = false;
  std::shared_ptr<const ScopeTables> scopes;  // of the source
};

// A picture in device memory: uploaded, or written by a pass. Holding it holds its memory.
struct Pipeline::DevicePicture {
  ImageFormat format;
  FrameFacts facts;
  std::byte* data = nullptr;
  std::shared_ptr<DeviceBuffer> block;  // null where data aliases the source slot
  std::shared_ptr<Record> record;       // of the source frame; holds the slot
  std::shared_ptr<StageTimes> times;
  // For other streams to wait for; null when only one stream uses the picture.
  std::shared_ptr<Event> written;
  const Stream* written_on = nullptr;
  Nanoseconds pts{0};
  Nanoseconds duration{0};
  bool between = false;  // used by the next pass of this stream alone
};

inline constexpr int kNoMark = -1;

// What lies between two events. A cost is how much later than a stage's end the event is reached
// that ends it.
enum class Pipeline::MarkKind : std::uint8_t {
  upload,
  pass,
  download,
  scope_before,
  scope_after,
  tables,
  pass_cost,
  download_cost,
  entry  // from a copy's end to where a pass after it can begin
};

// Two events to turn into an interval of `times` when the work is collected.
struct Pipeline::Mark {
  using Kind = MarkKind;
  std::shared_ptr<StageTimes> times;
  Kind kind = Kind::upload;
  std::size_t pass = 0;       // or the scope
  int begin = 0, end = 0;     // of an upload also kNoMark: see mark_upload()
  bool starts_early = false;  // the way into the passes' queue is still to come off
};

struct Pipeline::Output {
  HostPicture picture;
  std::optional<DeviceResult> on_device;
  std::shared_ptr<Record> record;
  std::shared_ptr<StageTimes> times;
  FrameScopes scopes;
  Nanoseconds pts{0};
  Nanoseconds duration{0};
};

// Tables counted in a submit, copied to the host at its end.
struct Pipeline::Counted {
  std::shared_ptr<const ScopeTables> tables;
  std::shared_ptr<DeviceBuffer> counts;
};

// A pass's constants on the device. Whoever reads them first copies them there.
struct Pipeline::ResidentTable {
  PassTableRef table;
  std::shared_ptr<DeviceBuffer> block;  // null where the device reads host memory
  std::byte* data = nullptr;
  std::shared_ptr<Event> written;
  const Stream* written_on = nullptr;
};

// What a pass hands on from each picture to the next.
struct Pipeline::State {
  std::shared_ptr<DeviceBuffer> block;
  std::unique_ptr<Event> written;  // by the picture before
  const Stream* written_on = nullptr;
  bool fresh = true;
};

// One submit in flight. `keep` holds what the device still reads or writes.
struct Pipeline::Work {
  const LaneEvents* events = nullptr;
  const Event* done = nullptr;     // ready when everything of this submit is done
  const Event* marked = nullptr;   // and every event that its times come from
  std::optional<FrameName> frame;  // nothing where it only completes what waited
  std::shared_ptr<const ChainPlan> plan;
  ClockChain::BaseRef base;
  ClockChain::Clock::time_point submitted, freed;
  // When the host asked for the upload, or for the event before it, that stands beside the streams.
  std::optional<ClockChain::Clock::time_point> upload_asked;
  const Event* copied = nullptr;         // the download that `marked_beside` follows
  const Event* marked_beside = nullptr;  // the last event beside the lane's streams
  bool measures_pass_cost = false, measures_entry = false;
  bool measures_download_cost = false;
  std::vector<Mark> marks;
  std::vector<Output> outputs;
  std::vector<DevicePicture> keep;
  std::vector<Counted> counted;
};

}  // namespace framelane
