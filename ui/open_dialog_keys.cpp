#include <algorithm>
#include <utility>

#include "ui/open_dialog.h"
#include "ui/text_edit.h"

// What keys and what is typed do to the open dialog.

namespace framelane {
namespace {

using Kind = Action::Kind;

// Keys that type no text have names of capitals and digits, of two letters at least.
bool is_named(const std::string& key) {
  return key.size() > 1 && key.front() >= 'A' && key.front() <= 'Z';
}

bool continues_letter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

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

}  // namespace framelane
