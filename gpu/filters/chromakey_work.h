#pragma once

namespace framelane {

// Alpha from how far chroma is from a key's. The colours pass, in the codes of the output.
struct ChromakeyWork {
  float u = 128, v = 128;  // the key, in codes read
  float neutral = 128;     // chroma of a picture that has none
  float per_code =
      1.0F / (9 * 361);  // scales the sum of nine distances in codes to a mean; 1 is the farthest
  float similarity = 0.01F;                   // of the mean: transparent up to it
  float per_blend = 0;                        // opaque from similarity + 1 / per_blend; 0: at once
  float cut = 0;                              // taken off alpha's codes
  float gain[3] = {1, 1, 1}, offset[3] = {};  // of the colours
};

}  // namespace framelane
