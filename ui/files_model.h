#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace framelane {

// A file played before.
struct RecentLine {
  std::string path;    // what to open
  std::string name;    // as shown: without its folder
  std::string folder;  // that holds it, as shown; empty for a URL
  double position_s = 0;
  friend bool operator==(const RecentLine&, const RecentLine&) = default;
};

struct DialogEntry {
  std::string name;
  bool folder = false;
  bool video = false;
  std::uint64_t bytes = 0;
};

// What the open dialog shows.
struct OpenDialogModel {
  bool shown = false;
  bool reading = false;              // the folder is still being read
  bool all_files = false;            // not only videos, or those of `kinds`
  std::string kinds;                 // endings of what is chosen for a filter, "cube|3dl"; empty:
                                     // a video is chosen, to be played
  std::string folder;                // absolute
  std::string parent;                // of it; empty at the root
  std::string error;                 // one line when the folder cannot be read
  std::vector<DialogEntry> entries;  // in the order to show
  std::uint64_t revision = 0;        // raised when `entries` changes
};

// Files that can be opened. Thread-safety: a value.
struct FilesModel {
  std::vector<RecentLine> recent;  // newest first
  OpenDialogModel dialog;
  std::string opening;  // what is being opened, as shown; empty: nothing is
};

}  // namespace framelane
