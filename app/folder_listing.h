#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace framelane {

struct FolderEntry {
  std::string name;
  bool folder = false;
  bool video = false;  // by its name's ending
  std::uint64_t bytes = 0;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

// Thread-safety: a value.
struct FolderListing {
  std::string folder;                // absolute, without "." and ".."
  std::string error;                 // one line when it cannot be read
  std::vector<FolderEntry> entries;  // folders first, then files, each in natural order
};

// What is in a folder; hidden names, and what is neither a folder nor a file, are left out. Reads
// the disk, so it can take as long as that likes.
[[nodiscard]] FolderListing read_folder(const std::string& folder);

// Thread-safety: a value.
struct FoundFiles {
  std::vector<std::string> files;
  std::vector<std::string> faults;  // a line of each folder that gave none
};

// Folders among `paths` are replaced by their video files, in natural order and not those of
// folders inside. Reads the disk.
[[nodiscard]] FoundFiles files_of(const std::vector<std::string>& paths);

}  // namespace framelane
