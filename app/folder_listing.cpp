#include "app/folder_listing.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/file_names.h"
#include "decode/printable.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

bool shown_before(const FolderEntry& a, const FolderEntry& b) {
  if (a.folder != b.folder) return a.folder;
  return natural_less(a.name, b.name);
}

void add_entry(const fs::directory_entry& found, std::vector<FolderEntry>& into) {
  FolderEntry entry;
  entry.name = found.path().filename().string();
  if (entry.name.starts_with('.')) return;
  std::error_code error;
  entry.folder = found.is_directory(error);
  if (!entry.folder && !found.is_regular_file(error)) return;
  entry.video = !entry.folder && is_video_name(entry.name);
  if (!entry.folder) entry.bytes = found.file_size(error);
  if (error) entry.bytes = 0;
  into.push_back(std::move(entry));
}

}  // namespace

FolderListing read_folder(const std::string& folder) {
  FolderListing listing;
  std::error_code error;
  const fs::path place = fs::absolute(folder, error).lexically_normal();
  listing.folder = place.string();
  // "/clips/" and "/clips" are one folder.
  if (place.has_relative_path() && !place.has_filename())
    listing.folder = place.parent_path().string();
  fs::directory_iterator at(listing.folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error))
    add_entry(*at, listing.entries);
  if (error) listing.error = printable(listing.folder) + " cannot be read: " + error.message();
  std::ranges::sort(listing.entries, shown_before);
  return listing;
}

FoundFiles files_of(const std::vector<std::string>& paths) {
  FoundFiles found;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      found.files.push_back(path);
      continue;
    }
    const std::size_t before = found.files.size();
    const FolderListing listing = read_folder(path);
    for (const FolderEntry& entry : listing.entries)
      if (entry.video) found.files.push_back((fs::path(path) / entry.name).string());
    if (!listing.error.empty())
      found.faults.push_back(listing.error);
    else if (found.files.size() == before)
      found.faults.push_back(printable(path) + ": no videos in this folder");
  }
  return found;
}

}  // namespace framelane
