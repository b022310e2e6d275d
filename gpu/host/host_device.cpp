#include "gpu/host/host_device.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

#include "gpu/band_pool.h"
#include "gpu/errors.h"
#include "gpu/host/link.h"
#include "gpu/host/run_pass.h"
#include "gpu/host/scopes/count.h"
#include "gpu/pass.h"
#include "gpu/picture.h"
#include "gpu/present_texture.h"

namespace framelane {
namespace {

using Clock = std::chrono::steady_clock;

// Shared with the worker, which may reach a record() after the Event object has gone.
struct EventState {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t recorded = 0;
  std::uint64_t completed = 0;
  Clock::time_point time;
  std::exception_ptr failure;

  void complete(std::uint64_t record, const std::exception_ptr& error) {
    std::lock_guard lock(mutex);
    completed = std::max(completed, record);
    time = Clock::now();
    failure = error;
    changed.notify_all();
  }
  // Returns the failure of the stream that recorded it.
  [[nodiscard]] std::exception_ptr wait_for(std::uint64_t record) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return completed >= record; });
    return failure;
  }
};

class HostEvent final : public Event {
 public:
  [[nodiscard]] bool ready() const override {
    std::lock_guard lock(state_->mutex);
    return state_->completed >= state_->recorded;
  }
  void wait() const override {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return state_->completed >= state_->recorded; });
    if (state_->failure) std::rethrow_exception(state_->failure);
  }
  [[nodiscard]] const std::shared_ptr<EventState>& state() const { return state_; }
  [[nodiscard]] Clock::time_point time() const {
    std::lock_guard lock(state_->mutex);
    return state_->time;
  }

 private:
  std::shared_ptr<EventState> state_ = std::make_shared<EventState>();
};

class HostBuffer final : public DeviceBuffer {
 public:
  explicit HostBuffer(std::size_t bytes)
      : memory_(new (std::align_val_t{kPlaneAlign}) std::byte[bytes]) {
    data_ = memory_;
    bytes_ = bytes;
  }
  ~HostBuffer() override { ::operator delete[](memory_, std::align_val_t{kPlaneAlign}); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

 private:
  std::byte* memory_;
};

class HostStream final : public Stream {
 public:
  HostStream(BandPool& bands, LinkSimulator* link) : bands_(bands), link_(link) {
    worker_ = std::thread([this] { work_off(); });
  }
  ~HostStream() override {
    cancel();
    {
      std::lock_guard lock(mutex_);
      closing_ = true;
      changed_.notify_all();
    }
    worker_.join();
  }
  HostStream(const HostStream&) = delete;
  HostStream& operator=(const HostStream&) = delete;

  void works_on(const FrameName& frame) override { frame_ = frame; }
  std::byte* upload(DeviceBuffer* into, std::byte* host, std::size_t bytes) override {
    if (!link_) return host;
    std::byte* to = into->data();
    push([this, to, host, bytes] {
      link_->transfer(LinkSimulator::Direction::up, to, host, bytes, cancelled_);
    });
    return to;
  }
  void download(std::byte* host, const std::byte* device, std::size_t bytes) override {
    push([this, host, device, bytes] {
      if (link_)
        return link_->transfer(LinkSimulator::Direction::down, host, device, bytes, cancelled_);
      std::memcpy(host, device, bytes);
    });
  }
  void run(const Pass& pass, std::span<const ImageView> inputs, std::span<const ImageView> outputs,
           const PassMemory& memory) override {
    push([this, &pass, memory, in = std::vector(inputs.begin(), inputs.end()),
          out = std::vector(outputs.begin(), outputs.end())] {
      try {
        run_pass_on_host(pass, in, out, memory, bands_, &cancelled_);
      } catch (const std::exception& error) {
        throw DeviceError("pass " + pass.name + ": " + reason_of(error));
      }
    });
  }
  void count(const ScopeWork& work, const ImageView& picture, std::byte* table) override {
    push([this, work, picture, counts = reinterpret_cast<std::uint32_t*>(table)] {
      count_on_host(work, picture, counts, bands_, &cancelled_);
    });
  }
  void record(Event& event) override {
    const auto& state = static_cast<HostEvent&>(event).state();
    std::uint64_t record = 0;
    {
      std::lock_guard lock(state->mutex);
      record = ++state->recorded;
    }
    push_always([this, state, record] { state->complete(record, failure_); });
  }
  void wait(const Event& event) override {
    const auto& state = static_cast<const HostEvent&>(event).state();
    std::uint64_t record = 0;
    {
      std::lock_guard lock(state->mutex);
      record = state->recorded;
    }
    // What follows would read what the other stream has not made.
    push_always([this, state, record] {
      const std::exception_ptr failure = state->wait_for(record);
      if (!failure_) failure_ = failure;
    });
  }
  void finish() override {
    HostEvent event;
    record(event);
    event.wait();
  }
  void cancel() override { cancelled_ = true; }

