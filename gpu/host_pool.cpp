#include "gpu/host_pool.h"

#include <sys/mman.h>

#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gpu/errors.h"
#include "gpu/memory_facts.h"

namespace framelane {
namespace {

constexpr std::size_t kPageBytes = 4096;

// One mapping, page-locked as a whole or not. Thread-safety: one thread at a time; locked() from
// any.
class Arena {
 public:
  Arena(Device& device, std::size_t bytes) : device_(device), bytes_(bytes) {
    // Touching more than there is would not fail: the kernel would end the program.
    const std::uint64_t free = free_memory_bytes();
    if (bytes_ > free) fail("are more than the " + megabytes(free) + " that are free");
    void* memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("are not to be had");
    data_ = static_cast<std::byte*>(memory);
    for (std::size_t at = 0; at < bytes_; at += kPageBytes)
      data_[at] = std::byte{0};
  }
  ~Arena() {
    unlock();
    munmap(data_, bytes_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void lock() {
    if (!locked_) locked_ = device_.page_lock(data_, bytes_);
  }
  void unlock() {
    if (locked_) device_.page_unlock(data_);
    locked_ = false;
  }
  [[nodiscard]] bool locked() const { return locked_; }
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static std::string megabytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MB"; }
  [[noreturn]] void fail(const std::string& why) const {
    throw DeviceError("host memory: " + megabytes(bytes_) + " for pictures " + why +
                      "; use fewer --threads or --lanes, or smaller pictures");
  }

  Device& device_;
  std::size_t bytes_;
  std::byte* data_ = nullptr;
  std::atomic<bool> locked_{false};
};

}  // namespace

struct HostPool::State {
  struct Part {
    Part(Device& device, std::size_t bytes) : memory(device, bytes) {}
    Arena memory;
    bool retired = false;
    int held = 0;  // blocks of it that are in use
  };
  using Parts = std::vector<std::unique_ptr<Part>>;
  struct Entry {
    HostBlock block;
    Part* part = nullptr;
  };

  Device& device;
  HostMemory memory;
  // Held by whoever makes, locks, unlocks or frees arenas; taken before `mutex`, which is never
  // held while the device is called. The lists of parts change under both.
  std::mutex reshaping;
  std::mutex mutex;
  Parts parts;    // of the present block size
  Parts retired;  // some of whose blocks may be in use; freed by the next call that may take long
  std::vector<Entry> free;
  std::size_t block_bytes = 0;
  int blocks = 0;
  std::uint64_t outside = 0;
  std::uint64_t arena_allocations = 0;

  State(Device& on, HostMemory kind) : device(on), memory(kind) {}

  void add_blocks(Part& part, int count) {
    free.reserve(static_cast<std::size_t>(blocks));
    for (int i = 0; i < count; ++i)
      free.push_back(
          {{part.memory.data() + static_cast<std::size_t>(i) * block_bytes, block_bytes, false},
           &part});
  }
  void give_back(const Entry& entry) {
    std::lock_guard lock(mutex);
    --entry.part->held;
    if (!entry.part->retired) free.push_back(entry);
  }
  void retire_all() {
    free.clear();
    for (auto& part : parts) {
      part->retired = true;
      retired.push_back(std::move(part));
    }
    parts.clear();
    blocks = 0;
  }
  // For the caller to free after `mutex`.
  [[nodiscard]] Parts take_unused() {
    Parts unused;
    for (auto& part : retired)
      if (part->held == 0) unused.push_back(std::move(part));
    std::erase(retired, nullptr);
    return unused;
  }
};

HostPool::HostPool(Device& device, HostMemory memory)
    : state_(std::make_shared<State>(device, memory)) {}

HostPool::~HostPool() = default;

void HostPool::reserve(std::size_t block_bytes, int blocks) {
  State& state = *state_;
  std::lock_guard alone(state.reshaping);
  State::Parts unused;
  std::size_t bytes = 0;
  int missing = 0;
  {
    std::lock_guard lock(state.mutex);
    const std::size_t wanted = align_up(block_bytes + kTailBytes, kPlaneAlign);
    if (wanted > state.block_bytes) {
      state.retire_all();
      state.block_bytes = wanted;
    }
    unused = state.take_unused();
    missing = blocks - state.blocks;
    bytes = state.block_bytes;
  }
  unused.clear();
  if (missing <= 0) return;
  auto part = std::make_unique<State::Part>(
      state.device, align_up(bytes * static_cast<std::size_t>(missing), kPageBytes));
  if (state.memory == HostMemory::pinned) part->memory.lock();
  std::lock_guard lock(state.mutex);
  ++state.arena_allocations;
  state.blocks += missing;
  state.add_blocks(*part, missing);
  state.parts.push_back(std::move(part));
}

HostBlockRef HostPool::try_acquire() {
  State::Entry entry;
  {
    std::lock_guard lock(state_->mutex);
    if (state_->free.empty()) return nullptr;
    entry = state_->free.back();
    state_->free.pop_back();
    ++entry.part->held;
    entry.block.page_locked = entry.part->memory.locked();
  }
  auto* held = new State::Entry(entry);
  return {&held->block, [state = state_, held](HostBlock*) {
            state->give_back(*held);
            delete held;
          }};
}

HostBlockRef HostPool::acquire_outside(std::size_t bytes) {
  {
    std::lock_guard lock(state_->mutex);
    ++state_->outside;
  }
  auto memory = std::shared_ptr<std::byte>(
      new (std::align_val_t{kPlaneAlign}) std::byte[bytes + kTailBytes],
      [](std::byte* data) { ::operator delete[](data, std::align_val_t{kPlaneAlign}); });
  auto block = std::make_shared<std::pair<HostBlock, std::shared_ptr<std::byte>>>();
  block->first = {memory.get(), bytes, false};
  block->second = std::move(memory);
  return {block, &block->first};
}

void HostPool::set_memory(HostMemory memory) {
  std::lock_guard alone(state_->reshaping);
  State::Parts unused;
  {
    std::lock_guard lock(state_->mutex);
    unused = state_->take_unused();
  }
  state_->memory = memory;
  for (const auto& part : state_->parts)
    memory == HostMemory::pinned ? part->memory.lock() : part->memory.unlock();
}

HostPool::Counts HostPool::counts() const {
  std::lock_guard lock(state_->mutex);
  Counts counts;
  counts.block_bytes = state_->block_bytes;
  counts.blocks = state_->blocks;
  counts.free = static_cast<int>(state_->free.size());
  counts.outside = state_->outside;
  counts.arena_allocations = state_->arena_allocations;
  counts.page_locked = !state_->parts.empty();
  for (const auto& part : state_->parts) {
    counts.arena_bytes += part->memory.bytes();
    counts.page_locked = counts.page_locked && part->memory.locked();
  }
  return counts;
}

}  // namespace framelane
