#pragma once
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "app/player.h"

namespace framelane {

// A player that is being made beside the main thread: opening its input takes as long as a disk or
// the network likes. Thread-safety: one thread; options.wake is called from another once ready().
class PlayerOpening {
 public:
  // The device outlives it.
  PlayerOpening(Device& device, Player::Options options);
  // Ends what is under way: within a second, whatever the input waits for.
  ~PlayerOpening();
  PlayerOpening(const PlayerOpening&) = delete;
  PlayerOpening& operator=(const PlayerOpening&) = delete;

  [[nodiscard]] const std::string& input() const { return input_; }
  [[nodiscard]] bool ready() const;
  // Nobody wants it any more; it is ready() soon.
  void interrupt();
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  // Once, when ready(). Throws what Player's constructor threw.
  [[nodiscard]] std::unique_ptr<Player> take() { return opening_.get(); }

 private:
  std::string input_;
  std::shared_ptr<Interrupt> interrupt_;
  bool interrupted_ = false;
  std::future<std::unique_ptr<Player>> opening_;
  std::thread thread_;
};

}  // namespace framelane
