#pragma once
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bursts.h"
#include "app/chain_panel.h"
#include "app/compare_view.h"
#include "app/direct_present.h"
#include "app/file_opener.h"
#include "app/file_saver.h"
#include "app/hud_feed.h"
#include "app/log_recorder.h"
#include "app/options.h"
#include "app/overlap_view.h"
#include "app/player.h"
#include "app/player_opening.h"
#include "app/scope_feed.h"
#include "app/scope_switches.h"
#include "app/settings.h"
#include "app/stop_signal.h"
#include "app/timeline_feed.h"
#include "gpu/device.h"
#include "gpu/link_rates.h"
#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/window.h"

namespace framelane {

// The window with one file playing in it, or none: waits for input and deadlines, shows what the
// player says is due, draws the overlay over it, carries out actions. Thread-safety: the main
// thread alone.
class Viewer {
 public:
  using Host = PlayClock::Host;
  // Opens the window; throws what that throws. `stop` ends run(), as q does. Settings and presets
  // are kept in the folder `config`; without one nothing is read or kept.
  Viewer(Device& device, const Options& options, const StopSignal& stop,
         const std::filesystem::path& config = {});
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Plays inputs one after the other, folders among them as their files: turn() opens them.
  void play(const std::vector<std::string>& inputs);
  // Opens options.input before it returns. False when the user quit meanwhile. Throws what opening
  // the input or the log throws.
  [[nodiscard]] bool open();
  // Plays options.inputs until told to quit. The exit status; throws what turn() throws.
  [[nodiscard]] int run();
  // One turn of the loop, waiting at most `limit`. False once it should end. Throws InputError when
  // none of the inputs to play() can be opened, OutputError when options.log cannot be made.
  [[nodiscard]] bool turn(std::chrono::milliseconds limit);
  // What the user asked for, by key, button or mouse.
  void apply(const Action& action);
  [[nodiscard]] Window& window() { return *window_; }
  [[nodiscard]] bool playing() const { return player_ != nullptr; }
  [[nodiscard]] Player& player() { return *player_; }
  [[nodiscard]] const Playlist& playlist() const { return opener_.playlist(); }
  [[nodiscard]] Overlay& overlay() { return *overlay_; }
  [[nodiscard]] const FiltersModel& filters_model(Host::time_point now = Host::now()) {
    return chain_panel_->model(*player_, now);
  }
  [[nodiscard]] const OverlapModel& overlap_model(Host::time_point now = Host::now()) {
    return overlap_.model(*player_, now);
  }
  [[nodiscard]] TimelineFeed& timeline_feed() { return timeline_feed_; }
  [[nodiscard]] PictureView& picture() { return *picture_; }
  [[nodiscard]] DirectPresent& direct_present() { return *direct_present_; }
  // The end-of-run summary, once run() has returned.
  [[nodiscard]] std::string summary(const std::string& device_fallback) const;

 private:
  // viewer.cpp: the loop
  [[nodiscard]] std::chrono::milliseconds time_to_wait(std::chrono::milliseconds limit);
  void take_inputs(std::chrono::milliseconds wait);
  [[nodiscard]] bool finished() const;
  [[nodiscard]] std::optional<Host::time_point> redraw_due() const;
  [[nodiscard]] bool numbers_shown() const;
  void show_due();
  void finish_row(const ProcessedFrame& frame, const FrameOutcome& outcome);
  void keep_awake();
  void report_faults();
  void complain(const std::string& line);
  // In the window as well.
  void tell_failure(const std::string& line);
  // That nothing more comes of the input on show.
  void tell_ended(const std::string& line);

  // viewer_draw.cpp
  // `began`: the work for a new frame, of which it is drawn as the last.
  void draw(bool new_frame, Host::time_point began);
  [[nodiscard]] std::vector<Action> draw_overlay(Size drawable, Host::time_point now);
  // The HUD's model, and the transport's part of it, of the file that plays.
  [[nodiscard]] const HudModel& tell_playing(TransportModel& transport, Host::time_point now);
  void prepare_compare(Size drawable);
  [[nodiscard]] const ScopesModel& scopes_model(Host::time_point now);

