#include "decode/pipe_room.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace framelane {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kGrace = std::chrono::seconds(1);
constexpr auto kTellAfter = std::chrono::seconds(1);

milliseconds until_then(Clock::time_point then, Clock::time_point now) {
  return std::max(std::chrono::ceil<milliseconds>(then - now), milliseconds(0));
}

}  // namespace

PipeRoom::Found PipeRoom::wait(int descriptor) {
  const Interrupt* interrupt = wait_.interrupt.get();
  const Clock::time_point since = Clock::now();
  for (;;) {
    const auto now = Clock::now();
    const bool ending = interrupt != nullptr && interrupt->raised();
    if (ending && !give_up_) give_up_ = now + kGrace;
    if (give_up_ && *give_up_ <= now) return Found::given_up;
    const milliseconds left = give_up_ ? until_then(*give_up_, now) : tell_if_due(since);
    pollfd waits[2] = {{descriptor, POLLOUT, 0},
                       {interrupt != nullptr && !ending ? interrupt->descriptor() : -1, POLLIN, 0}};
    const int ready = poll(waits, 2, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return Found::failed;
    if (ready > 0 && waits[0].revents != 0) return Found::room;
  }
}

milliseconds PipeRoom::tell_if_due(Clock::time_point since) {
  constexpr milliseconds kNothing(-1);
  if (told_ || !wait_.tell) return kNothing;
  const milliseconds left = until_then(since + kTellAfter, Clock::now());
  if (left.count() > 0) return left;
  told_ = true;
  wait_.tell(name_);
  return kNothing;
}

}  // namespace framelane
