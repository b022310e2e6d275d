#include "gpu/host/passes/whole_blur.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gpu/filters/gaussian.h"

namespace framelane::testing {
namespace {

std::vector<float> gaussian_taps(double sigma) {
  std::vector<float> taps;
  for (int k = 0; k <= gaussian_radius(sigma); ++k)
    taps.push_back(
        static_cast<float>(gaussian_norm(sigma) * std::exp(-0.5 * k * k / (sigma * sigma))));
  return taps;
}

// What a unit pulse becomes, from reach() before it on.
std::vector<double> pulse_of(const WholeAxis& axis) {
  const int reach = axis.reach();
  std::vector<double> pulse(static_cast<std::size_t>(2 * reach + 1));
  const double binomial[] = {20 / 64.0, 15 / 64.0, 6 / 64.0, 1 / 64.0};
  const int around = axis.smoothed ? 3 : 0;
  for (int k = -axis.kernel.radius; k <= axis.kernel.radius; ++k) {
    const double both = axis.kernel.weight[std::abs(k)] / 65536.0;
    for (int i = -around; i <= around; ++i)
      pulse[static_cast<std::size_t>(reach + k * axis.kernel.spacing + i)] +=
          (k == 0 ? both : both / 2) * (axis.smoothed ? binomial[std::abs(i)] : 1);
  }
  return pulse;
}

double tap_difference_of(const WholeAxis& axis, const std::vector<float>& taps) {
  const std::vector<double> pulse = pulse_of(axis);
  const int reach = axis.reach(), last = std::max(reach, static_cast<int>(taps.size()) - 1);
  double sum = 0;
  for (int k = -last; k <= last; ++k) {
    const auto at = static_cast<std::size_t>(std::abs(k));
    const double exact = at < taps.size() ? double{taps[at]} : 0;
    sum +=
        std::abs(exact - (std::abs(k) <= reach ? pulse[static_cast<std::size_t>(k + reach)] : 0));
  }
  return sum / 2;
}

TEST(WholeKernel, StaysWithinItsBoundOfTheExactTaps) {
  for (const int top : {255, 511, 1023})
    for (double sigma = kLeastSigma; gaussian_radius(sigma) <= kMostWholeRadius; sigma *= 1.03) {
      const std::vector<float> taps = gaussian_taps(sigma);
      const WholeAxis axis = whole_axis(taps, top);
      int sum = 0;
      for (int k = 0; k <= axis.kernel.radius; ++k)
        sum += axis.kernel.weight[k];
      EXPECT_EQ(sum, 65536) << "sigma " << sigma;
      EXPECT_LT(tap_difference_of(axis, taps) * top, kWholeOff) << sigma << " of " << top;
    }
}

TEST(WholeKernel, HasHalfOfTheTapsWhereThatIsCloseEnough) {
  EXPECT_TRUE(whole_axis(gaussian_taps(2.8), 255).smoothed);
  EXPECT_FALSE(whole_axis(gaussian_taps(2.2), 255).smoothed);
  EXPECT_FALSE(whole_axis(gaussian_taps(2.8), 1023).smoothed);
  for (double sigma = 3.2; sigma < 9; sigma += 0.1) {
    const WholeAxis axis = whole_axis(gaussian_taps(sigma), 1023);
    EXPECT_TRUE(axis.smoothed) << sigma;
    EXPECT_LE(axis.kernel.radius, gaussian_radius(sigma) / 2);
  }
  const std::vector<float> box(12, 1 / 23.0F);
  EXPECT_FALSE(whole_axis(box, 255).smoothed);
}

std::vector<std::uint16_t> whole_noise(std::size_t count) {
  std::vector<std::uint16_t> row(count);
  unsigned state = 5;
  for (std::uint16_t& value : row) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<std::uint16_t>(state >> 30 == 0 ? 65280 : state >> 16);
  }
  return row;
}

// One sum, as the header says it.
int sum_of(const WholeKernel& kernel, const std::uint16_t* at, std::ptrdiff_t step) {
  int sum = at[0] * kernel.weight[0] >> 16;
  for (int k = 1; k <= kernel.radius; ++k)
    sum += static_cast<int>(
        static_cast<unsigned>((at[-k * step] + at[k * step] + 1) / 2) * kernel.weight[k] >> 16);
  return std::min(sum + kernel.end(), 65535);
}

WholeKernel kernel_for(int radius, int spacing) {
  std::vector<float> taps;
  for (int k = 0; k <= radius; ++k)
    taps.push_back(static_cast<float>(radius + 1 - k) /
                   static_cast<float>((radius + 1) * (radius + 1)));
  WholeKernel kernel = whole_axis(taps, 1023).kernel;
  kernel.spacing = spacing;
  return kernel;
}

TEST(WholeSums, AreThoseOneByOne) {
  if (whole_sums() == nullptr) GTEST_SKIP() << "no AVX2";
  constexpr std::size_t kRow = 400, kMargin = 70;
  const std::vector<std::uint16_t> noise = whole_noise(70 * kRow);
  const std::uint16_t* rows[66];
  for (std::size_t r = 0; r < std::size(rows); ++r)
    rows[r] = noise.data() + r * kRow;
  std::vector<std::uint16_t> out(kRow), next(kRow);
  for (const int radius : {1, 3, 6, 7})
    for (const int spacing : {1, 2})
      for (const int count : {1, 31, 64, 65, 200}) {
        const WholeKernel kernel = kernel_for(radius, spacing);
        whole_sums()->across(noise.data() + kMargin, kernel, count, out.data());
        for (int x = 0; x < count; ++x)
          ASSERT_EQ(out[static_cast<std::size_t>(x)],
                    sum_of(kernel, noise.data() + kMargin + x, spacing));
        whole_sums()->down_two(rows + 33, kernel, count, out.data(), next.data());
        for (int x = 0; x < count; ++x) {
          ASSERT_EQ(out[static_cast<std::size_t>(x)], sum_of(kernel, rows[33] + x, kRow));
          ASSERT_EQ(next[static_cast<std::size_t>(x)], sum_of(kernel, rows[34] + x, kRow));
        }
      }
}

TEST(WholeSums, LoadAndStoreEveryCode) {
  if (whole_sums() == nullptr) GTEST_SKIP() << "no AVX2";
  for (const WholeCodes as :
       {WholeCodes{0, 1023, 6}, WholeCodes{6, 1023, 6}, WholeCodes{0, 511, 7}}) {
    std::vector<std::uint16_t> stored;
    for (int code = 0; code <= as.limit; ++code)
      stored.push_back(static_cast<std::uint16_t>(code << as.shift));
    stored.push_back(static_cast<std::uint16_t>(as.limit << as.shift));
    const int count = static_cast<int>(stored.size());
    std::vector<std::uint16_t> whole(stored.size() + kWholeRoom), back(stored.size());
    whole_sums()->load_shorts(stored.data(), as, count, whole.data());
    whole_sums()->store_shorts(whole.data(), as, count, back.data());
    EXPECT_EQ(back, stored);
    std::vector<float> floats(stored.size());
    std::vector<std::uint16_t> again(whole.size());
    whole_sums()->floats_of(whole.data(), as, count, floats.data());
    whole_sums()->load_floats(floats.data(), as, count, again.data());
    EXPECT_EQ(again, whole);
  }
  std::vector<std::uint8_t> bytes, back(259);
  for (int code = 0; code < 259; ++code)
    bytes.push_back(static_cast<std::uint8_t>(code));
  std::vector<std::uint16_t> whole(bytes.size() + kWholeRoom);
  whole_sums()->load_bytes(bytes.data(), 259, whole.data());
  whole_sums()->store_bytes(whole.data(), 259, back.data());
  EXPECT_EQ(back, bytes);
  const std::vector<std::uint16_t> highest(40 + kWholeRoom, 65535);
  whole_sums()->store_bytes(highest.data(), 40, back.data());
  EXPECT_EQ(back[0], 255);
  EXPECT_EQ(back[39], 255);
}

}  // namespace
}  // namespace framelane::testing
