#pragma once
#include <cstdint>

namespace framelane {

// What passes over 3x3 and 5x5 neighbourhoods compute. Components not selected pass unchanged.
// Numbers are in code units. Thread-safety: values.

// Length of the gradient, times scale, plus delta; see gradient_value().
struct GradientWork {
  std::uint8_t components = 7;
  float middle = 2;  // weight of the samples beside the centre: 2 Sobel's, 1 Prewitt's
  float scale = 1;
  float delta = 0;
};

// The least or greatest of the centre and the selected neighbours, at most a threshold away.
struct MorphologyWork {
  std::uint8_t components = 7;
  bool greatest = false;
  std::uint8_t neighbours = 255;  // bit i: the i-th of the eight, row by row
  float threshold[4] = {};
};

// Contrast adaptive sharpening; see cas_value().
struct CasWork {
  std::uint8_t components = 7;
  float peak = -16;  // what the local amplitude is divided by, -16 .. -4.01
};

struct ConvolutionComponent {
  bool copy = true;       // the component passes unchanged
  int radius = 1;         // 1 or 2
  float weight[25] = {};  // 5x5, row by row; the outer ones are 0 at radius 1
  float scale = 1, bias = 0;
};
struct ConvolutionWork {
  ConvolutionComponent components[4];
};

}  // namespace framelane
