#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/background_job.h"
#include "app/folder_listing.h"
#include "app/settings.h"
#include "ui/files_model.h"

namespace framelane {

// What the open dialog shows: one folder at a time, read beside the main thread. Thread-safety: the
// main thread; `wake` is called from another.
class FileBrowser {
 public:
  explicit FileBrowser(std::function<void()> wake) : wake_(std::move(wake)) {}

  // Shows the folder that holds `near`, else the one shown last, else the current one.
  void open(const std::string& near);
  // The same for a file whose name ends in one of `kinds`, "cube|3dl".
  void open_for(const std::string& kinds, const std::string& near);
  void close() { model_.dialog.shown = false; }
  // A folder, absolute or relative to the current one; "~" is home.
  void go(const std::string& folder);
  void toggle_all_files() { model_.dialog.all_files = !model_.dialog.all_files; }
  void set_recent(const std::vector<RecentFile>& recent);
  // What is being opened; empty: nothing is.
  void set_opening(const std::string& input);
  // Takes over what was read meanwhile. True when the model has changed.
  [[nodiscard]] bool poll();
  [[nodiscard]] const FilesModel& model() const { return model_; }

 private:
  std::function<void()> wake_;
  BackgroundJob<FolderListing> reading_;
  FilesModel model_;
};

}  // namespace framelane
