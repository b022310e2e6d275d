#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gpu/pipeline.h"
#include "gpu/pipeline_parts.h"
#include "gpu/span.h"

// One frame's way through a lane: upload, passes, download.

namespace framelane {

Pipeline::DevicePicture Pipeline::upload(Lane& lane, std::shared_ptr<Record> record) {
  const HostPicture& from = record->source->picture;
  const Span span(device_, "upload", record->source->index);
  DevicePicture picture;
  picture.facts = from.facts;
  picture.format =
      stored_format(*from.facts.format, from.facts.width, from.facts.height, from.layout);
  picture.pts = record->source->pts;
  picture.duration = record->source->duration;
  picture.times = record->times;
  picture.record = std::move(record);
  if (!device_.aliases_uploads()) picture.block = pool_.acquire(from.layout.bytes);
  Stream& stream = lane.upload_stream;
  const int begin = mark_upload(lane);
  picture.data = stream.upload(picture.block.get(), from.first, from.layout.bytes);
  lane.last_copied = &stream;
  const int end = lane.end_mark(device_, stream, settings_.timing);
  if (!device_.aliases_uploads()) picture.times->times.bytes_up = from.layout.bytes;
  work_->upload_end = settings_.timing ? end : kNoMark;
  work_->marks.push_back({picture.times, Mark::Kind::upload, 0, begin, end});
  work_->keep.push_back(picture);
  picture.written_on = &stream;
  if (&stream != &lane.compute_stream || last_temporal_ > 0) {
    picture.written = lane.unused_event(device_);
    stream.record(*picture.written);
    lane.wait_for(picture, lane.compute_stream);
  }
  wait_if_serial(lane, stream);
  return picture;
}

// Whether the copy engine has uploads of earlier frames to do.
bool Pipeline::upload_engine_busy() const {
  if (in_flight_.empty() || in_flight_.back()->upload_end == kNoMark) return false;
  const Work& before = *in_flight_.back();
  return !before.lane->event(before.upload_end).ready();
}

// The event at which the upload begins. In the lane's own stream, whose last work was a download,
// it would wait behind other lanes' downloads where queues are shared, and no copy would run both
// ways. A busy engine needs none: it begins this upload where it ends the one before, and each
// event between two copies costs it microseconds.
int Pipeline::mark_upload(Lane& lane) {
  const bool apart = settings_.timing && settings_.mode == Mode::overlapped &&
                     device_.shares_queues() && work_->marks.empty();
  if (!apart) return lane.end_mark(device_, lane.upload_stream, settings_.timing);
  if (upload_engine_busy()) return kNoMark;
  const int mark = lane.end_mark(device_, *begin_marks_, true);
  end_marks_->wait(lane.event(mark));
  work_->marked_beside = &lane.event(mark);
  return mark;
}

// The event at which a download has ended. While copies run both ways one with a time takes the
// engine microseconds, so the engine's queue gets one without, and the one with a time waits for it
// in another queue. How much later that is reached is measured now and then.
int Pipeline::mark_downloaded(Lane& lane) {
  Stream& stream = lane.download_stream;
  const bool beside = settings_.timing && settings_.mode != Mode::serial && device_.shares_queues();
  if (beside && !work_->measures_download_cost) {
    stream.record(*lane.done);
    end_marks_->wait(*lane.done);
    const int end = lane.end_mark(device_, *end_marks_, true);
    work_->marked_beside = &lane.event(end);
    return end;
  }
  const int end = lane.end_mark(device_, stream, settings_.timing);
  if (!std::exchange(work_->measures_download_cost, false)) return end;
  const int next = lane.end_mark(device_, stream, true);
  work_->marks.push_back({nullptr, MarkKind::download_cost, 0, end, next});
  if (beside) {
    const int seen = mark_downloaded(lane);
    work_->marks.push_back({nullptr, MarkKind::download_seen, 0, next, seen});
  }
  return end;
}

void Pipeline::advance(Lane& lane, std::size_t pass, DevicePicture picture) {
  for (; pass < plan_->passes.size(); ++pass) {
    if (picture.record->source->preroll && pass >= last_temporal_) {
      work_->keep.push_back(std::move(picture));  // still being written
      return;
    }
    if (rings_[pass]) {
      rings_[pass]->push(std::move(picture));
      complete_ring(lane, pass);
      return;
    }
    picture = std::move(run(lane, pass, {{picture}}).front());
  }
  if (picture.record->source->preroll) {
    work_->keep.push_back(std::move(picture));
  } else {
    give_result(lane, std::move(picture));
  }
}

void Pipeline::complete_ring(Lane& lane, std::size_t pass) {
  Ring& ring = *rings_[pass];
  while (ring.has_window()) {
    Window window{{}, ring.before(), ring.after()};
    window.pictures = ring.take_window();
    for (DevicePicture& output : run(lane, pass, window))
      advance(lane, pass + 1, std::move(output));
  }
}

void Pipeline::complete_lookahead(Lane& lane) {
  for (std::size_t pass = 0; pass < rings_.size(); ++pass) {
    if (!rings_[pass]) continue;
    rings_[pass]->end();
    complete_ring(lane, pass);
    rings_[pass]->clear();
    states_[pass].fresh = true;
  }
}

Pipeline::DevicePicture Pipeline::make_output(Lane& lane, std::size_t pass,
                                              const DevicePicture& from) {
  const Pass& planned = plan_->passes[pass];
  const FrameFacts& facts = planned.output;
  DevicePicture to;
  to.facts = facts;
  to.format = planned.writes_stored
                  ? stored_format(*facts.format, facts.width, facts.height,
                                  packed_layout(*facts.format, facts.width, facts.height))
                  : working_format(*facts.format, facts.width, facts.height);
  to.record = from.record;
  to.times = from.times;
  to.pts = from.pts;
  to.duration = from.duration;
  const bool last = pass + 1 == plan_->passes.size();
  to.between = !last && !rings_[pass + 1];
  to.block = to.between ? lane.take_scratch(to.format.layout.bytes) : nullptr;
  if (!to.block) to.block = pool_.acquire(to.format.layout.bytes);
  to.data = to.block->data();
  return to;
}

std::vector<Pipeline::DevicePicture> Pipeline::run(Lane& lane, std::size_t pass,
                                                   const Window& window) {
  const Pass& planned = plan_->passes[pass];
  Stream& stream = lane.compute_stream;
  const DevicePicture& centre = window.pictures[static_cast<std::size_t>(planned.behind)];
  const Span span(device_, planned.name, centre.record->source->index);
  std::vector<ImageView> inputs;
  for (const DevicePicture& picture : window.pictures) {
    lane.wait_for(picture, stream);
    inputs.push_back(view_of(picture.format, picture.data));
  }
  std::vector<DevicePicture> outputs;
  std::vector<ImageView> views;
  for (int i = 0; i < planned.outputs_per_input; ++i) {
    DevicePicture output = make_output(lane, pass, centre);
    if (planned.temporal()) {
      output.times = std::make_shared<StageTimes>(StageTimes{centre.times->times, centre.times});
      output.times->times.passes.assign(plan_->passes.size(), {});
    }
    output.pts += output.duration * i / planned.outputs_per_input;
    output.duration /= planned.outputs_per_input;
    views.push_back(view_of(output.format, output.data));
    outputs.push_back(std::move(output));
  }
  std::shared_ptr<DeviceBuffer> scratch;
  PassMemory memory = memory_for(lane, pass, scratch);
  memory.before = window.before;
  memory.after = window.after;
  const auto [begin, enters] = mark_entry(lane);
  stream.run(planned, inputs, views, memory);
  const int end = lane.end_mark(device_, stream, settings_.timing);
  if (pass + 1 == plan_->passes.size()) measure_pass_cost(lane, stream, end);
  if (scratch) lane.scratch.push_back(std::move(scratch));
  if (states_[pass].written) {
    stream.record(*states_[pass].written);
    states_[pass].written_on = &stream;
  }
  for (DevicePicture& output : outputs) {
    work_->marks.push_back({output.times, Mark::Kind::pass, pass, begin, end, enters});
    output.written_on = &stream;
    const bool remembered = pass + 1 < rings_.size() && rings_[pass + 1];
    if (&lane.download_stream != &stream || remembered) {
      output.written = lane.unused_event(device_);
      stream.record(*output.written);
    }
    if (!output.between) work_->keep.push_back(output);
  }
  for (const DevicePicture& picture : window.pictures)
    lane.release_or_keep(picture, *work_);
  wait_if_serial(lane, stream);
  return outputs;
}

HostBlockRef Pipeline::result_block(std::size_t bytes) {
  if (results_.counts().block_bytes < bytes) results_.reserve(bytes, result_blocks_);
  HostBlockRef block = results_.try_acquire();
  if (!block)
    throw std::logic_error("result pictures ran out: the pool is smaller than its consumers need");
  return block;
}

void Pipeline::give_result(Lane& lane, DevicePicture picture) {
  Output output;
  picture.facts = plan_->result;  // also where no pass was needed to make it so
  output.picture.facts = picture.facts;
  output.picture.layout = picture.format.layout;
  output.record = picture.record;
  output.times = picture.times;
  output.pts = picture.pts;
  output.duration = picture.duration;
  if (place_ != ResultPlace::host) output.on_device = keep_on_device(lane, picture);
  if (picture.record->count_scopes) output.scopes = count_result(lane, picture);
  if (place_ != ResultPlace::device) download(lane, picture, output);
  work_->outputs.push_back(std::move(output));
  work_->keep.push_back(std::move(picture));
}

DeviceResult Pipeline::keep_on_device(Lane& lane, DevicePicture& picture) {
  const std::size_t bytes = picture.format.layout.bytes;
  if (picture.block && set_aside_bytes_ < bytes) {
    // Beside those held, each lane has a result at work, and an upload that may be as large.
    pool_.reserve(bytes, kept_ + 2 * lane_count());
    set_aside_bytes_ = bytes;
  }
  if (!picture.written) {
    // Nobody else waited for it: it was made in the one stream that this lane has.
    picture.written = lane.unused_event(device_);
    lane.compute_stream.record(*picture.written);
  }
  return {picture.facts, picture.format, picture.data, picture.block, picture.written};
}

void Pipeline::download(Lane& lane, const DevicePicture& picture, Output& output) {
  Stream& stream = lane.download_stream;
  const Span span(device_, "download", picture.record->source->index);
  lane.wait_for(picture, stream);
  const std::size_t bytes = picture.format.layout.bytes;
  output.picture.block = result_block(bytes);
  output.picture.first = output.picture.block->data;
  const int reached = lane.begin_mark(device_, stream, settings_.timing);
  int begin = reached;
  const bool turning = std::exchange(work_->measures_turn, false);
  if (turning) {
    // A few bytes first: the event after them is reached when the engine has turned to this lane.
    stream.download(output.picture.first, picture.data, std::min<std::size_t>(bytes, 64));
    const int turned = lane.end_mark(device_, stream, true);
    work_->marks.push_back({nullptr, MarkKind::download_turn, 0, begin, turned});
    begin = turned;
  }
  stream.download(output.picture.first, picture.data, bytes);
  lane.last_copied = &stream;
  const int end = mark_downloaded(lane);
  picture.times->times.bytes_down = bytes;
  const bool beside = work_->marked_beside && work_->marked_beside == &lane.event(end);
  work_->marks.push_back(
      {picture.times, MarkKind::download, 0, begin, end, !turning, reached, beside});
  wait_if_serial(lane, stream);
}

// The event at which a pass or a scope begins, and whether it is the end of a copy in the same
// stream: the way from there to the passes' queue is measured in a submit now and then, since the
// event that it takes would delay every frame.
std::pair<int, bool> Pipeline::mark_entry(Lane& lane) {
  Stream& stream = lane.compute_stream;
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

void Pipeline::wait_if_serial(Lane& lane, Stream& stream) {
  if (settings_.mode != Mode::serial) return;
  if (lane.last_marked == &stream)
    lane.event(lane.used_marks - 1).wait();
  else
    stream.finish();
  lane.forget_mark();
}

}  // namespace framelane
