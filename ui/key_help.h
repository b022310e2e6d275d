#pragma once
#include <vector>

#include "ui/scroll_area.h"

namespace framelane {

// The list of live keys: columns of keys and what they do. It is whole wherever the room allows it,
// in more columns or closer together where it must; else it scrolls. Thread-safety: main thread.
class KeyHelp {
 public:
  // Where it lies in what the other panels leave it: at the top right.
  [[nodiscard]] Rect place(const Canvas& canvas, Rect room);
  // In the canvas' panel, which is the rectangle place() gave.
  void draw(Canvas& canvas);
  // Turns of the wheel outside every panel.
  void wheel(float turns);

 private:
  struct Density {
    float padding, head, line, inner, gap;  // inner: keys to words; gap: between columns
  };
  struct Column {
    float keys = 0, words = 0;
  };
  struct Form {
    Density density{};
    std::vector<Column> columns;
    std::size_t lines = 0;  // of a column
    [[nodiscard]] float width() const;
    [[nodiscard]] float height() const;
  };
  static constexpr Density kRoomy{16, 32, 16, 16, 24}, kDense{16, 24, 14, 8, 16};

  [[nodiscard]] static Form form(const Canvas& canvas, const Density& density, std::size_t columns);
  void choose(const Canvas& canvas, Rect room);

  Form form_;
  ScrollArea scroll_{"keys"};
};

}  // namespace framelane
