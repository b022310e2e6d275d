#include "app/viewer.h"
#include "gpu/errors.h"

// The filters panel's actions: the chain's edits, the clipboard, presets.

namespace framelane {
void Viewer::apply_chain(const Action& action) {
  using Kind = Action::Kind;
  switch (action.kind) {
    case Kind::set_chain:
      set_chain_text(action.text);
      return;
    case Kind::copy_chain:
      window_->set_clipboard_text(to_text(player_->chain()));
      return overlay_->report_note("The chain's text is in the clipboard");
    case Kind::paste_chain:
      return tell_refused(set_chain_text(window_->clipboard_text()));
    case Kind::save_preset:
      return save_preset(action.text);
    case Kind::load_preset:
      return load_preset(action.text);
    default:
      return;
  }
}

// The refusal, or empty. The panel shows it until an edit is taken.
std::string Viewer::set_chain_text(const std::string& text) {
  try {
    chain_refused_ = player_->set_chain(parse_chain(text));
  } catch (const UsageError& error) {
    chain_refused_ = error.what();
  }
  note_chain();
  return chain_refused_;
}

// What the panel's edit has no place to show.
void Viewer::tell_refused(const std::string& line) {
  if (!line.empty()) overlay_->report_fault(line);
}

void Viewer::note_chain() {
  filters_feed_.set_chain(player_->chain(), *player_->plan(), player_->chain_revision());
  overlap_feed_.set_chain(player_->chain(), *player_->plan(), player_->chain_revision());
  filters_renewal_.reset();
  overlap_renewal_.reset();
  options_.chain = player_->chain();
  noted_revision_ = player_->chain_revision();
}

// Also an edit that the player made itself: the frame it is paused at counted for the scopes.
void Viewer::note_chain_if_changed() {
  if (player_ && player_->chain_revision() != noted_revision_) note_chain();
}

void Viewer::save_preset(const std::string& name) {
  try {
    presets_.save(name, player_->chain());
    overlay_->report_note("Preset saved: " + name);
  } catch (const std::exception& error) {
    overlay_->report_fault(error.what());
  }
  filters_model_.presets = presets_.names();
}

void Viewer::load_preset(const std::string& name) {
  try {
    tell_refused(chain_refused_ = player_->set_chain(presets_.load(name)));
    note_chain();
  } catch (const std::exception& error) {
    overlay_->report_fault(error.what());
  }
  filters_model_.presets = presets_.names();
}

// Numbers are renewed four times a second; what stands still is drawn too seldom to wait for that.
const FiltersModel& Viewer::filters_model(Host::time_point now) {
  const bool still = player_->paused() || player_->ended();
  if (filters_renewal_.due(now.time_since_epoch(), still)) filters_feed_.fill(filters_model_);
  filters_model_.refused = chain_refused_;
  return filters_model_;
}

}  // namespace framelane
