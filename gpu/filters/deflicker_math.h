#pragma once
#include <cmath>
#include <cstdint>

#include "gpu/filters/deflicker_work.h"
#include "gpu/filters/sample_math.h"

// vf_deflicker's numbers, shared by both devices.
namespace framelane {

inline constexpr int kMostDeflickered = 129;

// Samples are added up in 16ths of a code, as integers: in whatever order, the sum is the same.
using LumaSum = unsigned long long;
inline constexpr int kSumParts = 16;

FRAMELANE_BOTH inline unsigned sum_part(float code, float limit) {
  return static_cast<unsigned>(static_cast<int>(round_even(clamped(code, limit) * kSumParts)));
}

struct Luminances {
  float of[kMostDeflickered];
  int count;
};

FRAMELANE_BOTH inline Luminances luminances_of(const LumaSum* sums, int count, long samples) {
  Luminances l;
  l.count = count;
  for (int i = 0; i < count; ++i)
    l.of[i] = static_cast<float>(sums[i]) * (1.0F / kSumParts) / static_cast<float>(samples);
  return l;
}

FRAMELANE_BOTH inline float largest_of(const Luminances& l) {
  float most = 0;
  for (int i = 0; i < l.count; ++i)
    most = l.of[i] > most ? l.of[i] : most;
  return most;
}

// (sum of l^power / count)^(1 / power), of shares of the largest, whose powers stay in range.
FRAMELANE_BOTH inline float power_mean(const Luminances& l, int power) {
  const double most = largest_of(l);
  if (most == 0) return 0;
  double sum = 0;
  for (int i = 0; i < l.count; ++i)
    sum += pow(l.of[i] / most, static_cast<double>(power));
  return static_cast<float>(most * pow(sum / l.count, 1.0 / power));
}

FRAMELANE_BOTH inline float geometric_mean(const Luminances& l) {
  double sum = 0;
  for (int i = 0; i < l.count; ++i) {
    if (l.of[i] <= 0) return 0;
    sum += log(static_cast<double>(l.of[i]));
  }
  return static_cast<float>(exp(sum / l.count));
}

FRAMELANE_BOTH inline float harmonic_mean(const Luminances& l) {
  float sum = 0;
  for (int i = 0; i < l.count; ++i) {
    if (l.of[i] <= 0) return 0;
    sum += 1.0F / l.of[i];
  }
  return static_cast<float>(l.count) / sum;
}

FRAMELANE_BOTH inline float arithmetic_mean(const Luminances& l) {
  float sum = 0;
  for (int i = 0; i < l.count; ++i)
    sum += l.of[i];
  return sum / static_cast<float>(l.count);
}

// The upper one of an even number's middle two.
FRAMELANE_BOTH inline float median_of(Luminances l) {
  for (int i = 1; i < l.count; ++i) {
    const float value = l.of[i];
    int at = i;
    for (; at > 0 && l.of[at - 1] > value; --at)
      l.of[at] = l.of[at - 1];
    l.of[at] = value;
  }
  return l.of[l.count / 2];
}

FRAMELANE_BOTH inline float mean_of(const Luminances& l, DeflickerWork::Mean mean) {
  switch (mean) {
    case DeflickerWork::Mean::geometric:
      return geometric_mean(l);
    case DeflickerWork::Mean::harmonic:
      return harmonic_mean(l);
    case DeflickerWork::Mean::quadratic:
      return power_mean(l, 2);
    case DeflickerWork::Mean::cubic:
      return power_mean(l, 3);
    case DeflickerWork::Mean::power:
      return power_mean(l, l.count);
    case DeflickerWork::Mean::median:
      return median_of(l);
    default:
      return arithmetic_mean(l);
  }
}

// A black picture stays as it is.
FRAMELANE_BOTH inline float deflicker_factor(const Luminances& l, DeflickerWork::Mean mean) {
  return l.of[0] > 0 ? mean_of(l, mean) / l.of[0] : 1.0F;
}

// Fractions are cut off where the samples are whole codes.
FRAMELANE_BOTH inline float deflickered(float code, float factor, float limit, bool whole) {
  const float scaled = clamped(code * factor, limit);
  return whole ? floor_of(scaled) : scaled;
}

}  // namespace framelane
