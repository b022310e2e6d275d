#include "app/settings.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/whole_file.h"
#include "decode/printable.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

fs::path free_name(const fs::path& wanted) {
  std::error_code error;
  fs::path name = wanted;
  for (int n = 2; fs::exists(fs::symlink_status(name, error)); ++n)
    name = wanted.string() + "." + std::to_string(n);
  return name;
}

}  // namespace

void Settings::remember(const RecentFile& file) {
  std::erase_if(recent, [&](const RecentFile& known) { return known.path == file.path; });
  recent.insert(recent.begin(), file);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

SettingsFile::SettingsFile(fs::path path) : path_(std::move(path)) {
  if (kept()) load();
  wanted_ = written_ = read_;
}

SettingsFile::~SettingsFile() {
  if (writing_.valid()) writing_.wait();
}

void SettingsFile::load() {
  std::error_code error;
  if (!fs::exists(path_, error) && !error) return;
  std::ifstream in(path_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    fault_ = "Settings cannot be read from " + printable(path_.string()) +
             ": the defaults are used, and nothing is kept";
    path_.clear();
    return;
  }
  try {
    read_ = parse_settings(text);
  } catch (const UsageError& wrong) {
    set_aside(wrong.what());
  }
}

void SettingsFile::set_aside(const std::string& why) {
  const fs::path aside = free_name(path_.string() + ".broken");
  std::error_code error;
  fs::rename(path_, aside, error);
  fault_ = "The settings file is broken (" + why + ") and ";
  if (!error) {
    fault_ += "is now " + printable(aside.string()) + ": the defaults are used";
    return;
  }
  fault_ += "cannot be set aside: the defaults are used, and nothing is kept";
  path_.clear();
}

void SettingsFile::update(const Settings& settings, Clock::time_point now) {
  if (!kept()) return;
  take_outcome(false);
  if (settings != wanted_) {
    wanted_ = settings;
    changed_ = now;
  }
  if (changed_ && now - *changed_ >= kWriteAfter && !writing_.valid()) write();
}

// On another thread: a slow disk must not hold up a frame.
void SettingsFile::write() {
  changed_.reset();
  if (wanted_ == written_) return;
  written_ = wanted_;
  writing_ = std::async(std::launch::async, [path = path_, settings = written_] {
    std::error_code error;  // writing says why
    fs::create_directories(path.parent_path(), error);
    return write_whole_file(path, settings_text(settings));
  });
}

void SettingsFile::take_outcome(bool wait) {
  if (!writing_.valid()) return;
  if (!wait && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const std::string why = writing_.get();
  if (why.empty() || std::exchange(told_, true)) return;
  note_ = "Settings cannot be kept in " + printable(path_.string()) + ": " + why;
}

void SettingsFile::finish() {
  take_outcome(true);
  if (!kept()) return;
  write();
  take_outcome(true);
}

std::string SettingsFile::take_fault() {
  return std::exchange(fault_, {});
}

std::string SettingsFile::take_note() {
  return std::exchange(note_, {});
}

}  // namespace framelane
