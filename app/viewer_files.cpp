#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "app/open_run.h"
#include "app/viewer.h"
#include "decode/printable.h"
#include "gpu/errors.h"

// What follows a file, and what is kept for the next start.

namespace framelane {
namespace {

constexpr double kNearTheEndS = 5;

// Where standard input or a pattern was left is of no use.
bool can_be_opened_again(const std::string& input) {
  return input != "-" && !input.starts_with("pattern:");
}

}  // namespace

// At the end of a file, once its last frame has had its time.
void Viewer::go_on_in_list() {
  if (!more_follow() || opener_.busy() || !player_->ended() || player_->paused()) return;
  if (Host::now() >= player_->shown_until()) opener_.go_on();
}

// --frames is of all inputs together.
bool Viewer::more_follow() const {
  if (!player_ || !playlist().has(1)) return false;
  return !options_.frames || player_->engine().decode().frames_counted() < *options_.frames;
}

// --start counts over the inputs in a row: past the end of one it lies in those that follow. One
// that failed counts as far as it could be read.
bool Viewer::start_lies_behind() {
  const Nanoseconds length = player_->engine().decode().end().value_or(Nanoseconds(0));
  passed_ += length;
  if (!options_.start || !playlist().has(1) || length.count() <= 0) return false;
  start_behind_ = std::max(*options_.start - length, Nanoseconds(0));
  return true;
}

void Viewer::tell_empty() {
  const Nanoseconds passed_before = passed_;
  if (start_lies_behind()) return;
  Options asked = options_;
  if (asked.start) *asked.start += passed_before;
  std::optional<Nanoseconds> end = player_->engine().decode().end();
  if (end) *end += passed_before;
  const std::string why = why_nothing_came(asked, end);
  overlay_->report_fault("Nothing to show: " + why);
  complain("nothing to show: " + why);
  dirty_ = true;
}

void Viewer::poll_files() {
  const FileOpener::News news = opener_.poll();
  for (const std::string& fault : news.faults)
    news.asked_by_user ? overlay_->report_fault(fault) : tell_failure(fault);
  dirty_ = dirty_ || news.changed;
}

std::string Viewer::title() const {
  const InputFacts& facts = player_->engine().input();
  const std::string place = playlist().place();
  return (place.empty() ? "" : place + " ") + short_name(facts.name) + " (" +
         describe_input(facts) + ") \u2013 framelane";
}

// Of the file that plays, as it is left.
void Viewer::remember_position() {
  if (!player_ || !can_be_opened_again(options_.input)) return;
  const auto& duration = player_->engine().input().duration;
  const auto seconds = [](Nanoseconds time) { return static_cast<double>(time.count()) / 1e9; };
  double at = player_->current() ? seconds(player_->current()->pts) : 0;
  if (player_->ended() || (duration && seconds(*duration) - at < kNearTheEndS)) at = 0;
  settings_.remember({lasting_name(options_.input), at});
  opener_.set_recent(settings_.recent);
}

// Scopes are named among the panels that are kept.
std::vector<std::string> Viewer::panels_on() const {
  std::vector<std::string> names = overlay_->panels_on();
  const std::vector<std::string> scopes = scopes_.names();
  names.insert(names.end(), scopes.begin(), scopes.end());
  return names;
}

void Viewer::show_panels(const std::vector<std::string>& names) {
  overlay_->show_panels(names);
  scopes_.show(names);
}

void Viewer::keep_settings(Host::time_point now) {
  if (!settings_file_.kept()) return;
  if (const auto place = window_->place()) settings_.place = {place->x, place->y};
  if (const auto size = window_->sized_by_user()) settings_.size = {size->width, size->height};
  settings_.panels = panels_on();
  settings_file_.update(settings_, now);
  tell_settings();
}

void Viewer::tell_settings() {
  if (const std::string fault = settings_file_.take_fault(); !fault.empty())
    overlay_->report_fault(fault);
  if (const std::string note = settings_file_.take_note(); !note.empty())
    overlay_->report_note(note);
}

}  // namespace framelane
