#pragma once
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/pipeline_parts.h"

// What a Pipeline's frames go through; private to pipeline*.cpp.

namespace framelane {

// The events of one submit on a lane, used again by the submit after the next: they are read while
// the lane works on.
struct Pipeline::LaneEvents {
  std::vector<std::unique_ptr<Event>> marks;  // with a time
  std::unique_ptr<Event> done, marked;
  [[nodiscard]] const Event& at(int mark) const { return *marks[static_cast<std::size_t>(mark)]; }
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
    unwaited = nullptr;
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
  // stay until the work is done.
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
  Stream* unwaited = nullptr;           // whose stage serial has to wait for before another
  bool passes_begun = false;            // and that stage is the passes
  std::vector<std::shared_ptr<Event>> order_events;
  std::vector<std::shared_ptr<DeviceBuffer>> scratch;
};

}  // namespace framelane
