#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/bursts.h"
#include "app/player.h"
#include "app/stage_window.h"
#include "ui/hud_model.h"
#include "ui/renewal.h"
#include "ui/transport_model.h"

namespace framelane {

// Collects what the overlay shows from the frames' own times, and makes the overlay's models.
// Thread-safety: add() from any thread; the rest on the main thread.
class HudFeed {
 public:
  using Host = std::chrono::steady_clock;

  // `bursts` outlives it.
  explicit HudFeed(const Bursts& bursts) : bursts_(bursts) {}
  // Every frame that ended, shown or not.
  void add(const ProcessedFrame& frame, const FrameOutcome& outcome);
  // After a change of mode, lanes, memory or passes: what was measured before is no longer true.
  void clear();
  // Play stood still: the time up to the next frame displayed is no interval between two.
  void interrupted();
  // How results come to the screen, for the present row; empty where there is no choice.
  void tell_present(std::string how) { present_how_ = std::move(how); }
  // What holds frames back, one sentence; empty where that is not known.
  void tell_verdict(std::string verdict) { verdict_ = std::move(verdict); }
  // Lines are of this moment; numbers are renewed four times a second. The log's fields are the
  // caller's to fill.
  [[nodiscard]] HudModel& hud(Player& player, const std::string& device, Host::time_point now);

 private:
  struct PassWindow {
    std::string name;
    StageWindow window;
  };
  void add_times(const FrameTimes& times, Host::time_point now);
  void add_passes(const ProcessedFrame& frame, Host::time_point now);
  void renew(Player& player, const std::string& device, Host::time_point now);
  void fill_rows(double budget_ms, int depth, int capacity);
  void renew_lines();

  const Bursts& bursts_;
  std::mutex mutex_;
  StageWindow decode_, upload_, filter_, download_, present_;
  std::vector<PassWindow> passes_;
  RateWindow processed_, displayed_;
  std::string present_how_, verdict_;
  std::vector<float> intervals_ms_;  // of the last frames displayed
  bool interrupted_ = false;
  std::uint64_t revision_ = 0;  // of the chain whose passes are measured
  bool warm_ = false;           // frames that are not warm-up have come
  HudModel model_;
  Renewal renewal_{RenewedPanel::hud};
};

// Name, facts and position for the transport. Log fields are left as they are.
void fill_transport(TransportModel& model, Player& player);

// The number of the frame at that time, counted from the stream's start; nothing without a rate.
[[nodiscard]] std::optional<std::uint64_t> frame_number_at(Nanoseconds pts, Rational rate);

// A file without its folder; a URL or pattern as it is.
[[nodiscard]] std::string short_name(const std::string& input);

// "1920 × 1080, 30 fps, H.264 High, yuv420p, BT.709 limited".
[[nodiscard]] std::string describe_input(const InputFacts& facts);

}  // namespace framelane
