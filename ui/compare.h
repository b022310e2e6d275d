#pragma once
#include <cstdint>

namespace framelane {

// How a frame before its filters is held against the frame after them.
enum class CompareMode : std::uint8_t { off, split, side_by_side, difference };

// Thread-safety: a value.
struct Compare {
  static constexpr double kMostGain = 64;

  CompareMode mode = CompareMode::off;
  bool flip = false;   // the picture before alone, whatever the mode
  double split = 0.5;  // the line's place, a share of the window's width
  double gain = 1;     // of the difference, 1 to kMostGain

  [[nodiscard]] bool on() const { return flip || mode != CompareMode::off; }
  // What is drawn: off while flipped.
  [[nodiscard]] CompareMode shown() const { return flip ? CompareMode::off : mode; }
  friend bool operator==(const Compare&, const Compare&) = default;
};

}  // namespace framelane
