#pragma once
#include <array>
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

// The events of one submit on a lane, used again by the submit after the next: they are read while
// the lane works on.
struct Pipeline::LaneEvents {
  std::vector<std::unique_ptr<Event>> marks;  // with a time
  std::unique_ptr<Event> done, marked;
  [[nodiscard]] const Event& at(int mark) const { return *marks[static_cast<std::size_t>(mark)]; }
};

// One submit in flight. `keep` holds what the device still reads or writes.
struct Pipeline::Work {
  const LaneEvents* events = nullptr;
  const Event* done = nullptr;     // ready when everything of this submit is done
  const Event* marked = nullptr;   // and every event that its times come from
  std::optional<FrameName> frame;  // nothing where it only completes what waited
  std::shared_ptr<const ChainPlan> plan;
  ClockChain::BaseRef base;
  ClockChain::Clock::time_point submitted;
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

// A stream with its working buffers; in staged mode one of the sets that three streams share.
struct Pipeline::Lane {
  Lane(Device& device, int number, Stream& up, Stream& compute, Stream& down)
      : index(number),
        upload_stream(up),
        compute_stream(compute),
        download_stream(down),
        computed(device.make_event()) {
    for (LaneEvents& of_submit : event_sets) {
      of_submit.done = device.make_event();
      of_submit.marked = device.make_event();
    }
  }

  void begin() {
    events = events == event_sets.data() ? &event_sets.back() : event_sets.data();
    used_marks = 0;
    last_marked = nullptr;
    passes_begun = false;
  }

  // The moment a stage begins: the end of the one before it where that was in the same stream, else
  // a new event.
  int begin_mark(Device& device, Stream& stream, bool timing) {
    return last_marked == &stream ? used_marks - 1 : end_mark(device, stream, timing);
  }
  int end_mark(Device& device, Stream& stream, bool timing) {
    if (!timing) return 0;
    std::vector<std::unique_ptr<Event>>& marks = events->marks;
    if (static_cast<std::size_t>(used_marks) == marks.size())
      marks.push_back(device.make_timing_event());
    stream.record(*marks[static_cast<std::size_t>(used_marks)]);
    last_marked = &stream;
    return used_marks++;
  }
  // Whether what runs next follows a copy in the same stream. Said once.
  bool take_entry() { return std::exchange(last_copied, nullptr) == &compute_stream; }
  [[nodiscard]] const Event& event(int mark) const { return events->at(mark); }

  void wait_for(const DevicePicture& picture, Stream& stream) {
    if (picture.written_on == &stream || !picture.written) return;
    stream.wait(*picture.written);
    forget_mark();  // what comes next begins after the wait
  }
  void forget_mark() { last_marked = nullptr; }
  std::shared_ptr<Event> unused_event(Device& device) {
    for (const auto& event : order_events)
      if (event.use_count() == 1) return event;
    order_events.push_back(device.make_event());
    return order_events.back();
  }
  std::shared_ptr<DeviceBuffer> take_scratch(std::size_t bytes) {
    for (auto it = scratch.begin(); it != scratch.end(); ++it) {
      if ((*it)->bytes() < bytes) continue;
      std::shared_ptr<DeviceBuffer> found = std::move(*it);
      scratch.erase(it);
      return found;
    }
    return nullptr;
  }
  // A picture between two passes of one stream can be written again by a later pass of it; others
  // stay until collected.
  void release_or_keep(const DevicePicture& picture, Work& work) {
    if (picture.between) {
      scratch.push_back(picture.block);
    } else {
      work.keep.push_back(picture);
    }
  }

  int index;
  Stream& upload_stream;
  Stream& compute_stream;
  Stream& download_stream;
  std::unique_ptr<Event> computed;
  std::array<LaneEvents, 2> event_sets;
  LaneEvents* events = event_sets.data();  // of the submit being made
  int used_marks = 0;
  const Stream* last_marked = nullptr;  // where the latest event closed a stage
  const Stream* last_copied = nullptr;  // whose last work was a copy
  bool passes_begun = false;            // since the host last waited for them
  std::vector<std::shared_ptr<Event>> order_events;
  std::vector<std::shared_ptr<DeviceBuffer>> scratch;
};

}  // namespace framelane
