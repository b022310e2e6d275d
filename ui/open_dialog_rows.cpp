#include <algorithm>
#include <utility>

#include "ui/number_text.h"
#include "ui/open_dialog.h"
#include "ui/text_edit.h"

// What the open dialog lists, and what keys do to it.

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

// Keys that type no text have names of capitals and digits, of two letters at least.
bool is_named(const std::string& key) {
  return key.size() > 1 && key.front() >= 'A' && key.front() <= 'Z';
}

bool continues_letter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
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

bool OpenDialog::key(const Input& input, const Clipboard& clipboard, std::vector<Action>& actions) {
  if (input.ctrl && input.key == "v" && clipboard.read) {
    paste(clipboard.read(), actions);
    return true;
  }
  if (input.ctrl || input.alt) return false;
  if (keep_for_later(input)) return true;
  if (input.key == "ESC" && filter_.empty()) {
    actions.push_back({Kind::toggle_open_dialog});
  } else if (input.key == "ESC") {
    forget_typed();
    rebuild();
  } else if (input.key == "ENTER") {
    activate(chosen_, actions);
  } else if (input.key == "BS") {
    erase(actions);
  } else if (input.key == "SPACE") {
    type(" ", actions);
  } else if (!move_key(input.key) && !is_named(input.key)) {
    type(input.key, actions);
  }
  return true;
}

void OpenDialog::forget_typed() {
  filter_.clear();
  waits_.clear();
}

void OpenDialog::ask_for(const std::string& folder, std::vector<Action>& actions) {
  recent_ = false;
  asked_ = true;
  forget_typed();
  actions.push_back({Kind::browse_folder, 0, true, folder});
}

// Letters go into the filter at once, where they are seen; the others would act on the rows of the
// folder that is left.
bool OpenDialog::keep_for_later(const Input& input) {
  if (!waiting() || input.key == "ESC") return false;
  const bool begins_path = filter_.empty() && (input.key == "/" || input.key == "~");
  const bool letter = input.key == "SPACE" || (!is_named(input.key) && input.key != "/");
  const bool erases = input.key == "BS" && !filter_.empty();
  if (waits_.empty() && (begins_path || letter || erases)) return false;
  if (!input.repeat) waits_.push_back(input);  // a key held down is meant for what is seen
  return true;
}

// Once the folder has come: what was typed behind those letters.
void OpenDialog::catch_up(std::vector<Action>& actions) {
  if (waiting()) return;
  const std::vector<Input> typed = std::exchange(waits_, {});
  const auto chosen = [](const Action& action) { return action.kind != Kind::browse_folder; };
  for (const Input& input : typed) {
    (void)key(input, {}, actions);
    if (!actions.empty() && chosen(actions.back())) return;
  }
}

bool OpenDialog::move_key(const std::string& key) {
  const auto at = static_cast<std::ptrdiff_t>(chosen_);
  const auto page = static_cast<std::ptrdiff_t>(room_);
  if (key == "UP")
    move_to(at - 1);
  else if (key == "DOWN")
    move_to(at + 1);
  else if (key == "PGUP")
    move_to(at - page);
  else if (key == "PGDN")
    move_to(at + page);
  else if (key == "HOME")
    move_to(0);
  else if (key == "END")
    move_to(static_cast<std::ptrdiff_t>(rows_.size()) - 1);
  else
    return false;
  return true;
}

void OpenDialog::type(const std::string& text, std::vector<Action>& actions) {
  if (filter_.empty() && text == " ") return;
  if (filter_.empty() && (text == "/" || text == "~")) {
    return ask_for(text, actions);
  }
  if (text == "/") return enter_typed(actions);
  filter_ += text;
  rebuild();
}

// The folder of that name, else the only one that is left; no name has a slash in it.
void OpenDialog::enter_typed(std::vector<Action>& actions) {
  const auto folders = [&] {
    return std::ranges::count_if(rows_, [](const Row& row) { return row.folder; });
  };
  auto found = std::ranges::find_if(
      rows_, [&](const Row& row) { return row.folder && row.name == filter_; });
  if (found == rows_.end() && folders() == 1) found = std::ranges::find_if(rows_, &Row::folder);
  if (found != rows_.end()) ask_for(std::string(found->path), actions);
}

// A path or a URL is opened, a path that ends in a slash shown; anything else filters.
void OpenDialog::paste(std::string_view text, std::vector<Action>& actions) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(kSpace), text.size());
  text = text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
  if (text.empty()) return;
  const bool path = text.front() == '/' || text.find("://") != std::string_view::npos;
  if (path && text.front() == '/' && text.back() == '/') {
    ask_for(std::string(text), actions);
  } else if (path) {
    take(std::string(text), 0, actions);
  } else {
    TextEdit line;
    line.insert(filter_);
    line.insert(text);
    filter_ = line.text();
    rebuild();
  }
}

void OpenDialog::erase(std::vector<Action>& actions) {
  if (filter_.empty()) return go_up(actions);
  while (!filter_.empty() && continues_letter(filter_.back()))
    filter_.pop_back();
  if (!filter_.empty()) filter_.pop_back();
  rebuild();
}

void OpenDialog::go_up(std::vector<Action>& actions) {
  const OpenDialogModel& dialog = files_.dialog;
  if (recent_ || dialog.parent.empty()) return;
  came_from_ = dialog.folder.substr(dialog.folder.rfind('/') + 1);
  ask_for(std::string(dialog.parent), actions);
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
