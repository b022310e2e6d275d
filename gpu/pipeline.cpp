#include "gpu/pipeline.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>

#include "gpu/errors.h"
#include "gpu/pipeline_parts.h"

namespace framelane {
namespace {

// First launches load modules and idle clocks rise; a rebuild touches fresh buffers.
constexpr std::int64_t kWarmupAtStart = 30;
constexpr std::int64_t kWarmupPerLane = 2;

}  // namespace

Pipeline::Pipeline(Device& device, HostPool& results, int result_blocks,
                   ClockChain::Clock::time_point run_start)
    : device_(device),
      results_(results),
      result_blocks_(result_blocks),
      run_start_(run_start),
      clock_(device, run_start),
      pool_(device),
      mark_stream_(device.make_stream()) {
  if (device.shares_queues()) use_upload_queue_for_marks();
  configure(settings_);
}

Pipeline::~Pipeline() {
  cancel();
  streams_.clear();
}

void Pipeline::cancel() {
  std::lock_guard lock(streams_mutex_);
  cancelled_ = true;
  for (const auto& stream : streams_)
    stream->cancel();
}

int Pipeline::lane_count() const {
  return settings_.mode == Mode::serial ? 1 : settings_.lanes;
}

void Pipeline::configure(const PipelineSettings& settings) {
  assert(in_flight_.empty());
  settings_ = settings;
  lanes_.clear();
  std::lock_guard lock(streams_mutex_);
  streams_.clear();
  const auto lanes = static_cast<std::size_t>(lane_count());
  const std::size_t streams = settings.mode == Mode::staged ? 3 : lanes;
  for (std::size_t i = 0; i < streams; ++i) {
    streams_.push_back(device_.make_stream());
    if (cancelled_) streams_.back()->cancel();
  }
  for (std::size_t i = 0; i < lanes; ++i) {
    const bool staged = settings.mode == Mode::staged;
    lanes_.push_back(std::make_unique<Lane>(device_, static_cast<int>(i), *streams_[staged ? 0 : i],
                                            *streams_[staged ? 1 : i], *streams_[staged ? 2 : i]));
  }
  next_lane_ = 0;
  warmup_frames_ = started_ ? kWarmupPerLane * lane_count() : kWarmupAtStart;
  frames_since_rebuild_ = 0;
}

void Pipeline::set_plan(std::shared_ptr<const ChainPlan> plan) {
  assert(in_flight_.empty());
  plan_ = std::move(plan);
  rings_.clear();
  last_temporal_ = 0;
  for (std::size_t p = 0; p < plan_->passes.size(); ++p) {
    const Pass& pass = plan_->passes[p];
    rings_.push_back(pass.temporal() ? std::make_unique<Ring>(pass.behind, pass.ahead) : nullptr);
    if (pass.temporal()) last_temporal_ = p + 1;
  }
  for (const auto& lane : lanes_)
    lane->scratch.clear();
  pool_.trim();
}

void Pipeline::restart_history() {
  for (const auto& ring : rings_)
    if (ring) ring->clear();
}

bool Pipeline::has_lookahead() const {
  return std::any_of(rings_.begin(), rings_.end(),
                     [](const auto& ring) { return ring && ring->has_pending(); });
}

bool Pipeline::oldest_ready() const {
  return !in_flight_.empty() && in_flight_.front()->done->ready();
}

Pipeline::Lane& Pipeline::begin_work() {
  assert(can_submit() && plan_);
  Lane& lane = *lanes_[next_lane_];
  next_lane_ = (next_lane_ + 1) % lanes_.size();
  lane.used_marks = 0;
  lane.last_marked = nullptr;
  work_ = std::make_unique<Work>();
  work_->lane = &lane;
  work_->plan = plan_;
  work_->submitted = ClockChain::Clock::now();
  if (settings_.timing) {
    Stream& stream = device_.shares_queues() ? *mark_stream_ : lane.upload_stream;
    const Event* base = clock_.renew_if_due(stream);
    if (base && &stream != &lane.upload_stream) lane.upload_stream.wait(*base);
    work_->base = clock_.base();
  }
  return lane;
}

void Pipeline::end_work(Lane& lane) {
  if (&lane.compute_stream != &lane.download_stream) {
    lane.compute_stream.record(*lane.computed);
    lane.download_stream.wait(*lane.computed);
    lane.forget_mark();
  }
  if (lane.last_marked == &lane.download_stream) {
    // The stage's end is the work's: one event less in the engine's queue.
    work_->done = &lane.event(lane.used_marks - 1);
  } else {
    lane.download_stream.record(*lane.done);
    work_->done = lane.done.get();
  }
  in_flight_.push_back(std::move(work_));
}

void Pipeline::submit(SourceFrame frame, int queue_depth) {
  Lane& lane = begin_work();
  if (frame.starts_loop) complete_lookahead(lane);
  auto record = std::make_shared<Record>();
  FrameTimes& times = record->times->times;
  times.mode = settings_.mode;
  times.memory = settings_.memory;
  times.lanes = lane_count();
  times.lane = lane.index;
  times.warmup = is_warmup();
  times.decode = frame.decode_time;
  times.decode_wait = frame.decode_wait;
  times.queue_depth = queue_depth;
  times.passes.resize(plan_->passes.size());
  record->source = std::make_shared<const SourceFrame>(std::move(frame));
  DevicePicture picture = upload(lane, std::move(record));
  advance(lane, 0, std::move(picture));
  end_work(lane);
}

void Pipeline::flush() {
  Lane& lane = begin_work();
  complete_lookahead(lane);
  end_work(lane);
}

bool Pipeline::is_warmup() {
  started_ = true;
  const bool warmup = frames_since_rebuild_ < warmup_frames_;
  ++frames_since_rebuild_;
  return warmup;
}

Pipeline::DevicePicture Pipeline::upload(Lane& lane, std::shared_ptr<Record> record) {
  const HostPicture& from = record->source->picture;
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

// An event goes into the queue of the stream's last work: after an upload, into that of the
// uploads.
void Pipeline::use_upload_queue_for_marks() {
  static std::byte nothing[64];
  mark_buffer_ = device_.allocate(sizeof nothing);
  mark_stream_->upload(mark_buffer_.get(), nothing, sizeof nothing);
  mark_stream_->finish();
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
  const int mark = lane.end_mark(device_, *mark_stream_, true);
  lane.upload_stream.wait(lane.event(mark));
  return mark;
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
    picture = std::move(run(lane, pass, {picture}).front());
  }
  if (picture.record->source->preroll) {
    work_->keep.push_back(std::move(picture));
  } else {
    download(lane, std::move(picture));
  }
}

void Pipeline::complete_ring(Lane& lane, std::size_t pass) {
  while (rings_[pass]->has_window())
    for (DevicePicture& output : run(lane, pass, rings_[pass]->take_window()))
      advance(lane, pass + 1, std::move(output));
}

void Pipeline::complete_lookahead(Lane& lane) {
  for (std::size_t pass = 0; pass < rings_.size(); ++pass) {
    if (!rings_[pass]) continue;
    rings_[pass]->end();
    complete_ring(lane, pass);
    rings_[pass]->clear();
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
                                                   const std::vector<DevicePicture>& window) {
  const Pass& planned = plan_->passes[pass];
  Stream& stream = lane.compute_stream;
  const DevicePicture& centre = window[static_cast<std::size_t>(planned.behind)];
  std::vector<ImageView> inputs;
  for (const DevicePicture& picture : window) {
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
  const int begin = lane.begin_mark(device_, stream, settings_.timing);
  stream.run(planned, inputs, views);
  const int end = lane.end_mark(device_, stream, settings_.timing);
  for (DevicePicture& output : outputs) {
    work_->marks.push_back({output.times, Mark::Kind::pass, pass, begin, end});
    output.written_on = &stream;
    const bool remembered = pass + 1 < rings_.size() && rings_[pass + 1];
    if (&lane.download_stream != &stream || remembered) {
      output.written = lane.unused_event(device_);
      stream.record(*output.written);
    }
    if (!output.between) work_->keep.push_back(output);
  }
  for (const DevicePicture& picture : window)
    lane.release_or_keep(picture, *work_);
  wait_if_serial(lane, stream);
  return outputs;
}

HostPicture Pipeline::result_picture(const DevicePicture& picture) {
  const std::size_t bytes = picture.format.layout.bytes;
  HostPicture result;
  result.facts = picture.facts;
  result.layout = picture.format.layout;
  if (results_.counts().block_bytes < bytes) results_.reserve(bytes, result_blocks_);
  result.block = results_.try_acquire();
  if (!result.block)
    throw std::logic_error("result pictures ran out: the pool is smaller than its consumers need");
  result.first = result.block->data;
  return result;
}

void Pipeline::download(Lane& lane, DevicePicture picture) {
  Stream& stream = lane.download_stream;
  lane.wait_for(picture, stream);
  Output output;
  output.picture = result_picture(picture);
  const std::size_t bytes = picture.format.layout.bytes;
  const int begin = lane.begin_mark(device_, stream, settings_.timing);
  stream.download(output.picture.first, picture.data, bytes);
  const int end = lane.end_mark(device_, stream, settings_.timing);
  picture.times->times.bytes_down = bytes;
  work_->marks.push_back({picture.times, Mark::Kind::download, 0, begin, end});
  output.record = picture.record;
  output.times = picture.times;
  output.pts = picture.pts;
  output.duration = picture.duration;
  work_->outputs.push_back(std::move(output));
  work_->keep.push_back(std::move(picture));
  wait_if_serial(lane, stream);
}

void Pipeline::wait_if_serial(Lane& lane, Stream& stream) {
  if (settings_.mode != Mode::serial) return;
  stream.finish();
  lane.forget_mark();
}

std::vector<ProcessedFrame> Pipeline::collect() {
  assert(!in_flight_.empty());
  in_flight_.front()->done->wait();
  const std::unique_ptr<Work> work = std::move(in_flight_.front());
  in_flight_.pop_front();
  read_times(*work);
  const auto latency = ClockChain::Clock::now() - work->submitted;
  std::vector<ProcessedFrame> frames;
  for (Output& output : work->outputs)
    frames.push_back(finish(output, latency));
  return frames;
}

}  // namespace framelane
