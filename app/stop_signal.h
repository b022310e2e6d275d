#pragma once
#include <atomic>
#include <memory>

#include "decode/interrupt.h"

namespace framelane {

// SIGINT, SIGTERM and SIGHUP (where it is not ignored) while it lives: the first asks everything to
// end, as q does; a blocking open or read ends too. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  [[nodiscard]] const std::atomic<int>& number() const;  // 0 until a signal came
  [[nodiscard]] static const char* name(int number);     // "SIGINT"
  // Raised with the signal.
  [[nodiscard]] const std::shared_ptr<Interrupt>& interrupt() const { return interrupt_; }

 private:
  std::shared_ptr<Interrupt> interrupt_ = std::make_shared<Interrupt>();
};

}  // namespace framelane