 private:
  struct Task {
    std::function<void()> work;
    bool always = false;  // also after a failure or a cancel, so that nobody waits for ever
    std::optional<FrameName> frame;
  };

  void push(std::function<void()> work) { push_task({std::move(work), false, frame_}); }
  void push_always(std::function<void()> work) { push_task({std::move(work), true, frame_}); }
  void push_task(Task task) {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }
  void work_off() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return closing_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      perform(task);
      lock.lock();
    }
  }
  void perform(const Task& task) {
    if (!task.always && (failure_ || cancelled_)) return;
    try {
      task.work();
    } catch (const std::exception& error) {
      failure_ = failure_of(task, "CPU device: " + reason_of(error));
    }
  }
  static std::exception_ptr failure_of(const Task& task, const std::string& line) {
    if (!task.frame) return std::make_exception_ptr(DeviceError(line));
    return std::make_exception_ptr(FrameError(text_of(*task.frame) + ": " + line));
  }

  BandPool& bands_;
  LinkSimulator* link_;
  std::optional<FrameName> frame_;  // of the thread that gives work
  std::atomic<bool> cancelled_{false};
  std::exception_ptr failure_;  // of the worker thread alone
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool closing_ = false;
  std::thread worker_;
};

// Four significant digits, with a point in every locale.
std::string number_text(double value) {
  char text[32];
  const auto end =
      std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, 4);
  return {text, end.ptr};
}

class HostDevice final : public Device {
 public:
  explicit HostDevice(const HostDeviceOptions& options)
      : bands_(options.threads > 0
                   ? options.threads
                   : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
    facts_.name = "CPU, " + std::to_string(bands_.threads()) +
                  (bands_.threads() == 1 ? " thread" : " threads");
    facts_.kind = "cpu";
    facts_.scope_samples = kHostScopeSamples;
    if (!options.link) return;
    link_ = std::make_unique<LinkSimulator>(*options.link);
    facts_.copy_engines = 2;
    facts_.link = "simulated, " + number_text(options.link->gb_per_s) + " GB/s each way";
  }

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] bool aliases_uploads() const override { return !link_; }
  [[nodiscard]] bool shares_queues() const override { return false; }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override {
    return std::make_unique<HostStream>(bands_, link_.get());
  }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    return std::make_unique<HostEvent>();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override {
    return std::make_unique<HostEvent>();
  }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    try {
      auto buffer = std::make_unique<HostBuffer>(bytes);
      ++allocated_;
      return buffer;
    } catch (const std::bad_alloc& error) {
      throw DeviceError("CPU device: " + std::to_string(bytes >> 20) +
                        " MB of pictures: " + reason_of(error));
    }
  }
  // The CPU reads any memory at the same rate; locking is accepted and counted so that both paths
  // are the same code.
  [[nodiscard]] bool page_lock(std::byte*, std::size_t) override {
    ++locked_;
    return true;
  }
  void page_unlock(std::byte*) override {}
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    const auto span =
        static_cast<const HostEvent&>(to).time() - static_cast<const HostEvent&>(from).time();
    return std::chrono::duration<float, std::milli>(span).count();
  }
  [[nodiscard]] AllocationCounts allocations() const override { return {locked_, allocated_}; }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string&) override {
    return {nullptr, "filters run on the CPU, whose results are in host memory"};
  }

 private:
  BandPool bands_;
  DeviceFacts facts_;
  std::unique_ptr<LinkSimulator> link_;
  std::atomic<std::uint64_t> locked_{0};
  std::atomic<std::uint64_t> allocated_{0};
};

}  // namespace

std::unique_ptr<Device> make_host_device(const HostDeviceOptions& options) {
  return std::make_unique<HostDevice>(options);
}

}  // namespace framelane
