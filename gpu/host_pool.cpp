#include "gpu/host_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kBlockAlignment = 512;
constexpr std::size_t kPageBytes = 4096;
// Decoders and vector loads may read a little past a plane's end.
constexpr std::size_t kTailBytes = 128;

std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// One mapping, page-locked as a whole or not.
class Arena {
 public:
  Arena(Device& device, std::size_t bytes) : device_(device), bytes_(bytes) {
    void* memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw DeviceError("host memory: " + std::to_string(bytes_ >> 20) +
                        " MB for pictures are not to be had; use fewer --threads or --lanes");
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
  Device& device_;
  std::size_t bytes_;
  std::byte* data_ = nullptr;
  bool locked_ = false;
};

}  // namespace

struct HostPool::State {
  // A block keeps the arena it lies in alive; a retired arena goes with its last block.
  struct Entry {
    HostBlock block;
    std::shared_ptr<Arena> arena;
  };

  Device& device;
  HostMemory memory;
  std::mutex reshaping;  // held by whoever makes, locks or unlocks arenas; taken before `mutex`
  mutable std::mutex mutex;
  std::vector<std::shared_ptr<Arena>> arenas;  // of the present block size
  std::vector<Entry> free;
  std::size_t block_bytes = 0;
  int blocks = 0;
  std::uint64_t outside = 0;
  std::uint64_t arena_allocations = 0;

  State(Device& on, HostMemory kind) : device(on), memory(kind) {}

  void add_blocks(const std::shared_ptr<Arena>& arena, int count) {
    for (int i = 0; i < count; ++i) {
      std::byte* data = arena->data() + static_cast<std::size_t>(i) * block_bytes;
      free.push_back({{data, block_bytes, arena->locked()}, arena});
    }
  }
  void give_back(Entry entry) {
    std::lock_guard lock(mutex);
    if (std::find(arenas.begin(), arenas.end(), entry.arena) == arenas.end()) return;  // retired
    entry.block.page_locked = entry.arena->locked();
    free.push_back(std::move(entry));
  }
};

HostPool::HostPool(Device& device, HostMemory memory)
    : state_(std::make_shared<State>(device, memory)) {}

HostPool::~HostPool() = default;

void HostPool::reserve(std::size_t block_bytes, int blocks) {
  State& state = *state_;
  std::lock_guard alone(state.reshaping);
  std::vector<State::Entry> retired_blocks;
  std::vector<std::shared_ptr<Arena>> retired;  // both go after the lock is released
  std::size_t bytes = 0;
  int missing = 0;
  {
    std::lock_guard lock(state.mutex);
    const std::size_t wanted = round_up(block_bytes + kTailBytes, kBlockAlignment);
    if (wanted > state.block_bytes) {
      retired_blocks.swap(state.free);
      retired.swap(state.arenas);
      state.block_bytes = wanted;
      state.blocks = 0;
    }
    missing = blocks - state.blocks;
    bytes = state.block_bytes;
  }
  if (missing <= 0) return;
  auto arena = std::make_shared<Arena>(
      state.device, round_up(bytes * static_cast<std::size_t>(missing), kPageBytes));
  if (state.memory == HostMemory::pinned) arena->lock();
  std::lock_guard lock(state.mutex);
  ++state.arena_allocations;
  state.arenas.push_back(arena);
  state.blocks += missing;
  state.free.reserve(static_cast<std::size_t>(state.blocks));
  state.add_blocks(arena, missing);
}

HostBlockRef HostPool::try_acquire() {
  State::Entry entry;
  {
    std::lock_guard lock(state_->mutex);
    if (state_->free.empty()) return nullptr;
    entry = std::move(state_->free.back());
    state_->free.pop_back();
  }
  auto held = std::make_unique<State::Entry>(std::move(entry));
  HostBlock* block = &held->block;
  return {block, [state = state_, owner = held.release()](HostBlock*) {
            state->give_back(std::move(*owner));
            delete owner;
          }};
}

HostBlockRef HostPool::acquire_outside(std::size_t bytes) {
  {
    std::lock_guard lock(state_->mutex);
    ++state_->outside;
  }
  auto memory = std::shared_ptr<std::byte>(
      new (std::align_val_t{kBlockAlignment}) std::byte[bytes + kTailBytes],
      [](std::byte* data) { ::operator delete[](data, std::align_val_t{kBlockAlignment}); });
  auto block = std::make_shared<std::pair<HostBlock, std::shared_ptr<std::byte>>>();
  block->first = {memory.get(), bytes, false};
  block->second = std::move(memory);
  return {block, &block->first};
}

void HostPool::set_memory(HostMemory memory) {
  std::lock_guard alone(state_->reshaping);
  std::lock_guard lock(state_->mutex);
  state_->memory = memory;
  for (const auto& arena : state_->arenas)
    memory == HostMemory::pinned ? arena->lock() : arena->unlock();
  for (State::Entry& entry : state_->free)
    entry.block.page_locked = entry.arena->locked();
}

HostPool::Counts HostPool::counts() const {
  std::lock_guard lock(state_->mutex);
  Counts counts;
  counts.block_bytes = state_->block_bytes;
  counts.blocks = state_->blocks;
  counts.free = static_cast<int>(state_->free.size());
  counts.outside = state_->outside;
  counts.arena_allocations = state_->arena_allocations;
  counts.page_locked = !state_->arenas.empty();
  for (const auto& arena : state_->arenas) {
    counts.arena_bytes += arena->bytes();
    counts.page_locked = counts.page_locked && arena->locked();
  }
  return counts;
}

}  // namespace framelane
