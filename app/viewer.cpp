#include "app/viewer.h"

#include <algorithm>
#include <utility>

#include "app/assets_folder.h"
#include "app/open_run.h"
#include "app/say.h"
#include "gpu/errors.h"
#include "ui/renewal.h"

namespace framelane {
namespace {

constexpr std::chrono::milliseconds kIdle{500};

std::chrono::milliseconds until(PlayClock::Host::time_point when, PlayClock::Host::time_point now) {
  return std::chrono::ceil<std::chrono::milliseconds>(
      std::max(when - now, PlayClock::Host::duration{}));
}

std::filesystem::path shipped_presets() {
  const std::filesystem::path assets = assets_folder();
  return assets.empty() ? assets : assets / "presets";
}

}  // namespace

Viewer::Viewer(Device& device, const Options& options, const StopSignal& stop,
               const std::filesystem::path& config)
    : device_(device),
      link_(measure_link(device, options.memory)),
      options_(options),
      stop_(stop),
      overlap_(bursts_, device.facts(), link_),
      settings_file_(config.empty() ? config : config / "settings.json"),
      settings_(settings_file_.read()),
      opener_([this] { window_->wake(); }),
      started_(Host::now()) {
  if (options.mode != Mode::serial) overlapping_mode_ = options.mode;
  WindowOptions window;
  window.fullscreen = options.fullscreen;
  window.user_scale = settings_.scale;
  if (settings_.place) window.place = {settings_.place->x, settings_.place->y};
  if (settings_.size) window.size = {settings_.size->width, settings_.size->height};
  window_ = std::make_unique<Window>(window);
  picture_ = std::make_unique<PictureView>();
  direct_present_ =
      std::make_unique<DirectPresent>(device, *picture_, window_->renderer(),
                                      DirectPresent::Wish{options.present, !options.no_download});
  overlay_ = std::make_unique<Overlay>(Overlay::Settings{.fades = settings_.fades});
  const Clipboard clipboard{
      [window = window_.get()] { return window->clipboard_text(); },
      [window = window_.get()](const std::string& text) { window->set_clipboard_text(text); }};
  overlay_->use_clipboard(clipboard);
  compare_ = std::make_unique<CompareView>(*picture_, *overlay_);
  chain_panel_ = std::make_unique<ChainPanel>(
      Presets(config.empty() ? config : config / "presets", shipped_presets()), clipboard);
  show_panels(settings_.panels);
  opener_.set_recent(settings_.recent);
  tell_settings();
}

Viewer::~Viewer() {
  opening_.reset();
  player_.reset();
  log_.close();
}

// Rows of frames shown come from the main thread, of frames replaced from the process thread.
void Viewer::finish_row(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  bursts_.add(frame.index, frame.times, outcome.paced);
  feed_.add(frame, outcome);
  chain_panel_->feed().add(frame);
  scope_feed_.add(frame);
  overlap_.add(frame, outcome);
  timeline_feed_.add(log_.add(frame, outcome));
}

bool Viewer::finished() const {
  if (quit_ || stop_.number() != 0) return true;
  if (!options_.exit_after || !player_) return false;
  if (shown_before_ + player_->counts().displayed >= *options_.exit_after) return true;
  return player_->ended() && !more_follow() && !opener_.busy();
}

int Viewer::run() {
  play(options_.inputs);
  while (turn(kIdle)) {
  }
  // The end may have come between two looks.
  report_faults();
  opening_.reset();
  quiet_until_.reset();
  if (screenshot_due_ && player_) draw(false, Host::now());  // its key came just before the end
  if (!options_.screenshot.empty() && player_) {
    screenshot_due_ = options_.screenshot;
    draw(false, Host::now());
  }
  finish_saving(true);
  if (player_) player_->stop();
  if (const auto error = log_.close()) complain(*error);
  if (const auto error = log_.close_trace()) complain(*error);
  remember_position();
  keep_settings(Host::now());
  settings_file_.finish();
  if (const std::string note = settings_file_.take_note(); !note.empty() && !options_.quiet)
    say(note);
  return status_;
}

bool Viewer::turn(std::chrono::milliseconds limit) {
  take_inputs(time_to_wait(limit));
  if (finished()) return false;
  poll_files();
  tend_opening();
  if (finished()) return false;
  show_due();
  report_faults();
  go_on_in_list();
  keep_settings(Host::now());
  return !finished();
}

std::chrono::milliseconds Viewer::time_to_wait(std::chrono::milliseconds limit) {
  const auto now = Host::now();
  auto wait = limit;
  if (dirty_) return std::chrono::milliseconds(0);
  if (player_) {
    if (const auto deadline = player_->next_deadline(now))
      wait = std::min(wait, until(*deadline, now));
  }
  if (const auto redraw = redraw_due()) wait = std::min(wait, until(*redraw, now));
  if (quiet_until_) wait = std::min(wait, until(*quiet_until_, now));
  if (player_ && player_->ended() && more_follow() && !opener_.busy())
    wait = std::min(wait, until(player_->shown_until(), now));
  if (player_ && !player_->paused() && !player_->ended() && drawn_ && numbers_shown())
    wait = std::min(wait, until(*drawn_ + Renewal::kEvery, now));
  return wait;
}

void Viewer::take_inputs(std::chrono::milliseconds wait) {
  std::optional<Input> input = window_->wait(wait);
  std::vector<Action> actions;
  while (input) {
    if (input->kind != Input::Kind::woken) dirty_ = true;
    overlay_->handle(*input, Host::now().time_since_epoch(), actions);
    input = window_->poll();
  }
  for (const Action& action : actions)
    apply(action);
}

// When the overlay wants to be drawn again. Where a swap does not wait for the display, no more
// often than that shows: drawings of a fade would queue up on the GPU, before the frames to come.
std::optional<Viewer::Host::time_point> Viewer::redraw_due() const {
  const auto wanted = overlay_->redraw_at();
  if (!wanted) return std::nullopt;
  const Host::time_point at(*wanted);
  if (!drawn_ || window_->vsync()) return at;
  const std::chrono::duration<double> refresh(1 / window_->refresh_hz());
  return std::max(at, *drawn_ + std::chrono::duration_cast<Host::duration>(refresh));
}

bool Viewer::numbers_shown() const {
  return overlay_->hud_shown() || overlay_->filters_shown() || overlay_->overlap_shown() ||
         overlay_->timeline_shown() || scopes_.on().any();
}

void Viewer::show_due() {
  const auto now = Host::now();
  const bool due = player_ && player_->take_due(now);
  note_chain_if_changed();
  if (due) show_frame(*player_->current());
  if (due && player_->filtered_again()) chain_panel_->feed().add(*player_->current());
  if (due) scope_feed_.add(*player_->current());
  const auto redraw = redraw_due();
  const bool numbers = player_ && !player_->paused() && !player_->ended() && numbers_shown() &&
                       (!drawn_ || now - *drawn_ >= Renewal::kEvery);
  if (due || dirty_ || numbers || (redraw && *redraw <= now)) draw(due, now);
}

// A failure is told where the program was started too, and in its status.
void Viewer::complain(const std::string& line) {
  say(line);
  status_ = 1;
}

void Viewer::tell_failure(const std::string& line) {
  overlay_->report_fault(line);
  complain(line);
}

void Viewer::tell_ended(const std::string& line) {
  tell_failure(line);
  if (!player_->current() && !std::exchange(told_empty_, true)) (void)start_lies_behind();
}

// The display may sleep again while nothing moves.
void Viewer::keep_awake() {
  const bool playing = player_ && !player_->paused() && !player_->ended();
  if (std::exchange(awake_, playing) == playing) return;
  window_->keep_display_awake(playing);
  dirty_ = true;  // what the panels say of it
}

void Viewer::report_faults() {
  keep_awake();
  finish_saving(false);
  if (const auto fault = player_ ? player_->take_fault() : std::nullopt) {
    if (fault->ended)
      tell_ended(fault->line);
    else
      overlay_->report_note(fault->line);
    dirty_ = true;
  }
  if (player_ && player_->came_empty() && !std::exchange(told_empty_, true)) tell_empty();
  // Of the inputs that follow there is none either.
  const auto tell = [&](const char* what, const std::optional<std::string>& ended,
                        std::string& wish) {
    if (!ended) return;
    wish.clear();
    overlay_->report_fault(std::string("The ") + what + " stopped: " + *ended);
    complain(std::string("the ") + what + " stopped: " + *ended);
    dirty_ = true;
  };
  tell("log", log_.take_error(), options_.log);
  tell("trace", log_.take_trace_error(), options_.trace);
}

void Viewer::count_input(RunTotals& totals) const {
  totals.decode += player_->engine().decode().counts();
  const HostPool::Counts pool = player_->engine().result_pool();
  totals.page_locked = totals.page_locked && (options_.memory != HostMemory::pinned ||
                                              pool.blocks == 0 || pool.page_locked);
}

std::string Viewer::summary(const std::string& device_fallback) const {
  if (!player_) return {};
  RunTotals totals = before_;
  count_input(totals);
  totals.wall = Host::now() - started_;
  totals.device_fallback = device_fallback;
  return summary_text(log_.facts(), totals, log_.summary());
}

}  // namespace framelane
