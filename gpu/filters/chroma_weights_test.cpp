#include "gpu/filters/chroma_weights.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

TEST(ChromaWeights, GiveWhatTheTapsGiveAtEverySiting) {
  constexpr int kSamples = 5;
  constexpr float kChroma[kSamples] = {10, 200, 35, 90, 160};
  const auto chroma = [&](int i) { return kChroma[nearest_inside(i, kSamples)]; };
  for (const float shift : {-0.5F, -0.25F, 0.0F, 0.25F}) {
    const ChromaWeights weights = chroma_weights(shift);
    for (int i = 0; i < 2 * kSamples; ++i) {
      const int at = i / 2;
      const ChromaTap tap = chroma_tap(i, 1, shift, kSamples);
      const float expected = mixed(chroma(tap.first), chroma(tap.second), tap.weight);
      const float got = i % 2 == 0
                            ? even_chroma(weights, chroma(at - 1), chroma(at), chroma(at + 1))
                            : odd_chroma(weights, chroma(at), chroma(at + 1));
      EXPECT_NEAR(got, expected, 1e-4) << "sample " << i << ", shift " << shift;
    }
  }
}

}  // namespace
}  // namespace framelane
