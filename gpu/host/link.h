#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "gpu/host/host_device.h"

namespace framelane {

// Two copy engines, one for each direction, each serving one transfer at a time in the order of
// asking. Thread-safety: transfer() may be called from any thread.
class LinkSimulator {
 public:
  explicit LinkSimulator(SimulatedLink link) : link_(link) {}
  enum class Direction { up, down };
  // Copies, then waits until the copy has taken as long as the link would. Ends within 50 ms of its
  // turn, the copy unfinished, once `cancel` is true.
  void transfer(Direction direction, std::byte* to, const std::byte* from, std::size_t bytes,
                const std::atomic<bool>& cancel);

 private:
  struct Engine {
    std::uint64_t next_ticket = 0;
    std::uint64_t serving = 0;
    [[nodiscard]] bool busy() const { return serving != next_ticket; }
  };
  void begin(Engine& engine);
  void end(Engine& engine);
  [[nodiscard]] std::size_t parts_for(std::size_t bytes) const;
  [[nodiscard]] double seconds_for(std::size_t bytes, const Engine& other);

  SimulatedLink link_;
  std::mutex mutex_;
  std::condition_variable turn_;
  Engine up_, down_;
};

}  // namespace framelane
