#include "app/viewer.h"

// How results come to the screen, and to the host.

namespace framelane {

void Viewer::show_frame(const ProcessedFrame& frame) {
  const auto ended = direct_present_->show(frame);
  if (!ended) return;
  overlay_->report_fault(*ended);
  player_->engine().process().set_results(result_place());
  if (!frame.downloaded()) player_->run_again();
}

// Frames made for the other way are still shown; nothing is drained.
void Viewer::apply_present(const Action& action) {
  if (action.kind == Action::Kind::toggle_light) return toggle_light();
  if (action.kind != Action::Kind::toggle_present) return;
  if (!direct_present_->unavailable().empty())
    return overlay_->report_note("Results are shown through the host: " +
                                 direct_present_->unavailable());
  direct_present_->set_on(!direct_present_->on());
  player_->engine().process().set_results(result_place());
  if (player_->current()) show_frame(*player_->current());
  feed_.clear();
}

void Viewer::toggle_light() {
  const bool coded = direct_present_->light() == ShownLight::coded;
  direct_present_->set_light(coded ? ShownLight::standard : ShownLight::coded);
  if (player_->current()) show_frame(*player_->current());
  const std::string line = light_line();
  overlay_->report_note(line.empty() ? "This input's colours need no mapping" : line);
}

// Checksums need results on the host.
void Viewer::apply_overlap(const Action& action) {
  if (action.kind != Action::Kind::toggle_equality) return;
  EqualityCheck& equality = overlap_.equality();
  equality.set_on(!equality.on());
  player_->engine().process().set_results(result_place());
  if (!overlay_->equality_seen()) tell_equality();
}

// Where the panel does not say it.
void Viewer::tell_equality() {
  const OverlapModel::Equality& light = overlap_model(Host::now()).equality;
  if (light.state == OverlapModel::Equality::State::off)
    return overlay_->report_note("Checksums off");
  overlay_->report_note("Checksums on" + (light.waits_for.empty()
                                              ? std::string()
                                              : ": comparing waits for " + light.waits_for));
}

ResultPlace Viewer::result_place() const {
  const ResultPlace place = direct_present_->results();
  return overlap_.equality().on() && place == ResultPlace::device ? ResultPlace::both : place;
}

std::string Viewer::light_line() const {
  return describe_light(player_->engine().input().frame.color, direct_present_->light());
}

}  // namespace framelane
