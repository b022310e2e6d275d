#include "ui/text_edit.h"

#include <algorithm>
#include <iterator>

namespace framelane {
namespace {

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Bytes of the UTF-8 character that begins the text; 0 when none does.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80U                    ? 1
                             : lead >= 0xC2U && lead < 0xE0U ? 2
                             : lead >= 0xE0U && lead < 0xF0U ? 3
                             : lead >= 0xF0U && lead < 0xF5U ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  return std::ranges::all_of(text.substr(1, length - 1), continues) ? length : 0;
}

std::string typeable(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead == '\n' || lead == '\t') {
      kept += ' ';
    } else if (length > 1 || (length == 1 && lead >= 0x20U && lead != 0x7FU)) {
      kept += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return kept;
}

// Names of keys that type nothing; those that edit have been taken before.
bool is_name(std::string_view key) {
  constexpr std::string_view kNames[] = {"UP", "DOWN", "ESC", "TAB", "ENTER"};
  const bool function_key = key.size() > 1 && key.starts_with('F') &&
                            key.find_first_not_of("0123456789", 1) == std::string_view::npos;
  return function_key || std::ranges::find(kNames, key) != std::end(kNames);
}

}  // namespace

TextEdit::TextEdit(std::string_view text) {
  insert(text);
  select_all();
}

std::pair<std::size_t, std::size_t> TextEdit::selection() const {
  return std::minmax(caret_, anchor_);
}

std::string TextEdit::selected() const {
  const auto [first, end] = selection();
  return text_.substr(first, end - first);
}

std::size_t TextEdit::before(std::size_t offset) const {
  while (offset > 0 && continues(text_[--offset])) {
  }
  return offset;
}

std::size_t TextEdit::after(std::size_t offset) const {
  if (offset >= text_.size()) return text_.size();
  ++offset;
  while (offset < text_.size() && continues(text_[offset]))
    ++offset;
  return offset;
}

void TextEdit::move_to(std::size_t offset, bool selecting) {
  caret_ = std::min(offset, text_.size());
  while (caret_ < text_.size() && continues(text_[caret_]))
    --caret_;
  if (!selecting) anchor_ = caret_;
}

void TextEdit::select_all() {
  anchor_ = 0;
  caret_ = text_.size();
}

void TextEdit::erase_selected() {
  const auto [first, end] = selection();
  text_.erase(first, end - first);
  caret_ = anchor_ = first;
}

void TextEdit::insert(std::string_view text) {
  erase_selected();
  std::string piece = typeable(text);
  const std::size_t room = kMostBytes - std::min(kMostBytes, text_.size());
  if (piece.size() > room) {
    std::size_t end = room;
    while (end > 0 && continues(piece[end]))
      --end;
    piece.resize(end);
  }
  text_.insert(caret_, piece);
  caret_ = anchor_ = caret_ + piece.size();
}

bool TextEdit::edit_key(const Input& input) {
  const auto [first, end] = selection();
  const bool marked = first != end, keep = input.shift;
  if (input.key == "LEFT") {
    move_to(marked && !keep ? first : before(caret_), keep);
  } else if (input.key == "RIGHT") {
    move_to(marked && !keep ? end : after(caret_), keep);
  } else if (input.key == "HOME") {
    move_to(0, keep);
  } else if (input.key == "END") {
    move_to(text_.size(), keep);
  } else if (input.key == "BS" || input.key == "DEL") {
    if (!marked) move_to(input.key == "BS" ? before(caret_) : after(caret_), true);
    erase_selected();
  } else {
    return false;
  }
  return true;
}

bool TextEdit::key(const Input& input) {
  if (input.ctrl && input.key == "a") {
    select_all();
    return true;
  }
  if (edit_key(input)) return true;
  if (input.ctrl || input.alt) return false;
  if (input.key == "SPACE") {
    insert(" ");
  } else if (is_name(input.key)) {
    return false;
  } else {
    insert(input.key);
  }
  return true;
}

}  // namespace framelane
