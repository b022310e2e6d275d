#pragma once
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/direct_present.h"
#include "app/filters_feed.h"
#include "app/hud_feed.h"
#include "app/log_recorder.h"
#include "app/options.h"
#include "app/player.h"
#include "app/presets.h"
#include "app/stop_signal.h"
#include "gpu/device.h"
#include "gpu/link_rates.h"
#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/window.h"

namespace framelane {

// The window with one file playing in it: waits for input and deadlines, shows what the player says
// is due, draws the overlay over it, carries out actions. Thread-safety: the main thread alone.
class Viewer {
 public:
  // Opens the window; throws what that throws. `stop` ends run(), as q does.
  Viewer(Device& device, const Options& options, const StopSignal& stop);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Opens options.input. False when the user quit meanwhile. Throws what opening the input or the
  // log throws.
  [[nodiscard]] bool open();
  // Opens and plays until told to quit. The exit status.
  [[nodiscard]] int run();
  // For tests: one turn of the loop, waiting at most `limit`. False once it should end.
  [[nodiscard]] bool turn(std::chrono::milliseconds limit);
  // What the user asked for, by key, button or mouse.
  void apply(const Action& action);
  [[nodiscard]] Window& window() { return *window_; }
  [[nodiscard]] Player& player() { return *player_; }
  [[nodiscard]] Overlay& overlay() { return *overlay_; }
  [[nodiscard]] const FiltersModel& filters_model();
  [[nodiscard]] PictureView& picture() { return *picture_; }
  [[nodiscard]] DirectPresent& direct_present() { return *direct_present_; }
  // The end-of-run summary, once run() has returned.
  [[nodiscard]] std::string summary(const std::string& device_fallback) const;

 private:
  using Host = PlayClock::Host;
  [[nodiscard]] std::unique_ptr<Player> open_player(Player::Options options);
  [[nodiscard]] std::chrono::milliseconds time_to_wait(std::chrono::milliseconds limit);
  void take_inputs(std::chrono::milliseconds wait);
  void apply_player(const Action& action);
  void apply_settings(const Action& action);
  void apply_window(const Action& action);
  void apply_present(const Action& action);
  void apply_chain(const Action& action);
  std::string set_chain_text(const std::string& text);
  void note_chain();
  void tell_refused(const std::string& line);
  void save_preset(const std::string& name);
  void load_preset(const std::string& name);
  void apply_compare(const Action& action);
  void apply_zoom(const Action& action);
  void show_due();
  void show_frame(const ProcessedFrame& frame);
  // `began`: the work for a new frame, of which it is drawn as the last.
  void draw(bool new_frame, Host::time_point began);
  void report_faults();
  void tell_notes();
  void toggle_log();
  void toggle_resident();
  void open_other(const std::string& path);
  void save_picture();
  // Before the picture is drawn: its counterpart, and the models of what is drawn over both.
  void prepare_compare(Size drawable);
  void fill_compare(Size drawable);
  void fill_pixel(Size drawable);
  [[nodiscard]] std::string default_name(const std::string& ending) const;
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
  HudFeed feed_;
  FiltersFeed filters_feed_;
  FiltersModel filters_model_;
  std::string chain_refused_;
  Presets presets_{Presets::standard_folder()};
  LogRecorder log_;
  std::unique_ptr<Player> player_;
  Mode overlapping_mode_ = Mode::overlapped;  // what `t` goes back to from serial
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
