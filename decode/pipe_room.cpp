#include "decode/pipe_room.h"

#include <poll.h>

#include <cerrno>

namespace framelane {
namespace {

constexpr auto kGrace = std::chrono::seconds(1);

}  // namespace

PipeRoom::Found PipeRoom::wait(int descriptor) {
  for (;;) {
    const auto now = std::chrono::steady_clock::now();
    const bool ending = interrupt_ && interrupt_->raised();
    if (ending && !give_up_) give_up_ = now + kGrace;
    const auto left = give_up_ ? std::chrono::ceil<std::chrono::milliseconds>(*give_up_ - now)
                               : std::chrono::milliseconds(-1);
    if (give_up_ && left.count() <= 0) return Found::given_up;
    pollfd waits[2] = {{descriptor, POLLOUT, 0},
                       {interrupt_ && !ending ? interrupt_->descriptor() : -1, POLLIN, 0}};
    const int ready = poll(waits, 2, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return Found::failed;
    if (ready > 0 && waits[0].revents != 0) return Found::room;
  }
}

}  // namespace framelane
