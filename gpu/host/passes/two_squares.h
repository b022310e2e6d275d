#pragma once
#include <cstddef>

namespace framelane {

// Exchanges rows with columns: two squares of 16 bytes a side, one below the other, become two side
// by side. Pitches are bytes, of either sign. Thread-safety: a function.
using TwoSquares = void (*)(const std::byte* from, std::ptrdiff_t from_pitch, std::byte* into,
                            std::ptrdiff_t into_pitch);

// That for samples of so many bytes, or nullptr where the machine or the samples have none.
[[nodiscard]] TwoSquares two_squares(int bytes);

}  // namespace framelane
