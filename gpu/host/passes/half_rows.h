#pragma once
#include <cstddef>
#include <cstdint>

namespace framelane {

// Rows of neighbouring halves, eight at a time where the processor converts them itself; the same
// bits as half.h gives.

// into[i] = half i times gain
void load_halves(const std::uint16_t* from, std::size_t count, float gain, float* into);
// half i = from[i] times gain
void store_halves(const float* from, std::size_t count, float gain, std::uint16_t* into);

}  // namespace framelane
