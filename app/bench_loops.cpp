#include "app/bench_loops.h"

#include <chrono>
#include <functional>

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

// Timing events around the three stages of every batch.
class StageMarks {
 public:
  StageMarks(Device& device, Stream& stream, int batches) : device_(device) {
    for (int i = 0; i < 6 * batches; ++i)
      events_.push_back(device.make_timing_event());
    base_ = device.make_timing_event();
    stream.record(*base_);
    base_->wait();
  }
  void record(Stream& stream, int batch, int which) {
    stream.record(*events_[static_cast<std::size_t>(6 * batch + which)]);
  }
  [[nodiscard]] std::vector<BatchStages> read() const {
    std::vector<BatchStages> batches;
    for (std::size_t first = 0; first < events_.size(); first += 6) {
      BatchStages& stages = batches.emplace_back();
      for (std::size_t i = 0; i < stages.size(); ++i)
        stages[i] = {position(first + 2 * i), position(first + 2 * i + 1)};
    }
    return batches;
  }

 private:
  [[nodiscard]] Nanoseconds position(std::size_t event) const {
    const float ms = device_.elapsed_ms(*base_, *events_[event]);
    return std::chrono::round<Nanoseconds>(std::chrono::duration<double, std::milli>(ms));
  }
  Device& device_;
  std::unique_ptr<Event> base_;
  std::vector<std::unique_ptr<Event>> events_;
};

// One run of a loop. `queued`: batches a lane may have under way, 1 or 2; with two the device never
// waits for the host between batches.
class BatchLoop {
 public:
  BatchLoop(BatchRig& rig, const LoopCase& loop, const BatchKernel& kernel, int queued)
      : rig_(rig), loop_(loop), kernel_(kernel), queued_(queued) {
    retired_.reserve(static_cast<std::size_t>(loop.batches));
  }

  std::function<void(int)> on_retired;
  StageMarks* marks = nullptr;

  LoopTimes run() {
    const auto begin = Host::now();
    const int window = loop_.lanes * queued_;
    for (int batch = 0; batch < loop_.batches; ++batch) {
      if (batch >= window) retire(batch - window);
      submit(batch);
    }
    for (int batch = std::max(0, loop_.batches - window); batch < loop_.batches; ++batch)
      retire(batch);
    return times_since(begin);
  }

 private:
  BatchRig::Lane& lane_of(int batch) { return rig_.lane(batch % loop_.lanes); }
  // Engine 0 uploads, 1 computes, 2 downloads.
  Stream& stream_of(int batch, int engine) {
    if (loop_.mode == Mode::staged) return rig_.stream(engine);
    const int index = batch % loop_.lanes;
    return loop_.priorities ? rig_.priority_stream(index, loop_.lanes) : rig_.stream(index);
  }
  Event& done(int batch) {
    return *lane_of(batch).done[static_cast<std::size_t>(batch / loop_.lanes % queued_)];
  }

  void submit(int batch) {
    BatchRig::Lane& lane = lane_of(batch);
    Stream &up = stream_of(batch, 0), &compute = stream_of(batch, 1), &down = stream_of(batch, 2);
    const auto [in, out] = buffers_for(lane, up);
    const bool staged = loop_.mode == Mode::staged;
    if (staged) up.wait(*lane.computed);  // the batch before in this set has been read
    mark(up, batch, 0);
    std::byte* from = up.upload(in, rig_.source(batch), loop_.bytes);
    mark(up, batch, 1);
    finish_stage(up);
    if (staged) {
      up.record(*lane.uploaded);
      compute.wait(*lane.uploaded);
      if (batch >= loop_.lanes) compute.wait(done(batch - loop_.lanes));
    }
    mark(compute, batch, 2);
    kernel_.run(compute, from, out->data());
    mark(compute, batch, 3);
    finish_stage(compute);
    if (staged) {
      compute.record(*lane.computed);
      down.wait(*lane.computed);
    }
    mark(down, batch, 4);
    down.download(lane.result->data, out->data(), loop_.bytes);
    mark(down, batch, 5);
    finish_stage(down);
    down.record(done(batch));
    if (loop_.allocation == LoopAllocation::in_order) free_buffers(lane);
  }
  void retire(int batch) {
    done(batch).wait();
    retired_.push_back(Host::now());
    if (loop_.allocation == LoopAllocation::device) free_buffers(lane_of(batch));
    if (on_retired) on_retired(batch);
  }

  std::pair<DeviceBuffer*, DeviceBuffer*> buffers_for(BatchRig::Lane& lane, Stream& stream) {
    if (loop_.allocation == LoopAllocation::none) return {lane.in.get(), lane.out.get()};
    const auto make = [&] {
      return loop_.allocation == LoopAllocation::device
                 ? rig_.device().allocate(loop_.bytes)
                 : rig_.extras()->allocate_in_order(stream, loop_.bytes);
    };
    lane.loop_in = make();
    lane.loop_out = make();
    return {lane.loop_in.get(), lane.loop_out.get()};
  }
  static void free_buffers(BatchRig::Lane& lane) {
    lane.loop_in.reset();
    lane.loop_out.reset();
  }
  void finish_stage(Stream& stream) {
    if (loop_.mode == Mode::serial) stream.finish();
  }
  void mark(Stream& stream, int batch, int which) {
    if (marks != nullptr) marks->record(stream, batch, which);
  }

  [[nodiscard]] LoopTimes times_since(Host::time_point begin) const {
    LoopTimes times{to_ms(retired_.back() - begin), std::nullopt};
    const int counted = loop_.batches - 2 * loop_.lanes;
    if (counted < 2) return times;
    const auto first = static_cast<std::size_t>(loop_.lanes) - 1;
    const auto last = static_cast<std::size_t>(loop_.batches - loop_.lanes) - 1;
    times.steady_ms = to_ms(retired_[last] - retired_[first]) / counted;
    return times;
  }

  BatchRig& rig_;
  const LoopCase& loop_;
  const BatchKernel& kernel_;
  const int queued_;
  std::vector<Host::time_point> retired_;
};

// Buffers of a loop that frees them itself belong to one batch.
int most_queued(const LoopCase& loop) {
  return loop.allocation == LoopAllocation::device || loop.mode == Mode::serial ? 1 : 2;
}

}  // namespace

LoopTimes run_loop(BatchRig& rig, const LoopCase& loop, const BatchKernel& kernel) {
  return BatchLoop(rig, loop, kernel, most_queued(loop)).run();
}

std::optional<int> check_loop(BatchRig& rig, const LoopCase& loop, const BatchKernel& kernel,
                              std::vector<BatchStages>* stages) {
  BatchLoop checked(rig, loop, kernel, 1);
  std::optional<int> wrong;
  checked.on_retired = [&](int batch) {
    if (!wrong && !rig.holds(rig.lane(batch % loop.lanes), batch, loop.bytes, kernel.inverts()))
      wrong = batch;
  };
  std::optional<StageMarks> marks;
  if (stages != nullptr) checked.marks = &marks.emplace(rig.device(), rig.stream(0), loop.batches);
  (void)checked.run();
  if (stages != nullptr) *stages = marks->read();
  return wrong;
}

}  // namespace framelane
