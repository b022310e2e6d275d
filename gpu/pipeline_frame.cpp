#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gpu/pipeline.h"
#include "gpu/pipeline_lane.h"
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
  stream.works_on(name_of(*picture.record->source));
  wait_if_serial(lane);  // where waiting lookahead was completed first
  const int begin = mark_upload(lane);
  picture.data = stream.upload(picture.block.get(), from.first, from.layout.bytes);
  lane.last_copied = &stream;
  const int end = lane.end_mark(device_, stream, settings_.timing);
  if (!device_.aliases_uploads()) picture.times->times.bytes_up = from.layout.bytes;
  work_->marks.push_back({picture.times, Mark::Kind::upload, 0, begin, end});
  work_->keep.push_back(picture);
  picture.written_on = &stream;
  if (meanwhile_ && settings_.mode == Mode::serial) {
    meanwhile_();
    name_work(work_->frame, static_cast<std::size_t>(busy()));
  }
  if (&stream != &lane.compute_stream || last_temporal_ > 0) {
    picture.written = lane.unused_event(device_);
    stream.record(*picture.written);
    lane.wait_for(picture, lane.compute_stream);
  }
  lane.unwaited = &stream;
  return picture;
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
  frame_at_work_ = name_of(*centre.record->source);
  pass_at_work_ = &planned;
  stream.works_on(*frame_at_work_);
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
  lane.unwaited = &stream;
  lane.passes_begun = true;
  pass_at_work_ = nullptr;
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
  stream.works_on(name_of(*picture.record->source));
  lane.wait_for(picture, stream);
  const std::size_t bytes = picture.format.layout.bytes;
  output.picture.block = result_block(bytes);
  output.picture.first = output.picture.block->data;
  wait_if_serial(lane);
  const int begin = lane.begin_mark(device_, stream, settings_.timing);
  stream.download(output.picture.first, picture.data, bytes);
  lane.last_copied = &stream;
  const int end = mark_downloaded(lane);
  picture.times->times.bytes_down = bytes;
  work_->marks.push_back({picture.times, MarkKind::download, 0, begin, end});
  lane.unwaited = &stream;
}

// For an upload, all passes, a download or tables, before the next of them is asked for: what the
// host prepares of that, it has prepared meanwhile.
void Pipeline::wait_if_serial(Lane& lane) {
  Stream* const stream = std::exchange(lane.unwaited, nullptr);
  lane.passes_begun = false;
  if (settings_.mode != Mode::serial || stream == nullptr) return;
  // A failure that shows here is the earlier stage's.
  const Pass* const next = std::exchange(pass_at_work_, nullptr);
  const auto next_frame = std::exchange(frame_at_work_, work_->frame);
  if (lane.last_marked == stream)
    lane.event(lane.used_marks - 1).wait();
  else
    stream->finish();
  lane.forget_mark();
  pass_at_work_ = next;
  frame_at_work_ = next_frame;
}

}  // namespace framelane
