#pragma once
#include <string>
#include <vector>

#include "ui/overlay_fixture_test.h"

namespace framelane {

inline bool texts_meet(const Rect& a, const Rect& b) {
  constexpr float kTouch = 1;
  return a.x + kTouch < b.right() && b.x + kTouch < a.right() && a.y + 4 < b.bottom() &&
         b.y + 4 < a.bottom();
}

// Each text lies inside its panel, clear of every other.
inline void expect_texts_fit(const std::vector<TextBox>& boxes, const std::string& where) {
  EXPECT_FALSE(boxes.empty()) << where;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TextBox& text = boxes[i];
    if (text.panel.w == 0) continue;
    EXPECT_GE(text.box.x, text.panel.x + 4) << where << text.text;
    EXPECT_LE(text.box.right(), text.panel.right() - 4) << where << text.text;
    EXPECT_GE(text.box.y, text.panel.y) << where << text.text;
    EXPECT_LE(text.box.bottom(), text.panel.bottom()) << where << text.text;
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (boxes[j].text.empty()) continue;
      EXPECT_FALSE(texts_meet(text.box, boxes[j].box))
          << where << text.text << " | " << boxes[j].text;
    }
  }
}

}  // namespace framelane
