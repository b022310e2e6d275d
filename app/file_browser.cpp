#include "app/file_browser.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "decode/printable.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

std::string expanded(const std::string& folder) {
  const char* home = std::getenv("HOME");
  return folder == "~" && home != nullptr ? home : folder;
}

}  // namespace

void FileBrowser::open(const std::string& near) {
  open_for({}, near);
}

void FileBrowser::open_for(const std::string& kinds, const std::string& near) {
  OpenDialogModel& dialog = model_.dialog;
  dialog.kinds = kinds;
  dialog.shown = true;
  const fs::path holder = fs::path(near).parent_path();
  if (fs::path(near).is_absolute()) return go(holder.string());
  go(dialog.folder.empty() ? "." : dialog.folder);
}

void FileBrowser::go(const std::string& folder) {
  model_.dialog.reading = true;
  reading_.start([folder = expanded(folder)] { return read_folder(folder); }, wake_);
}

bool FileBrowser::poll() {
  std::optional<FolderListing> listing = reading_.take();
  if (!listing) return false;
  OpenDialogModel& dialog = model_.dialog;
  dialog.reading = false;
  dialog.error = std::move(listing->error);
  dialog.folder = std::move(listing->folder);
  const fs::path folder(dialog.folder);
  dialog.parent = folder.has_relative_path() ? folder.parent_path().string() : "";
  dialog.entries.clear();
  for (FolderEntry& entry : listing->entries)
    dialog.entries.push_back({std::move(entry.name), entry.folder, entry.video, entry.bytes});
  ++dialog.revision;
  return true;
}

void FileBrowser::set_opening(const std::string& input) {
  const fs::path path(input);
  const bool file = input.find("://") == std::string::npos && path.has_filename();
  model_.opening = printable(file ? path.filename().string() : input);
}

void FileBrowser::set_recent(const std::vector<RecentFile>& recent) {
  model_.recent.clear();
  for (const RecentFile& file : recent) {
    RecentLine line{file.path, printable(file.path), "", file.position_s};
    const fs::path path(file.path);
    if (path.is_absolute()) {
      line.name = printable(path.filename().string());
      line.folder = printable(path.parent_path().string());
    }
    model_.recent.push_back(std::move(line));
  }
}

}  // namespace framelane
