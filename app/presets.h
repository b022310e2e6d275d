#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gpu/chain.h"

namespace framelane {

// Chains kept by name, one text file each: NAME.chain holds the chain's text and a line end; a
// relative path in it counts from the file's own folder.
// A name is 1 to 64 bytes, does not begin with '.', and has no '/', '\' or control character.
// Thread-safety: one thread at a time; files appear whole or not at all.
class Presets {
 public:
  // Without a folder there are none of the user's own, and none can be saved. `shipped`: where more
  // are that are only read; one of the user's own stands for one of the same name there.
  explicit Presets(std::filesystem::path folder, std::filesystem::path shipped = {});

  // Sorted.
  [[nodiscard]] std::vector<std::string> names() const;
  // Replaces what has that name. Throws UsageError for a bad name, OutputError when it cannot be
  // written.
  void save(const std::string& name, const Chain& chain) const;
  // Throws UsageError, in one line: a bad name, none of that name, or a file that holds no chain.
  [[nodiscard]] Chain load(const std::string& name) const;

 private:
  [[nodiscard]] std::filesystem::path file_for(const std::string& name) const;

  std::filesystem::path folder_, shipped_;
};

}  // namespace framelane
