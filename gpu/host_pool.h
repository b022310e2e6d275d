#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/device.h"
#include "gpu/frame_times.h"
#include "gpu/picture.h"

namespace framelane {

// A pool of equal blocks of host memory: one arena of touched memory, page-locked as a whole when
// asked for and granted. Used for source slots and for result pictures. Blocks start at multiples
// of 512 bytes. Thread-safety: every member may be called from any thread; try_acquire() and the
// return of a block take a short lock, under which nobody calls the device or the system. (Only the
// last block of a pool that has gone frees its memory.) The device outlives the pool and every
// block of it.
class HostPool {
 public:
  HostPool(Device& device, HostMemory memory);
  ~HostPool();
  HostPool(const HostPool&) = delete;
  HostPool& operator=(const HostPool&) = delete;

  // Makes sure that `blocks` blocks of at least `block_bytes` each exist. Larger blocks than before
  // replace the old ones; those in use stay valid, and the first reserve() or set_memory() after
  // their last references frees them. Allocates and page-locks: never call it from a decoder's
  // callback.
  void reserve(std::size_t block_bytes, int blocks);
  // A free block, or null when all are in use.
  [[nodiscard]] HostBlockRef try_acquire();
  // An ordinary block of its own outside the arena, for when none is free. Counted.
  [[nodiscard]] HostBlockRef acquire_outside(std::size_t bytes);
  // Page-locks or unlocks the same memory in place; blocks never move. Call it only while no copy
  // is in flight.
  void set_memory(HostMemory memory);

  struct Counts {
    std::size_t block_bytes = 0;
    int blocks = 0;
    int free = 0;
    bool page_locked = false;   // what was granted, not what was asked for
    std::uint64_t outside = 0;  // acquire_outside() calls
    std::uint64_t arena_bytes = 0;
    std::uint64_t arena_allocations = 0;
  };
  [[nodiscard]] Counts counts() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace framelane
