#pragma once
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/background_job.h"
#include "app/file_browser.h"
#include "app/folder_listing.h"
#include "app/playlist.h"
#include "ui/actions.h"

namespace framelane {

// Which input plays and which is to be opened next: named at the start, dropped, chosen in the open
// dialog or among the recent files, or the next of the playlist. Opens none itself: asks for one at
// a time and is told what became of it. Folders are read beside the main thread. Thread-safety: the
// main thread; `wake` is called from another.
class FileOpener {
 public:
  // Inputs that shall play instead, from the list's current one on.
  struct Wanted {
    Playlist list;
    int direction = 1;   // where the next is taken when one cannot be opened
    double start_s = 0;  // of the first
    bool asked_by_user = true;
  };
  explicit FileOpener(std::function<void()> wake) : wake_(std::move(wake)), browser_(wake_) {}

  // What the command line named; folders among it as their files.
  void play(std::vector<std::string> inputs);
  void want(Wanted wanted) { wanted_ = std::move(wanted); }
  // The next of the playlist, at the end of the one that plays.
  void go_on();
  // Carries out an action that is about files; false when it is not.
  [[nodiscard]] bool apply(const Action& action);
  // Takes over what was read meanwhile.
  struct News {
    bool changed = false;             // the model
    std::vector<std::string> faults;  // a line each
    bool asked_by_user = true;        // what they are of
  };
  // Throws InputError where what play() was given are folders without a video.
  [[nodiscard]] News poll();

  [[nodiscard]] bool waits() const { return wanted_.has_value(); }
  // Something waits, is under way, or is being looked for.
  [[nodiscard]] bool busy() const { return wanted_ || trying_ || expanding_.running(); }
  // What to open now; it is under way until one of the three below is called. None: nothing waits.
  [[nodiscard]] const Wanted* take_next();
  // It plays.
  void opened();
  // It was given up for something else.
  void given_up();
  // It cannot be opened; the next of its list then waits. `or_else`: nothing plays. Rethrows
  // `error` where nothing named at the start is left to try.
  void failed(const std::exception_ptr& error, bool or_else);
  [[nodiscard]] bool asked_by_user() const { return !trying_ || trying_->asked_by_user; }

  // Of the input that plays.
  [[nodiscard]] const Playlist& playlist() const { return playlist_; }
  [[nodiscard]] const FilesModel& model() const { return browser_.model(); }
  void set_recent(const std::vector<RecentFile>& recent) { browser_.set_recent(recent); }

 private:
  [[nodiscard]] const Playlist& latest() const;
  void expand(std::vector<std::string> paths, bool asked_by_user);
  void end_try();

  std::function<void()> wake_;
  FileBrowser browser_;
  BackgroundJob<FoundFiles> expanding_;  // folders replaced by their files
  bool asked_by_user_ = true;            // what is being expanded
  Playlist playlist_;
  std::optional<Wanted> wanted_, trying_;
};

// What a person calls the same input at the next start: a file's absolute path.
[[nodiscard]] std::string lasting_name(const std::string& input);

}  // namespace framelane
