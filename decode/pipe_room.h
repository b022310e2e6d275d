#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "decode/interrupt.h"

namespace framelane {

// Waits until a pipe or device takes what is written into it. Once the interrupt is raised its
// reader has a second, over all waits together, to take what is left. Thread-safety: one thread.
class PipeRoom {
 public:
  // Without an interrupt it waits without end.
  explicit PipeRoom(std::shared_ptr<const Interrupt> interrupt)
      : interrupt_(std::move(interrupt)) {}

  enum class Found { room, given_up, failed };  // failed: errno says why
  [[nodiscard]] Found wait(int descriptor);

 private:
  std::shared_ptr<const Interrupt> interrupt_;
  std::optional<std::chrono::steady_clock::time_point> give_up_;
};

}  // namespace framelane
