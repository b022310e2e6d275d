#!/usr/bin/env bash
# Makes film.cube, the colours of a print: a gentle S for contrast, shadows towards teal and lights towards amber, blacks
# lifted, strong colours held back; and lift.cube, which opens the shadows. bash assets/make-luts.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

awk 'BEGIN {
  size = 33
  printf "# Made by make-luts.sh\nTITLE \"Film look\"\nLUT_3D_SIZE %d\n", size
  for (b = 0; b < size; b++) for (g = 0; g < size; g++) for (r = 0; r < size; r++) {
    v[0] = r / (size - 1); v[1] = g / (size - 1); v[2] = b / (size - 1)
    luma = 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]
    low = (1 - luma) * (1 - luma); high = luma * luma
    tint[0] = -0.020 * low + 0.035 * high; tint[1] = 0.004 * low + 0.008 * high; tint[2] = 0.030 * low - 0.045 * high
    for (c = 0; c < 3; c++) {
      x = luma + 0.88 * (v[c] - luma)
      x = 0.55 * x + 0.45 * x * x * (3 - 2 * x) + tint[c] * 4 * luma * (1 - luma) + 0.5 * tint[c]
      x = 0.025 + 0.955 * x
      out[c] = x < 0 ? 0 : x > 1 ? 1 : x
    }
    printf "%.4f %.4f %.4f\n", out[0], out[1], out[2]
  }
}' >film.cube

awk 'BEGIN {
  size = 33
  printf "# Made by make-luts.sh\nTITLE \"Open shadows\"\nLUT_1D_SIZE %d\n", size
  for (i = 0; i < size; i++) { x = i / (size - 1); y = x ^ 0.8 * 0.5 + x * 0.5; printf "%.5f %.5f %.5f\n", y, y, y }
}' >lift.cube
