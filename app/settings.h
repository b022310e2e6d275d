#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace framelane {

struct RecentFile {
  std::string path;       // absolute, or a URL
  double position_s = 0;  // where it was left, seconds from its start
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

// What the viewer keeps from one start to the next. Thread-safety: a value.
struct Settings {
  struct Place {
    int x = 0, y = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Extent {
    int width = 0, height = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  std::optional<Place> place;  // of the window, in the window system's units
  std::optional<Extent> size;  // likewise; only of a window that the user has sized
  double scale = 1.0;          // of the panels: 0.8 to 2
  bool fades = true;
  std::vector<std::string> panels{"hud"};  // names of those switched on; unknown ones are kept out
  std::vector<RecentFile> recent;          // newest first, at most kMostRecent
  friend bool operator==(const Settings&, const Settings&) = default;

  static constexpr std::size_t kMostRecent = 10;
  // Puts a file at the front; what was known of it before goes.
  void remember(const RecentFile& file);
};

// Settings as text and back. parse throws UsageError, one line naming the entry.
[[nodiscard]] std::string settings_text(const Settings& settings);
[[nodiscard]] Settings parse_settings(const std::string& text);

// The settings on disk: read once, written whole a while after a change and at the end.
// Thread-safety: one thread; a second one writes.
class SettingsFile {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kWriteAfter{5};

  // An empty path keeps nothing. A file that cannot be understood is set aside under a name that
  // is free, and the defaults hold.
  explicit SettingsFile(std::filesystem::path path);
  ~SettingsFile();  // waits for a write
  SettingsFile(const SettingsFile&) = delete;
  SettingsFile& operator=(const SettingsFile&) = delete;

  [[nodiscard]] const Settings& read() const { return read_; }
  [[nodiscard]] bool kept() const { return !path_.empty(); }
  // What the settings are now; written once they have stayed so for kWriteAfter.
  void update(const Settings& settings, Clock::time_point now);
  // Writes what is not written yet.
  void finish();
  // What a person should know, one line, each once: set aside, unreadable; cannot be written.
  [[nodiscard]] std::string take_fault();
  [[nodiscard]] std::string take_note();

 private:
  void load();
  void set_aside(const std::string& why);
  void write();
  void take_outcome(bool wait);

  std::filesystem::path path_;
  Settings read_, wanted_, written_;
  std::optional<Clock::time_point> changed_;
  std::future<std::string> writing_;
  std::string fault_, note_;
  bool told_ = false;  // that it cannot be written
};

}  // namespace framelane
