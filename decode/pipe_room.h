#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "decode/interrupt.h"

namespace framelane {

// What ends a wait for those who read a pipe, and who hears of one. Thread-safety: a value.
struct PipeWait {
  std::shared_ptr<Interrupt> interrupt;  // without one it waits without end
  // Called once for each pipe, with its name, when a wait has lasted a second: on the thread that
  // waits. May be empty.
  std::function<void(const std::string& name)> tell;

  PipeWait(std::shared_ptr<Interrupt> ends = nullptr,
           std::function<void(const std::string&)> hears = {})
      : interrupt(std::move(ends)), tell(std::move(hears)) {}
};

// Waits until a pipe or device takes what is written into it. Once the interrupt is raised its
// reader has a second, over all waits together, to take what is left. Thread-safety: one thread.
class PipeRoom {
 public:
  PipeRoom(PipeWait wait, std::string name) : wait_(std::move(wait)), name_(std::move(name)) {}

  enum class Found { room, given_up, failed };  // failed: errno says why
  [[nodiscard]] Found wait(int descriptor);
  // Part of a wait that began at `since`: tells of it when it is time to. How long till then;
  // negative: there is nothing to tell any more.
  [[nodiscard]] std::chrono::milliseconds tell_if_due(std::chrono::steady_clock::time_point since);

 private:
  PipeWait wait_;
  std::string name_;
  bool told_ = false;
  std::optional<std::chrono::steady_clock::time_point> give_up_;
};

}  // namespace framelane
