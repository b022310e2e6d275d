#include "app/player_opening.h"

#include <chrono>
#include <utility>

namespace framelane {

PlayerOpening::PlayerOpening(Device& device, Player::Options options)
    : input_(options.engine.input), interrupt_(std::make_shared<Interrupt>()) {
  options.engine.open.interrupt = interrupt_;
  std::function<void()> wake = options.wake;
  std::packaged_task<std::unique_ptr<Player>()> open([&device, options = std::move(options)] {
    return std::make_unique<Player>(device, options);
  });
  opening_ = open.get_future();
  thread_ = std::thread([open = std::move(open), wake = std::move(wake)]() mutable {
    open();
    if (wake) wake();
  });
}

PlayerOpening::~PlayerOpening() {
  // The interrupt of one that was taken is its input's.
  if (opening_.valid()) interrupt_->raise();
  thread_.join();
}

bool PlayerOpening::ready() const {
  return opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void PlayerOpening::interrupt() {
  interrupted_ = true;
  interrupt_->raise();
}

}  // namespace framelane
