#include "app/whole_file.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "app/created_file.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return std::generic_category().message(error);
}

// One of its own for each program and thread that writes into the folder at once.
std::string name_beside() {
  static std::atomic<unsigned> count{0};
  return ".framelane-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".new";
}

// Why not, or empty.
std::string write_file(const std::string& name, std::string_view text) {
  std::string why;
  FilePtr file = create_file(name, why);
  if (!file) return why;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const int error = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (written && closed) return {};
  const int failed = written ? errno : error;
  return reason(failed != 0 ? failed : EIO);
}

}  // namespace

std::string write_whole_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status what = fs::status(path, error);
  if (fs::is_directory(what)) return reason(EISDIR);
  if (fs::exists(what) && !fs::is_regular_file(what)) return write_file(path, text);
  fs::path place = fs::canonical(path, error);
  if (error) place = path;
  const fs::path beside = place.parent_path() / name_beside();
  if (std::string why = write_file(beside, text); !why.empty()) {
    fs::remove(beside, error);
    return why;
  }
  fs::rename(beside, place, error);
  if (!error) return {};
  const std::string why = error.message();
  fs::remove(beside, error);
  return why;
}

}  // namespace framelane
