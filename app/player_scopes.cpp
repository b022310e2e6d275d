#include <utility>

#include "app/player.h"

// The scopes of the frame on show: counting others is an edit, whose results take the place of
// those shown.

namespace framelane {

void Player::set_scopes(const ScopeWants& wants) {
  if (wants == std::exchange(scopes_, wants)) return;
  auto plan = std::make_shared<ChainPlan>(*plan_);
  plan->scopes = wants;
  plan_ = std::move(plan);
  take_edit();
}

// Unpaced play left most frames uncounted; the one it is paused at must not be.
void Player::count_on_show() {
  if (!paused_ || !scopes_.any() || !landed() || !current_->scopes.empty()) return;
  if (edit_waits_ || awaited_ || current_->revision == recounted_) return;
  take_edit();
  recounted_ = revision_;
}

}  // namespace framelane
