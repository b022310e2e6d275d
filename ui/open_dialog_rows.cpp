#include <algorithm>

#include "ui/number_text.h"
#include "ui/open_dialog.h"

// What the open dialog lists, and which of it is chosen.

namespace framelane {
namespace {

using Kind = Action::Kind;

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size >= 1e9) return fixed(size / 1e9, 2) + " GB";
  if (size >= 1e6) return fixed(size / 1e6, 1) + " MB";
  return fixed(size / 1e3, 1) + " kB";
}

// Whether the name ends in one of "cube|3dl".
bool is_of_kind(const std::string& name, std::string_view kinds) {
  const std::string small = lower_case(name);
  while (!kinds.empty()) {
    const std::size_t end = std::min(kinds.find('|'), kinds.size());
    const std::string_view kind = kinds.substr(0, end);
    const bool longer = small.size() > kind.size() && small[small.size() - kind.size() - 1] == '.';
    if (longer && small.ends_with(kind)) return true;
    kinds.remove_prefix(std::min(end + 1, kinds.size()));
  }
  return false;
}

}  // namespace

std::string recent_detail(const RecentLine& file) {
  constexpr std::size_t kWholeSeconds = 8;
  if (file.position_s <= 0) return file.folder;
  return "at " + clock_text(file.position_s).substr(0, kWholeSeconds) + "  " + file.folder;
}

void OpenDialog::sync(const FilesModel& files) {
  const bool opened = files.dialog.shown && !files_.dialog.shown;
  const bool moved = files.dialog.revision != files_.dialog.revision;
  const bool other = moved || files.dialog.all_files != files_.dialog.all_files ||
                     files.dialog.kinds != files_.dialog.kinds || files.recent != files_.recent;
  if (other) {
    files_ = files;
  } else {
    files_.dialog.shown = files.dialog.shown;
    files_.dialog.reading = files.dialog.reading;
  }
  if (opened) recent_ = false;
  // The recent files' own letters stay, and those typed for the folder that has come.
  const bool asked_elsewhere = !asked_ && !recent_ && (moved || files.dialog.reading);
  if (opened || asked_elsewhere) forget_typed();
  asked_ = files.dialog.reading || (asked_ && !moved && !opened);
  if (opened || other) rebuild();
  if (opened || moved) choose_shown_before();
}

bool OpenDialog::offers(const DialogEntry& entry) const {
  if (entry.folder || files_.dialog.all_files) return true;
  return for_filter() ? is_of_kind(entry.name, files_.dialog.kinds) : entry.video;
}

void OpenDialog::rebuild() {
  rows_.clear();
  const std::string wanted = waiting() ? std::string() : lower_case(filter_);
  const auto add = [&](Row row) {
    if (lower_case(row.name).find(wanted) != std::string::npos) rows_.push_back(std::move(row));
  };
  const OpenDialogModel& dialog = files_.dialog;
  const std::string folder = dialog.folder == "/" ? "" : dialog.folder;
  if (recent_) {
    for (const RecentLine& line : files_.recent) {
      add({line.name, recent_detail(line), line.path, false, line.position_s});
    }
  } else {
    for (const DialogEntry& entry : dialog.entries)
      if (offers(entry))
        add({entry.name, entry.folder ? "" : size_text(entry.bytes), folder + "/" + entry.name,
             entry.folder, 0});
  }
  move_to(0);
}

void OpenDialog::choose_shown_before() {
  const auto found = std::ranges::find(rows_, came_from_, &Row::name);
  if (!came_from_.empty() && found != rows_.end()) move_to(found - rows_.begin());
  came_from_.clear();
}

void OpenDialog::activate(std::size_t row, std::vector<Action>& actions) {
  if (row >= rows_.size()) return;
  const Row chosen = rows_[row];
  if (chosen.folder)
    ask_for(chosen.path, actions);
  else
    take(chosen.path, chosen.position_s, actions);
}

void OpenDialog::take(const std::string& path, double from_s, std::vector<Action>& actions) const {
  if (for_filter())
    actions.push_back({Kind::take_file, 0, true, path});
  else
    actions.push_back({Kind::open_file, from_s, true, path});
}

void OpenDialog::move_to(std::ptrdiff_t row) {
  const auto last = static_cast<std::ptrdiff_t>(rows_.size()) - 1;
  const std::ptrdiff_t at = std::clamp<std::ptrdiff_t>(row, 0, std::max<std::ptrdiff_t>(last, 0));
  chosen_ = static_cast<std::size_t>(at);
  const auto page = static_cast<std::ptrdiff_t>(room_);
  const auto first = static_cast<std::ptrdiff_t>(first_);
  scroll_to(std::clamp(first, std::max<std::ptrdiff_t>(at - page + 1, 0), at));
}

void OpenDialog::scroll_to(std::ptrdiff_t first) {
  const auto most = static_cast<std::ptrdiff_t>(rows_.size()) - static_cast<std::ptrdiff_t>(room_);
  const auto at = std::clamp<std::ptrdiff_t>(first, 0, std::max<std::ptrdiff_t>(most, 0));
  first_ = static_cast<std::size_t>(at);
}

void OpenDialog::wheel(float amount) {
  constexpr float kRowsAStep = 3;
  scroll_to(static_cast<std::ptrdiff_t>(first_) - static_cast<std::ptrdiff_t>(amount * kRowsAStep));
}

// A name that is there and not shown is not one that is not there.
std::string OpenDialog::left_out_line() const {
  const std::string wanted = lower_case(filter_);
  const auto is_left_out = [&](const DialogEntry& entry) {
    return !offers(entry) && lower_case(entry.name).find(wanted) != std::string::npos;
  };
  const auto& entries = files_.dialog.entries;
  const auto found = std::ranges::find_if(entries, is_left_out);
  if (found == entries.end()) return "No name has this in it";
  const std::string kind = for_filter() ? files_.dialog.kinds + " file" : "video by its name";
  const auto more = std::ranges::count_if(entries, is_left_out) - 1;
  return found->name + " is no " + kind + "; All files shows it" +
         (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

std::string OpenDialog::empty_line() const {
  if (recent_) return files_.recent.empty() ? "No files yet" : "No name has this in it";
  if (files_.dialog.reading) return "Reading…";
  if (!files_.dialog.error.empty()) return files_.dialog.error;
  if (!filter_.empty()) return left_out_line();
  if (files_.dialog.all_files || files_.dialog.entries.empty()) return "The folder is empty";
  if (!for_filter()) return "No videos here";
  return std::string("No ").append(files_.dialog.kinds).append(" files here");
}

}  // namespace framelane
