#include "app/whole_file.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace framelane {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return std::generic_category().message(error);
}

std::string reason_or_none(int error) {
  return error == 0 ? std::string() : reason(error);
}

// One of its own for each program and thread that writes into the folder at once.
std::string name_beside() {
  static std::atomic<unsigned> count{0};
  return ".framelane-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".new";
}

// errno of what failed, or 0.
int write_file(const fs::path& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wbe");
  if (file == nullptr) return errno;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return 0;
  const int why = written ? errno : error;
  return why != 0 ? why : EIO;
}

}  // namespace

std::string write_whole_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status what = fs::status(path, error);
  if (fs::is_directory(what)) return reason(EISDIR);
  if (fs::exists(what) && !fs::is_regular_file(what)) return reason_or_none(write_file(path, text));
  fs::path place = fs::canonical(path, error);
  if (error) place = path;
  const fs::path beside = place.parent_path() / name_beside();
  if (const int why = write_file(beside, text); why != 0) {
    fs::remove(beside, error);
    return reason(why);
  }
  fs::rename(beside, place, error);
  if (!error) return {};
  const std::string why = error.message();
  fs::remove(beside, error);
  return why;
}

}  // namespace framelane
