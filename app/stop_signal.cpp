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
  // The terminal, or the connection to it, is gone; nohup has it ignored.
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
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

const char* StopSignal::name(int number) {
  return number == SIGINT ? "SIGINT" : number == SIGHUP ? "SIGHUP" : "SIGTERM";
}

const std::atomic<int>& StopSignal::number() const {
  return received;
}

}  // namespace framelane
