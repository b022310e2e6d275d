#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/choices.h"
#include "ui/scroll_area.h"
#include "ui/text_field.h"

namespace framelane {

// A list to choose one of by arrows and ENTER or by a click, in a part of a panel. Rows are
// controls named "choice<place>". Thread-safety: a value.
class ChoiceList {
 public:
  static constexpr float kRow = 24;

  // Nothing is lit yet.
  void open();
  // `shown`: indices of `choices`. `down`: arrow keys. Returns the one that was clicked.
  std::optional<std::size_t> draw(Canvas& canvas, Rect room, const std::vector<Choice>& choices,
                                  const std::vector<std::size_t>& shown, int down);
  // Lights the first row when the query changed, so that ENTER takes the best match.
  void light_first() { lit_ = 0; }
  void unlight() { lit_.reset(); }
  void light(std::size_t place) { lit_ = place; }
  // The place among those shown that ENTER would take.
  [[nodiscard]] std::optional<std::size_t> lit() const { return lit_; }

 private:
  void move(int down, std::size_t count);

  ScrollArea scroll_{"choices"};
  std::optional<std::size_t> lit_;
  float pointer_x_ = -1, pointer_y_ = -1;
};

}  // namespace framelane
