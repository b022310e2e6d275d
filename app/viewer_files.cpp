#include <cmath>
#include <exception>
#include <utility>

#include "app/viewer.h"
#include "decode/printable.h"
#include "gpu/errors.h"

// Which file plays, which are offered, and what is kept for the next start.

namespace framelane {
namespace {

constexpr double kNearTheEndS = 5;

// Where standard input or a pattern was left is of no use.
bool can_be_opened_again(const std::string& input) {
  return input != "-" && !input.starts_with("pattern:");
}

std::string lasting_name(const std::string& input) {
  std::error_code error;
  if (!std::filesystem::exists(input, error)) return input;
  const auto path = std::filesystem::absolute(input, error);
  return error ? input : path.lexically_normal().string();
}

}  // namespace

bool Viewer::apply_files(const Action& action) {
  using Kind = Action::Kind;
  switch (action.kind) {
    case Kind::open_file:
      browser_.close();
      want({Playlist({action.text}), 1, action.value});
      return true;
    case Kind::open_files:
      expanding_.start([paths = action.paths] { return files_of(paths); },
                       [this] { window_->wake(); });
      return true;
    case Kind::toggle_open_dialog:
      if (browser_.model().dialog.shown)
        browser_.close();
      else
        browser_.open(playlist_.empty() ? "" : lasting_name(playlist_.current()));
      return true;
    case Kind::browse_folder:
      browser_.go(action.text);
      return true;
    case Kind::toggle_all_files:
      browser_.toggle_all_files();
      return true;
    case Kind::playlist_step:
      if (Playlist list = playlist_; list.go(action.value > 0 ? 1 : -1))
        want({std::move(list), action.value > 0 ? 1 : -1});
      return true;
    default:
      return false;
  }
}

// Opened between two turns of the loop, never in the middle of one, and never while another file is
// being opened.
void Viewer::want(Wanted wanted) {
  wanted_ = std::move(wanted);
}

void Viewer::play(const std::vector<std::string>& inputs) {
  if (inputs.empty() && options_.inputs.empty()) return;
  if (inputs.empty()) throw InputError(options_.inputs.front() + ": no videos in this folder");
  Wanted wanted{Playlist(inputs)};
  wanted.asked_by_user = false;
  want(std::move(wanted));
  open_wanted();
}

void Viewer::open_wanted() {
  while (wanted_ && !finished()) {
    Wanted next = *std::exchange(wanted_, std::nullopt);
    const Options before = options_;
    const bool held = player_ && !player_->paused() && !player_->ended();
    if (held) player_->set_paused(true);
    keep_player_settings();
    if (try_open(next)) continue;
    options_ = before;
    if (player_) options_.chain = player_->chain();
    if (held) player_->set_paused(false);
  }
}

// What was switched while playing holds for the next file.
void Viewer::keep_player_settings() {
  if (!player_) return;
  const PipelineSettings& wanted = player_->wanted();
  options_.mode = wanted.mode;
  options_.lanes = wanted.lanes;
  options_.memory = wanted.memory;
  options_.unpaced = player_->unpaced();
  if (player_->loop() || options_.plays == 0) options_.plays = player_->loop() ? 0 : 1;
}

// The file on show stays until the other one is open, and goes on when none can be.
bool Viewer::try_open(Wanted& wanted) {
  const bool first_of_all = !wanted.asked_by_user && !player_;
  if (!first_of_all) {
    options_.start.reset();
    options_.frames.reset();
    options_.log.clear();
    options_.trace.clear();
  }
  if (wanted.start_s > 0)
    options_.start = Nanoseconds(static_cast<Nanoseconds::rep>(std::llround(wanted.start_s * 1e9)));
  for (;;) {
    options_.input = wanted.list.current();
    const Playlist before = std::exchange(playlist_, wanted.list);
    try {
      if (open()) return true;
      playlist_ = before;
      return false;
    } catch (const InputError& error) {
      playlist_ = before;
      if (first_of_all && !wanted.list.has(wanted.direction) && !player_) throw;
      cannot_open(error.what(), wanted.asked_by_user);
    } catch (const std::exception& error) {
      playlist_ = before;
      if (first_of_all) throw;
      cannot_open(error.what(), wanted.asked_by_user);
    }
    options_.start.reset();
    if (!wanted.list.go(wanted.direction)) break;
  }
  if (!wanted.asked_by_user) playlist_ = wanted.list;  // nothing is left to go on with
  return false;
}

void Viewer::cannot_open(const std::string& why, bool asked_by_user) {
  overlay_->report_fault(why);
  if (!asked_by_user) complain(why);
  dirty_ = true;
}

// At the end of a file, once its last frame has had its time.
void Viewer::go_on_in_list() {
  if (!player_ || wanted_ || !player_->ended() || player_->paused() || !playlist_.has(1)) return;
  if (Host::now() < player_->shown_until()) return;
  Wanted next{playlist_};
  (void)next.list.go(1);
  next.asked_by_user = false;
  want(std::move(next));
}

void Viewer::poll_files() {
  if (browser_.poll()) dirty_ = true;
  if (auto files = expanding_.take()) {
    if (files->empty())
      overlay_->report_fault("No videos in what was dropped");
    else
      want({Playlist(std::move(*files))});
    dirty_ = true;
  }
}

std::string Viewer::title() const {
  const InputFacts& facts = player_->engine().input();
  const std::string place = playlist_.place();
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
  browser_.set_recent(settings_.recent);
}

void Viewer::keep_settings(Host::time_point now) {
  if (!settings_file_.kept()) return;
  if (const auto place = window_->place()) settings_.place = {place->x, place->y};
  if (const auto size = window_->sized_by_user()) settings_.size = {size->width, size->height};
  settings_.panels = overlay_->panels_on();
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
