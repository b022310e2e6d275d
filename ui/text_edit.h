#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ui/input.h"

namespace framelane {

// One line of text being typed: UTF-8, a caret and a selection, both at whole characters. Offsets
// are bytes. Thread-safety: a value.
class TextEdit {
 public:
  static constexpr std::size_t kMostBytes = 4096;  // what would be longer is cut there

  TextEdit() = default;
  // All of it is selected, the caret at its end.
  explicit TextEdit(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t caret() const { return caret_; }
  // First and one past the last; equal when nothing is selected.
  [[nodiscard]] std::pair<std::size_t, std::size_t> selection() const;
  [[nodiscard]] std::string selected() const;

  // Arrows, HOME, END with Shift to select, BS, DEL, Ctrl+A, or the text a key typed. False when
  // the key means nothing to a line of text.
  bool key(const Input& input);
  // In the selection's place. Line breaks and tabs become spaces; other control characters and
  // bytes that are no UTF-8 are left out.
  void insert(std::string_view text);
  void erase_selected();
  void select_all();
  // To the character that holds or ends at `offset`; `selecting` keeps the other end.
  void move_to(std::size_t offset, bool selecting);

 private:
  bool edit_key(const Input& input);
  [[nodiscard]] std::size_t before(std::size_t offset) const;
  [[nodiscard]] std::size_t after(std::size_t offset) const;

  std::string text_;
  std::size_t caret_ = 0, anchor_ = 0;
};

}  // namespace framelane
