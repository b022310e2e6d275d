#pragma once
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/bursts.h"
#include "app/direct_present.h"
#include "app/equality.h"
#include "app/file_opener.h"
#include "app/filters_feed.h"
#include "app/hud_feed.h"
#include "app/log_recorder.h"
#include "app/options.h"
#include "app/overlap_figures.h"
#include "app/player.h"
#include "app/player_opening.h"
#include "app/presets.h"
#include "app/scope_feed.h"
#include "app/settings.h"
#include "app/stop_signal.h"
#include "app/timeline_feed.h"
#include "gpu/device.h"
#include "gpu/link_rates.h"
#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/renewal.h"
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
  [[nodiscard]] const FiltersModel& filters_model(Host::time_point now = Host::now());
  [[nodiscard]] const OverlapModel& overlap_model(Host::time_point now = Host::now());
  [[nodiscard]] TimelineFeed& timeline_feed() { return timeline_feed_; }
  [[nodiscard]] PictureView& picture() { return *picture_; }
  [[nodiscard]] DirectPresent& direct_present() { return *direct_present_; }
  // The end-of-run summary, once run() has returned.
  [[nodiscard]] std::string summary(const std::string& device_fallback) const;

 private:
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
  [[nodiscard]] std::chrono::milliseconds time_to_wait(std::chrono::milliseconds limit);
  void take_inputs(std::chrono::milliseconds wait);
  void apply_player(const Action& action);
  void apply_settings(const Action& action);
  void apply_window(const Action& action);
  void scale_panels(double tenths);
  void apply_present(const Action& action);
  void toggle_light();
  // "HDR (PQ) shown as SDR"; empty for what needs nothing.
  [[nodiscard]] std::string light_line() const;
  void apply_chain(const Action& action);
  std::string set_chain_text(const std::string& text);
  void note_chain();
  void note_chain_if_changed();
  void tell_refused(const std::string& line);
  void save_preset(const std::string& name);
  void load_preset(const std::string& name);
  void apply_compare(const Action& action);
  void apply_zoom(const Action& action);
  [[nodiscard]] bool numbers_shown() const;
  void apply_scopes(const Action& action);
  [[nodiscard]] std::vector<std::string> panels_on() const;
  void show_panels(const std::vector<std::string>& names);
  void toggle_scope(Scope scope);
  void toggle_scopes();
  void set_scopes_aside(bool aside);
  void set_scopes(const ScopeWants& wants);
  [[nodiscard]] const ScopesModel& scopes_model(Host::time_point now);
  // viewer_overlap.cpp.
  void apply_overlap(const Action& action);
  [[nodiscard]] bool overlap_decoding() const;
  [[nodiscard]] OverlapFacts overlap_facts();
  [[nodiscard]] OverlapModel::Equality equality_light();
  // Where results are needed: on show, and for their checksums.
  [[nodiscard]] ResultPlace result_place() const;
  // Null while it is not to be seen.
  [[nodiscard]] const TimelineModel* timeline_model();
  void apply_timeline(const Action& action);
  void show_due();
  void show_frame(const ProcessedFrame& frame);
  // `began`: the work for a new frame, of which it is drawn as the last.
  void draw(bool new_frame, Host::time_point began);
  void report_faults();
  void tell_notes();
  void toggle_log();
  void close_log();
  void toggle_resident();
  void go_on_in_list();
  void poll_files();
  void keep_settings(Host::time_point now);
  void remember_position();
  void tell_settings();
  [[nodiscard]] std::string title() const;
  void save_picture();
  // Before the picture is drawn: its counterpart, and the models of what is drawn over both.
  void prepare_compare(Size drawable);
  void fill_compare(Size drawable);
  void fill_pixel(Size drawable);
  [[nodiscard]] std::string default_name(const std::string& ending);
  [[nodiscard]] std::vector<PngText> png_texts() const;
  void save(const std::string& path, RgbaImage image);
  void finish_saving(bool wait);
  void keep_awake();
  void complain(const std::string& line);
  void finish_row(const ProcessedFrame& frame, const FrameOutcome& outcome);
  [[nodiscard]] bool finished() const;

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
  FiltersFeed filters_feed_;
  FiltersModel filters_model_;
  Renewal filters_renewal_{RenewedPanel::filters};
  std::uint64_t noted_revision_ = 0;
  std::string chain_refused_;
  Presets presets_;
  ScopeFeed scope_feed_;
  TimelineFeed timeline_feed_{bursts_};
  ScopesModel scopes_;
  ScopeWants scopes_before_{true, true, true};  // what toggle_scopes() switches on
  std::optional<ScopeWants> scopes_aside_;      // while all panels take their place
  std::set<std::string> names_given_;           // to files of this window
  OverlapFeed overlap_feed_{bursts_};
  OverlapModel overlap_model_;
  OverlapUse overlap_use_;  // that overlap_model_ is of
  Renewal overlap_renewal_{RenewedPanel::overlap};
  EqualityCheck equality_;
  LogRecorder log_;
  SettingsFile settings_file_;
  Settings settings_;
  FileOpener opener_;
  std::int64_t shown_before_ = 0;  // frames of the files before
  std::unique_ptr<Player> player_;
  std::unique_ptr<PlayerOpening> opening_;
  Options opening_options_;  // its
  ResultPlace opening_results_ = ResultPlace::host;
  bool held_ = false;                            // player_ stands still for it
  bool told_empty_ = false;                      // that the input on show gave no frame
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
  CompareModel compare_model_;
  PixelModel pixel_model_;
  std::optional<std::string> screenshot_due_;  // of the window, with its next drawing
  std::vector<std::future<std::string>> saving_;
};

}  // namespace framelane