  // viewer_open.cpp
  void tend_opening();
  void begin_opening(const FileOpener::Wanted& next);
  void end_opening();
  void cannot_open(const std::exception_ptr& error);
  [[nodiscard]] Options options_for(const FileOpener::Wanted& next) const;
  [[nodiscard]] Player::Options player_options(const Options& options);
  void keep_player_settings(Options& options) const;
  void leave_for(Player& opened);
  void take_over(std::unique_ptr<Player> opened);
  void start_recording();
  // Adds what the input that plays counted.
  void count_input(RunTotals& totals) const;
  void tell_notes();

  // viewer_actions.cpp
  void apply_player(const Action& action);
  void apply_settings(const Action& action);
  void apply_window(const Action& action);
  void apply_chain(const Action& action);
  void tell(const ChainPanel::Told& told);
  // After an edit; `fresh`: of another input.
  void note_chain(bool fresh = false);
  void note_chain_if_changed();
  void put_scopes_aside(bool aside);
  void tell_scopes();
  void scale_panels(double tenths);
  void toggle_log();
  void close_log();
  void tell_log_ended(const std::string& path, const std::optional<std::string>& error);
  void toggle_resident();

  // viewer_present.cpp
  void show_frame(const ProcessedFrame& frame);
  void apply_present(const Action& action);
  void apply_overlap(const Action& action);
  void tell_equality();
  // Where results are needed: on show, and for their checksums.
  [[nodiscard]] ResultPlace result_place() const;
  void toggle_light();
  // "HDR (PQ) shown as SDR"; empty for what needs nothing.
  [[nodiscard]] std::string light_line() const;

  // viewer_files.cpp
  void go_on_in_list();
  [[nodiscard]] bool more_follow() const;
  [[nodiscard]] bool start_lies_behind();
  void tell_empty();
  void poll_files();
  [[nodiscard]] std::string title() const;
  void remember_position();
  [[nodiscard]] std::vector<std::string> panels_on() const;
  void show_panels(const std::vector<std::string>& names);
  void keep_settings(Host::time_point now);
  void tell_settings();

  // viewer_saving.cpp
  [[nodiscard]] std::string default_stem(std::initializer_list<std::string_view> endings);
  [[nodiscard]] std::string default_name(const std::string& ending);
  void save_png(const std::string& path, RgbaImage image);
  void save_picture();
  void save_timeline(const Interval& stretch);
  void finish_saving(bool wait);

  Device& device_;
  LinkRates link_;
  Options options_;
  const StopSignal& stop_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<PictureView> picture_;
  std::unique_ptr<DirectPresent> direct_present_;
  std::unique_ptr<Overlay> overlay_;
  Bursts bursts_;
  HudFeed feed_{bursts_};
  std::unique_ptr<ChainPanel> chain_panel_;
  std::uint64_t noted_revision_ = 0;  // of the chain, as note_chain() had it
  std::unique_ptr<CompareView> compare_;
  ScopeSwitches scopes_;
  ScopeFeed scope_feed_;
  ScopesModel scopes_model_;
  TimelineFeed timeline_feed_{bursts_};
  OverlapView overlap_;
  LogRecorder log_;
  SettingsFile settings_file_;
  Settings settings_;
  FileOpener opener_;
  std::int64_t shown_before_ = 0;  // frames of the files before
  RunTotals before_;               // theirs, as far as they add up
  std::unique_ptr<Player> player_;
  std::unique_ptr<PlayerOpening> opening_;
  Options opening_options_;  // its
  ResultPlace opening_results_ = ResultPlace::host;
  bool held_ = false;                        // player_ stands still for it
  std::optional<Nanoseconds> start_behind_;  // --start in what follows: past the end of the input
  Nanoseconds passed_{0};                    // the inputs' lengths that it lies behind
  bool told_empty_ = false;                  // that the input on show gave no frame
  std::optional<Host::time_point> quiet_until_;  // the start: nothing is said before
  bool recorded_ = false;                        // options_.log and trace have their first file
  Mode overlapping_mode_ = Mode::overlapped;     // what `t` goes back to from serial
  Host::time_point started_;
  std::optional<Host::time_point> drawn_;
  bool dirty_ = true;
  bool quit_ = false;
  bool pointer_shown_ = true;
  int status_ = 0;
  bool awake_ = false;
  std::optional<std::string> screenshot_due_;  // of the window, with its next drawing
  FileSaver saver_;
};

}  // namespace framelane
