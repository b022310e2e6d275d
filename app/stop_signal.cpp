#include "app/stop_signal.h"

#include <csignal>

namespace framelane {
namespace {

// What a signal handler may touch: lock-free atomics only.
std::atomic<int> received{0};
std::atomic<Interrupt*> to_raise{nullptr};

void handle(int number) {
  received = number;
  if (Interrupt* interrupt = to_raise) interrupt->raise();
}

void install(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

StopSignal::StopSignal() {
  received = 0;
  to_raise = interrupt_.get();
  install(handle);
}

StopSignal::~StopSignal() {
  install(SIG_DFL);
  to_raise = nullptr;
}

const std::atomic<int>& StopSignal::number() const {
  return received;
}

}  // namespace framelane
