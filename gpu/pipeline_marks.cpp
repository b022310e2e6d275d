#include <utility>

#include "gpu/pipeline.h"
#include "gpu/pipeline_lane.h"

// The events that a Pipeline's times come from, and where they stand.

namespace framelane {

// Made beside the lanes' streams, so that they get other queues. An event goes into the queue of
// its stream's last work.
void Pipeline::make_mark_streams() {
  for (auto* const marks : {&begin_marks_, &end_marks_}) {
    *marks = device_.make_stream();
    (*marks)->enter_passes();
  }
}

// The event at which the upload begins. In the lane's own stream, whose last work was a download,
// it would wait behind other lanes' downloads where queues are shared, and no copy would run both
// ways. Behind other frames there is one only now and then, since each takes the copies about a
// microsecond: the upload begins where its engine is done with the one before it, else as long
// after it was asked for as those that were marked.
int Pipeline::mark_upload(Lane& lane) {
  if (!marks_beside() || !work_->marks.empty())
    return lane.end_mark(device_, lane.upload_stream, settings_.timing);
  constexpr auto kMarkEvery = std::chrono::milliseconds(20);  // the clocks drift apart
  work_->upload_asked = ClockChain::Clock::now();
  if (busy() > 0 && *work_->upload_asked < upload_marked_ + kMarkEvery) return kNoMark;
  upload_marked_ = *work_->upload_asked;
  const int mark = lane.end_mark(device_, *begin_marks_, true);
  lane.upload_stream.wait(lane.event(mark));
  return mark;
}

// Whether events with a time stand beside the copy engines' queues, where they would take each copy
// microseconds while copies run both ways.
bool Pipeline::marks_beside() const {
  return settings_.timing && settings_.mode != Mode::serial && device_.shares_queues();
}

int Pipeline::mark_after(Lane& lane, const Event& copied) {
  end_marks_->wait(copied);
  const int mark = lane.end_mark(device_, *end_marks_, true);
  work_->copied = &copied;
  work_->marked_beside = &lane.event(mark);
  return mark;
}

// The event at which the download just asked for has ended; beside the downloads it waits for one
// without a time among them. How much later than the end it is reached is measured now and then.
int Pipeline::mark_downloaded(Lane& lane) {
  const bool beside = marks_beside();
  if (!std::exchange(work_->measures_download_cost, false)) {
    if (!beside) return lane.end_mark(device_, lane.download_stream, settings_.timing);
    lane.download_stream.record(*lane.events->done);
    return mark_after(lane, *lane.events->done);
  }
  const int first = lane.end_mark(device_, lane.download_stream, true);
  const int second = beside ? mark_after(lane, lane.event(first))
                            : lane.end_mark(device_, lane.download_stream, true);
  work_->marks.push_back({nullptr, MarkKind::download_cost, 0, first, second});
  return beside ? second : first;
}

// The event at which a pass or a scope begins, and whether it is the end of a copy in the same
// stream: the way from there to the passes' queue is measured in a submit now and then, since the
// event that it takes would delay every frame.
std::pair<int, bool> Pipeline::mark_entry(Lane& lane) {
  Stream& stream = lane.compute_stream;
  if (!lane.passes_begun) wait_if_serial(lane);
  const int begin = lane.begin_mark(device_, stream, settings_.timing);
  const bool enters = lane.take_entry() && settings_.timing && device_.shares_queues();
  if (!enters || !std::exchange(work_->measures_entry, false)) return {begin, enters};
  stream.enter_passes();
  const int entered = lane.end_mark(device_, stream, true);
  work_->marks.push_back({nullptr, Mark::Kind::entry, 0, begin, entered});
  return {entered, false};
}

// An event right after the one that ends a pass, behind an empty pass, whose start is no part of a
// stage either; once in a submit that is to measure.
void Pipeline::measure_pass_cost(Lane& lane, Stream& stream, int end) {
  if (!std::exchange(work_->measures_pass_cost, false)) return;
  stream.enter_passes();
  const int next = lane.end_mark(device_, stream, true);
  work_->marks.push_back({nullptr, MarkKind::pass_cost, 0, end, next});
}

// When everything of the work is done, and when also every event that its times come from.
void Pipeline::mark_done(Lane& lane) {
  const Event*& done = work_->done;
  const Event*& marked = work_->marked;
  // Where the last stage's end is the work's, that is one event less in the engine's queue.
  if (work_->marked_beside && lane.last_marked == end_marks_.get()) {
    done = work_->copied;
    marked = work_->marked_beside;
    return;
  }
  if (lane.used_marks > 0 && lane.last_marked == &lane.download_stream) {
    done = &lane.event(lane.used_marks - 1);
  } else {
    done = lane.events->done.get();
    lane.download_stream.record(*lane.events->done);
  }
  marked = done;
  if (!work_->marked_beside) return;
  marked = lane.events->marked.get();
  end_marks_->wait(*done);
  end_marks_->record(*lane.events->marked);
}

}  // namespace framelane
