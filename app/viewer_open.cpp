#include <cmath>
#include <utility>

#include "app/open_run.h"
#include "app/viewer.h"
#include "gpu/errors.h"
#include "ui/keys.h"

// Opening: what shall play is opened beside the main thread while the window goes on, and then
// takes over from what played before.

namespace framelane {
namespace {

// Most files are open within this time: till then the window stays black, and says nothing.
constexpr std::chrono::milliseconds kQuietAtStart{300};
constexpr std::chrono::milliseconds kLookAtOpening{10};

}  // namespace

void Viewer::play(const std::vector<std::string>& inputs) {
  if (!inputs.empty()) quiet_until_ = Host::now() + kQuietAtStart;
  opener_.play(inputs);
}

bool Viewer::open() {
  opener_.want({Playlist({options_.input}), 1, 0, false});
  for (tend_opening(); opening_; tend_opening())
    take_inputs(kLookAtOpening);
  return player_ != nullptr;
}

void Viewer::tend_opening() {
  if (quiet_until_ && Host::now() >= *quiet_until_) {
    quiet_until_.reset();
    dirty_ = true;
  }
  if (opening_) {
    if (finished() || opener_.waits()) opening_->interrupt();
    if (!opening_->ready()) return;
    end_opening();
  }
  if (finished()) return;
  if (const FileOpener::Wanted* next = opener_.take_next()) return begin_opening(*next);
  if (std::exchange(held_, false)) player_->set_paused(false);
}

// The file on show stays until the other one is open, and goes on when none can be.
void Viewer::begin_opening(const FileOpener::Wanted& next) {
  dirty_ = true;
  if (player_ && !player_->paused() && !player_->ended()) {
    player_->set_paused(true);
    held_ = true;
  }
  opening_options_ = options_for(next);
  try {
    opening_ = std::make_unique<PlayerOpening>(device_, player_options(opening_options_));
  } catch (...) {
    cannot_open(std::current_exception());
  }
}

void Viewer::end_opening() {
  const std::unique_ptr<PlayerOpening> done = std::move(opening_);
  dirty_ = true;
  std::unique_ptr<Player> opened;
  try {
    opened = done->take();
  } catch (...) {
    return done->interrupted() ? opener_.given_up() : cannot_open(std::current_exception());
  }
  if (done->interrupted()) return opener_.given_up();
  take_over(std::move(opened));
}

void Viewer::cannot_open(const std::exception_ptr& error) {
  const bool asked_by_user = opener_.asked_by_user();
  opener_.failed(error, player_ == nullptr);
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& why) {
    overlay_->report_fault(why.what());
    if (!asked_by_user) complain(why.what());
  }
}

// --start is of the input that it lies in, --frames of all together; of neither where the user
// chose.
Options Viewer::options_for(const FileOpener::Wanted& next) const {
  Options options = options_;
  keep_player_settings(options);
  options.input = next.list.current();
  if (next.asked_by_user) options.frames.reset();
  if (player_ && options.frames) *options.frames -= player_->engine().decode().frames_counted();
  if (player_ || next.asked_by_user) options.start.reset();
  if (start_behind_ && !next.asked_by_user) options.start = start_behind_;
  if (next.start_s > 0)
    options.start = Nanoseconds(static_cast<Nanoseconds::rep>(std::llround(next.start_s * 1e9)));
  return options;
}

Player::Options Viewer::player_options(const Options& options) {
  Player::Options player;
  EngineOptions& engine = player.engine;
  engine = engine_options_of(options);
  engine.scopes = scopes_.on();
  engine.run_start = started_;
  engine.results_in = opening_results_ = result_place();
  engine.held_by_consumers += EqualityCheck::kHeldResults;
  player.refresh_hz = window_->refresh_hz();
  player.wake = [window = window_.get()] { window->wake(); };
  player.finish_row = [this](const ProcessedFrame& frame, const FrameOutcome& outcome) {
    finish_row(frame, outcome);
  };
  player.finish_dropped = [this](const SourceFrame& frame, const PipelineSettings& settings) {
    timeline_feed_.add(log_.add_dropped(frame, settings));
  };
  return player;
}

// What was switched while playing holds for the next file.
void Viewer::keep_player_settings(Options& options) const {
  if (!player_) return;
  const PipelineSettings& wanted = player_->wanted();
  options.mode = wanted.mode;
  options.lanes = wanted.lanes;
  options.memory = wanted.memory;
  options.unpaced = player_->unpaced();
  if (player_->loop() || options.plays == 0) options.plays = player_->loop() ? 0 : 1;
}

// The rows of the file before go into its log. What was changed while the other one opened holds
// for that one.
void Viewer::leave_for(Player& opened) {
  remember_position();
  if (player_) {
    player_->stop();
    shown_before_ += player_->counts().displayed;
    count_input(before_);
    keep_player_settings(opening_options_);
    const PipelineSettings& wanted = player_->wanted();
    if (wanted != opened.wanted()) opened.configure(wanted);
    if (player_->loop() != opened.loop()) opened.set_loop(player_->loop());
    if (const Chain& edited = player_->chain(); edited != opened.chain())
      tell({opened.set_chain(edited), {}});
    overlap_.equality().clear();  // it may hold a frame of the old player
  }
  opened.set_scopes(scopes_.on());
  if (result_place() != opening_results_) {
    opened.engine().process().set_results(result_place());
    opened.run_again();
  }
  // Switched off meanwhile, they are off for that one as well.
  opening_options_.log = options_.log;
  opening_options_.trace = options_.trace;
  if (options_.log.empty()) close_log();
  if (const auto error = log_.close_trace()) tell_failure(*error);
}

void Viewer::take_over(std::unique_ptr<Player> opened) {
  leave_for(*opened);
  opener_.opened();
  held_ = told_empty_ = false;
  if (!std::exchange(start_behind_, {})) passed_ = Nanoseconds(0);
  quiet_until_.reset();
  options_ = opening_options_;
  player_ = std::move(opened);
  bursts_.clear();
  feed_.clear();
  overlap_.clear();
  note_chain(true);
  compare_->clear();
  scope_feed_.clear();
  timeline_feed_.clear();
  const InputFacts& facts = player_->engine().input();
  window_->fit_picture(shown_size(facts.frame));
  window_->set_title(title());
  log_.describe({device_.facts(), link_, facts, to_text(options_.chain)}, started_);
  start_recording();
  // Only now may frames be replaced: each has its row.
  player_->set_unpaced(options_.unpaced);
  tell_notes();
}

void Viewer::tell_notes() {
  for (const std::string& note : player_->engine().input().notes)
    overlay_->report_note(note);
  const std::string light = light_line();
  const std::string key = key_name(Action::Kind::toggle_light);
  if (!light.empty()) overlay_->report_note(light + "; " + key + " switches");
}

// Each input has a file of its own: of the first the one that was named, then the next free number
// of that name. What cannot be made for one is not tried for those that follow.
void Viewer::start_recording() {
  const bool next = std::exchange(recorded_, true);
  const auto begin = [&](std::string& wish, const auto& start) {
    if (wish.empty()) return;
    try {
      start(wish);
    } catch (const OutputError& error) {
      if (!next) throw;
      wish.clear();
      tell_failure(error.what());
    }
  };
  begin(options_.log, [&](const std::string& name) {
    if (!next) return log_.start(name);
    const std::string before = log_.path();
    tell_log_ended(before, log_.go_on(name));
  });
  if (options_.log.empty()) close_log();  // there is no file for it to go on in
  begin(options_.trace, [&](const std::string& name) { log_.start_trace(name, next); });
}

}  // namespace framelane
