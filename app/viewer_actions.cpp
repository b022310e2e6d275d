#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/frame_log.h"
#include "app/log_facts.h"
#include "app/viewer.h"
#include "gpu/errors.h"

// What each action of the user does to the player, the window and the log.

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr int kResidentFrames = 60;

// Play is stopped, moved or taken up again: the gap is not a frame's time.
bool is_move(const Action& action) {
  constexpr Kind kMoves[] = {Kind::toggle_pause,     Kind::seek_by,        Kind::seek_by_exact,
                             Kind::seek_to,          Kind::step,           Kind::scale_speed,
                             Kind::reset_speed,      Kind::toggle_unpaced, Kind::toggle_resident,
                             Kind::toggle_loop_file, Kind::mark_ab};
  return std::find(std::begin(kMoves), std::end(kMoves), action.kind) != std::end(kMoves);
}

Nanoseconds seconds(double value) {
  return Nanoseconds(static_cast<Nanoseconds::rep>(std::llround(value * 1e9)));
}

}  // namespace

void Viewer::apply(const Action& action) {
  dirty_ = true;
  if (action.kind == Action::Kind::quit) quit_ = true;
  if (overlay_->apply(action) || opener_.apply(action)) {
    if (action.kind == Action::Kind::toggle_panels) put_scopes_aside(overlay_->all_panels());
    return;
  }
  const bool window = action.kind == Action::Kind::toggle_fullscreen ||
                      action.kind == Action::Kind::leave_fullscreen ||
                      action.kind == Action::Kind::scale_panels;
  if (window) return apply_window(action);
  if (!player_) return;
  apply_player(action);
  apply_settings(action);
  apply_window(action);
  apply_present(action);
  apply_chain(action);
  compare_->apply(action, window_->drawable());
  if (scopes_.apply(action)) tell_scopes();
  apply_overlap(action);
}

void Viewer::apply_player(const Action& action) {
  Player& player = *player_;
  if (is_move(action)) {
    log_.interrupted();
    bursts_.interrupted();
    feed_.interrupted();
    overlap_.interrupted();
    overlay_->show_transport(Host::now().time_since_epoch());
  }
  switch (action.kind) {
    case Kind::toggle_pause:
      return player.set_paused(!(player.paused() || player.ended()));
    case Kind::seek_by:
      return player.seek_by(seconds(action.value), false);
    case Kind::seek_by_exact:
      return player.seek_by(seconds(action.value), true);
    case Kind::seek_to:
      return player.seek(seconds(action.value), action.last);
    case Kind::step:
      return player.step(action.value > 0 ? 1 : -1);
    case Kind::scale_speed:
      return player.set_speed(player.speed() * action.value);
    case Kind::reset_speed:
      return player.set_speed(1);
    case Kind::toggle_loop_file:
      return player.set_loop(!player.loop());
    case Kind::mark_ab:
      return player.mark_ab();
    case Kind::toggle_unpaced:
      bursts_.clear();
      return player.set_unpaced(!player.unpaced());
    default:
      return;
  }
}

void Viewer::apply_settings(const Action& action) {
  PipelineSettings next = player_->wanted();
  switch (action.kind) {
    case Kind::toggle_serial:
      next.mode = next.mode == Mode::serial ? overlapping_mode_ : Mode::serial;
      break;
    case Kind::cycle_mode:
      next.mode = next.mode == Mode::serial       ? Mode::overlapped
                  : next.mode == Mode::overlapped ? Mode::staged
                                                  : Mode::serial;
      break;
    case Kind::use_mode:
      next.mode = find_mode(action.text).value_or(next.mode);
      next.lanes = std::clamp(static_cast<int>(action.value), 1, kMostLanes);
      break;
    case Kind::change_lanes:
      next.lanes = std::clamp(next.lanes + (action.value > 0 ? 1 : -1), 1, kMostLanes);
      break;
    case Kind::toggle_memory:
      next.memory = next.memory == HostMemory::pinned ? HostMemory::pageable : HostMemory::pinned;
      break;
    default:
      return;
  }
  if (next == player_->wanted()) return;
  if (next.mode != Mode::serial) overlapping_mode_ = next.mode;
  player_->configure(next);
  feed_.clear();
  chain_panel_->clear();
}

void Viewer::apply_window(const Action& action) {
  switch (action.kind) {
    case Kind::toggle_fullscreen:
      return window_->set_fullscreen(!window_->fullscreen());
    case Kind::leave_fullscreen:
      return window_->set_fullscreen(false);
    case Kind::scale_panels:
      return scale_panels(action.value);
    case Kind::toggle_resident:
      return toggle_resident();
    case Kind::toggle_log:
      return toggle_log();
    case Kind::screenshot_picture:
      return save_picture();
    case Kind::save_timeline:
      return save_timeline({Nanoseconds{action.from_ns}, Nanoseconds{action.until_ns}});
    case Kind::screenshot_window:
      screenshot_due_ = default_name("_window.png");
      return;
    default:
      return;
  }
}

// By so many tenths; 0: as large as the display says.
void Viewer::scale_panels(double tenths) {
  const double next = tenths == 0 ? 1 : std::round(10 * settings_.scale + tenths) / 10;
  settings_.scale = std::clamp(next, kLeastUserScale, kMostUserScale);
  window_->set_user_scale(settings_.scale);
}

void Viewer::toggle_resident() {
  const std::string refused = player_->set_resident(player_->resident() > 0 ? 0 : kResidentFrames);
  if (!refused.empty()) overlay_->report_fault(refused);
  feed_.clear();
}

void Viewer::apply_chain(const Action& action) {
  const auto told = chain_panel_->apply(action, *player_);
  if (!told) return;
  note_chain();
  tell(*told);
}

void Viewer::tell(const ChainPanel::Told& told) {
  if (told.failed)
    tell_failure(told.fault);
  else if (!told.fault.empty())
    overlay_->report_fault(told.fault);
  if (!told.note.empty()) overlay_->report_note(told.note);
}

void Viewer::note_chain(bool fresh) {
  chain_panel_->note_chain(*player_, fresh);
  overlap_.note_chain(*player_);
  options_.chain = player_->chain();
  noted_revision_ = player_->chain_revision();
}

// Also an edit that the player made itself: the frame it is paused at counted for the scopes.
void Viewer::note_chain_if_changed() {
  if (player_ && player_->chain_revision() != noted_revision_) note_chain();
}

// All panels leave no room for the scopes; they come back when those go.
void Viewer::put_scopes_aside(bool aside) {
  if (scopes_.set_aside(aside)) tell_scopes();
}

void Viewer::tell_scopes() {
  if (!player_) return;
  player_->set_scopes(scopes_.on());
  note_chain();
  scope_feed_.clear_costs();
}

void Viewer::close_log() {
  if (!log_.recording()) return;
  const std::string path = log_.path();
  tell_log_ended(path, log_.close());
}

void Viewer::tell_log_ended(const std::string& path, const std::optional<std::string>& error) {
  if (error)
    tell_failure(*error);
  else
    overlay_->report_note("Log saved: " + path);
}

void Viewer::toggle_log() {
  if (log_.recording()) {
    options_.log.clear();  // of the inputs that follow as well
    return close_log();
  }
  try {
    log_.start(default_stem({".csv", ".json"}) + ".csv");
  } catch (const std::exception& error) {
    tell_failure(error.what());
  }
}

}  // namespace framelane
