#pragma once
#include "app/bursts.h"
#include "app/equality.h"
#include "app/overlap_feed.h"
#include "app/overlap_figures.h"
#include "app/player.h"
#include "gpu/device.h"
#include "gpu/link_rates.h"
#include "ui/overlap_model.h"
#include "ui/renewal.h"

namespace framelane {

// What stands behind the overlap panel: its figures, and whether serial and overlapped give the
// same frames. Thread-safety: add() from any thread; the rest on the main thread.
class OverlapView {
 public:
  // `bursts` outlives it.
  OverlapView(const Bursts& bursts, DeviceFacts device, const LinkRates& link);

  // Every frame that ended, shown or not, once the bursts have it.
  void add(const ProcessedFrame& frame, const FrameOutcome& outcome);
  // The player's chain may be another one.
  void note_chain(const Player& player);
  // Play was paused or moved.
  void interrupted() { feed_.interrupted(); }
  // Another input.
  void clear();
  [[nodiscard]] EqualityCheck& equality() { return equality_; }
  [[nodiscard]] const EqualityCheck& equality() const { return equality_; }
  // Numbers are renewed four times a second, the row in use at once.
  [[nodiscard]] const OverlapModel& model(Player& player,
                                          std::chrono::steady_clock::time_point now);

 private:
  [[nodiscard]] OverlapFacts facts_of(Player& player) const;
  [[nodiscard]] OverlapModel::Equality light_of(Player& player) const;

  const Bursts& bursts_;
  DeviceFacts device_;
  LinkRates link_;
  OverlapFeed feed_{bursts_};
  OverlapModel model_;
  OverlapUse use_;  // that model_ is of
  Renewal renewal_{RenewedPanel::overlap};
  EqualityCheck equality_;
};

}  // namespace framelane
