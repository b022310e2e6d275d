#include "gpu/pipeline.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gpu/errors.h"
#include "gpu/pipeline_lane.h"
#include "gpu/span.h"

namespace framelane {
namespace {

// First launches load modules and idle clocks rise; a rebuild touches fresh buffers.
constexpr std::int64_t kWarmupAtStart = 30;
constexpr std::int64_t kWarmupPerLane = 2;

// A filter that is toggled, or an edit that is taken back, finds its pictures still there.
constexpr std::uint64_t kPlansRemembered = 4;

// Whether both plans' passes are the same kernels on the same pictures, as when only a slider
// moved.
bool have_same_pictures(const ChainPlan& a, const ChainPlan& b) {
  const auto same = [](const Pass& x, const Pass& y) {
    return x.name == y.name && x.input == y.input && x.output == y.output &&
           x.writes_stored == y.writes_stored && x.behind == y.behind && x.ahead == y.ahead &&
           x.outputs_per_input == y.outputs_per_input;
  };
  return a.source == b.source &&
         std::equal(a.passes.begin(), a.passes.end(), b.passes.begin(), b.passes.end(), same);
}

}  // namespace

Pipeline::Pipeline(Device& device, HostPool& results, int result_blocks,
                   ClockChain::Clock::time_point run_start)
    : device_(device),
      results_(results),
      result_blocks_(result_blocks),
      run_start_(run_start),
      clock_(device, run_start),
      pool_(device),
      before_tables_(device, HostMemory::pinned),
      after_tables_(device, HostMemory::pinned) {
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
  name_work({}, 0);
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
  if (device_.shares_queues()) make_mark_streams();
  next_lane_ = 0;
  pass_cost_.restart();
  download_cost_.restart();
  entry_.restart();
  upload_lag_.restart();
  warm_up(started_ ? kWarmupPerLane * lane_count() : kWarmupAtStart);
  set_aside_bytes_ = 0;
}

void Pipeline::set_plan(std::shared_ptr<const ChainPlan> plan) {
  assert(in_flight_.empty());
  name_work({}, 0);
  const bool same_pictures = plan_ && plan && have_same_pictures(*plan_, *plan);
  const bool same_source = plan_ && plan && plan_->source == plan->source;
  plan_ = std::move(plan);
  rings_.clear();
  last_temporal_ = 0;
  for (std::size_t p = 0; p < plan_->passes.size(); ++p) {
    const Pass& pass = plan_->passes[p];
    rings_.push_back(pass.temporal() ? std::make_unique<Ring>(pass.behind, pass.ahead) : nullptr);
    if (pass.temporal()) last_temporal_ = p + 1;
  }
  states_.clear();
  states_.resize(plan_->passes.size());
  keep_tables_of(*plan_);
  if (same_pictures) return;
  for (const auto& lane : lanes_)
    lane->scratch.clear();
  pool_.trim(same_source ? kPlansRemembered : 0);
  set_aside_bytes_ = 0;
  if (started_) warm_up(kWarmupPerLane * lane_count());
}

void Pipeline::set_result_blocks(int blocks) {
  assert(in_flight_.empty());
  name_work({}, 0);
  result_blocks_ = std::max(blocks, result_blocks_);
  const HostPool::Counts counts = results_.counts();
  if (counts.blocks > 0 && counts.blocks < result_blocks_)
    results_.reserve(counts.block_bytes - kTailBytes, result_blocks_);
}

void Pipeline::warm_up(std::int64_t frames) {
  warmup_frames_ = frames;
  frames_since_rebuild_ = 0;
}

void Pipeline::set_results(ResultPlace place, int kept) {
  if (kept != kept_) set_aside_bytes_ = 0;
  place_ = place;
  kept_ = kept;
}

void Pipeline::set_meanwhile(std::function<void()> work) {
  meanwhile_ = std::move(work);
}

void Pipeline::restart_history() {
  for (const auto& ring : rings_)
    if (ring) ring->clear();
  for (State& state : states_)
    state.fresh = true;
}

bool Pipeline::has_lookahead() const {
  return std::any_of(rings_.begin(), rings_.end(),
                     [](const auto& ring) { return ring && ring->has_pending(); });
}

bool Pipeline::oldest_ready() {
  if (in_flight_.empty() || freed_) return freed_;
  name_work(in_flight_.front()->frame, in_flight_.size() - 1);
  return in_flight_.front()->done->ready();
}

void Pipeline::free_oldest() {
  assert(!in_flight_.empty());
  if (freed_) return;
  Work& work = *in_flight_.front();
  name_work(work.frame, in_flight_.size() - 1);
  work.done->wait();
  work.freed = ClockChain::Clock::now();
  work.keep.clear();
  work.counted.clear();
  freed_ = true;
}

// What the host prepares of a frame, it has prepared while the one before was under way.
void Pipeline::free_if_serial() {
  if (settings_.mode == Mode::serial && busy() > 0) free_oldest();
}

void Pipeline::name_work(const std::optional<FrameName>& frame, std::size_t others) {
  frame_at_work_ = frame;
  pass_at_work_ = nullptr;
  others_at_work_ = others;
}

std::string Pipeline::at_work() const {
  if (!frame_at_work_) return {};
  std::string text = text_of(*frame_at_work_);
  if (pass_at_work_) text += ", pass " + pass_at_work_->name;
  // A device may tell of a failure late, at a call for another frame.
  if (others_at_work_ > 0) text += ", with " + std::to_string(others_at_work_) + " more in flight";
  return text;
}

Pipeline::Lane& Pipeline::begin_work() {
  assert(can_submit() && plan_ && !work_);
  Lane& lane = *lanes_[next_lane_];
  next_lane_ = (next_lane_ + 1) % lanes_.size();
  lane.begin();
  work_ = std::make_unique<Work>();
  work_->events = lane.events;
  work_->plan = plan_;
  work_->submitted = ClockChain::Clock::now();
  if (settings_.timing) {
    Stream& stream = device_.shares_queues() ? *begin_marks_ : lane.upload_stream;
    const Event* base = clock_.renew_if_due(stream);
    if (base && &stream != &lane.upload_stream) lane.upload_stream.wait(*base);
    work_->base = clock_.base();
    if (device_.shares_queues()) {
      work_->measures_pass_cost = work_->measures_entry =
          pass_cost_.due() || settings_.close_timing;
      work_->measures_download_cost = download_cost_.due();
    }
  }
  return lane;
}

void Pipeline::end_work(Lane& lane) {
  if (&lane.compute_stream != &lane.download_stream) {
    lane.compute_stream.record(*lane.computed);
    lane.download_stream.wait(*lane.computed);
    lane.forget_mark();
  }
  download_tables(lane);
  mark_done(lane);
  in_flight_.push_back(std::move(work_));
}

void Pipeline::submit(SourceFrame frame, int queue_depth, bool count_scopes) {
  const Span span(device_, "frame", frame.index);
  const FrameName name = name_of(frame);
  const bool starts_loop = frame.starts_loop;
  auto record = std::make_shared<Record>();
  FrameTimes& times = record->times->times;
  times.mode = settings_.mode;
  times.memory = settings_.memory;
  times.lanes = lane_count();
  times.warmup = is_warmup();
  times.decode = frame.decode_time;
  times.decoding = decoding_of(frame, run_start_);
  times.decode_wait = frame.decode_wait;
  times.queue_depth = queue_depth;
  times.passes.resize(plan_->passes.size());
  record->count_scopes = count_scopes && !frame.preroll && plan_->scopes.any();
  record->source = std::make_shared<const SourceFrame>(std::move(frame));
  free_if_serial();
  name_work(name, static_cast<std::size_t>(busy()));
  Lane& lane = begin_work();
  times.lane = lane.index;
  work_->frame = frame_at_work_;
  if (starts_loop) complete_lookahead(lane);
  DevicePicture picture = upload(lane, record);
  if (record->count_scopes && !plan_->passes.empty())
    record->scopes = count(lane, picture, ScopeSide::before);
  advance(lane, 0, std::move(picture));
  end_work(lane);
}

void Pipeline::flush() {
  free_if_serial();
  name_work({}, 0);
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

std::vector<ProcessedFrame> Pipeline::collect() {
  assert(!in_flight_.empty());
  free_oldest();
  const std::unique_ptr<Work> work = std::move(in_flight_.front());
  in_flight_.pop_front();
  freed_ = false;
  read_times(*work);
  const auto latency = work->freed - work->submitted;
  std::vector<ProcessedFrame> frames;
  for (Output& output : work->outputs) {
    if (begin_at_ && output.pts + output.record->source->joined_after < *begin_at_) continue;
    begin_at_.reset();
    frames.push_back(finish(output, latency));
  }
  return frames;
}

}  // namespace framelane
