#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "app/stage_window.h"
#include "gpu/processed_frame.h"
#include "ui/renewal.h"
#include "ui/scopes_model.h"

namespace framelane {

// Collects the scopes' tables and what counting them took, over the last two seconds, and makes the
// panels' model. Thread-safety: add() from any thread; the rest on the main thread.
class ScopeFeed {
 public:
  using Host = std::chrono::steady_clock;

  // Every frame shown or ended, in any order: the newest one's tables count.
  void add(const ProcessedFrame& frame, Host::time_point at = Host::now());
  // Another input: nothing is known.
  void clear();
  // After a change of the scopes counted: what they took before is no longer true.
  void clear_costs();
  // Fills tables, revision and costs. `still`: the frame on show while it does not change, whose
  // tables those shown must be; null while playing. Costs are renewed four times a second.
  void fill(ScopesModel& model, const ProcessedFrame* still, Host::time_point now);

 private:
  std::mutex mutex_;
  std::int64_t newest_ = -1;  // ProcessedFrame::index
  FrameScopes tables_;
  std::array<StageWindow, kScopes> costs_;
  Renewal renewal_{RenewedPanel::scopes};
};

}  // namespace framelane
