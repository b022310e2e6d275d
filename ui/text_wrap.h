#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ui/canvas.h"

namespace framelane {

// The text in lines no wider than `width` logical pixels: broken after ' ', ',' and ':', inside a
// word that has no room. At most `most` lines: the last then holds all the rest, which
// Canvas::text() ends in an ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(const Canvas& canvas, std::string_view text,
                                               TextSize size, float width, std::size_t most);
// The lines of wrapped(), found anew only when something they come from changed. Thread-safety:
// main thread.
class WrappedText {
 public:
  const std::vector<std::string>& lines(const Canvas& canvas, const std::string& text,
                                        TextSize size, float width, std::size_t most);

 private:
  struct Source {
    std::string text;
    TextSize size = TextSize::body;
    float width = 0, scale = 0;
    std::size_t most = 0;
    friend bool operator==(const Source&, const Source&) = default;
  };
  Source source_;
  std::vector<std::string> lines_;
};
// The text, cut in its middle where it and `rest` behind it need more than `most` lines: a message
// begins with what happened and ends with why.
[[nodiscard]] std::string with_both_ends(const Canvas& canvas, std::string_view text,
                                         std::string_view rest, TextSize size, float width,
                                         std::size_t most);

}  // namespace framelane
