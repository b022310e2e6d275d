#pragma once
#include <atomic>

namespace framelane {

// Asks a blocking open or read to end. Stays raised until cleared, so a read that begins only
// afterwards ends at once too.
// Thread-safety: every member may be called from any thread; raise() also from a signal handler.
class Interrupt {
 public:
  Interrupt();  // throws InputError when no descriptor is left
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  void raise() noexcept;
  void clear() noexcept;
  [[nodiscard]] bool raised() const noexcept { return raised_.load(std::memory_order_acquire); }
  // Readable (poll, POLLIN) while raised.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  std::atomic<bool> raised_{false};
  int descriptor_ = -1;
};

}  // namespace framelane
