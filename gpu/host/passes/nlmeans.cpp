#include <algorithm>

#include "gpu/host/passes/padded_rows.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/vectors.h"

namespace framelane {
namespace {

// Columns done at a time: what one offset reads and adds up stays in the nearest caches.
constexpr int kChunk = 256;

// Sums over a patch of more samples go from one to the next, smaller ones anew for each.
constexpr int kMostTaps = 15;

// A band of one component. Buffers are the calling thread's.
class Band {
 public:
  Band(const NlmeansWork& work, const HostPassCall& call, int c, int first, int last)
      : work_(work),
        part_(work.components[c]),
        in_(call.in[0]),
        out_(call.out[0]),
        cancel_(call.cancel),
        c_(c),
        first_(first),
        last_(last),
        width_(in_.component_width(c)),
        height_(in_.component_height(c)),
        stride_(width_ + kFloat8),
        taps_(2 * part_.patch + 1),
        rows_(in_, c, (last - first) / 2 + part_.patch + part_.search + 1,
              part_.patch + part_.search, 2 * kFloat8),
        differences_(row_scratch(0, static_cast<std::size_t>(kChunk + taps_ + kFloat8))),
        lines_(row_scratch(1, static_cast<std::size_t>(taps_ * kChunk))),
        patches_(row_scratch(2, kChunk)),
        weights_(row_scratch(3, kChunk)),
        sums_(row_scratch(4, static_cast<std::size_t>((last - first) * stride_))),
        totals_(row_scratch(5, static_cast<std::size_t>((last - first) * stride_))) {
    rows_.read_to((first + last) / 2);
  }

  void run() {
    for (int y = first_; y < last_; ++y) {
      std::copy_n(rows_.row(y), width_, sums_.data() + at(y));
      std::fill_n(totals_.data() + at(y), width_, 1.0F);
    }
    for (int left = 0; left < width_; left += kChunk)
      with_widest_vectors([&] [[gnu::always_inline]] { add_offsets(left); });
    for (int y = first_; y < last_; ++y) {
      float* const sums = sums_.data() + at(y);
      const float* const totals = totals_.data() + at(y);
      for (int x = 0; x < width_; ++x)
        sums[x] /= totals[x];
      store_row(out_, c_, y, width_, sums);
    }
  }

 private:
  [[nodiscard]] [[gnu::always_inline]] std::ptrdiff_t at(int y) const {
    return std::ptrdiff_t{y - first_} * stride_;
  }

  [[gnu::always_inline]] void add_offsets(int left) {
    const int count = std::min(kChunk, width_ - left), search = part_.search;
    // With a wide search and large patches a band of a large picture takes seconds.
    for (int dy = -search; dy <= search && !cancelled(); ++dy)
      for (int dx = -search; dx <= search; ++dx)
        if (dx != 0 || dy != 0) add_offset(left, count, dx, dy);
  }

  [[nodiscard]] bool cancelled() const {
    return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
  }

  // Samples whose other one lies inside the picture.
  [[gnu::always_inline]] void add_offset(int left, int count, int dx, int dy) {
    const int top = std::max(first_, -dy), bottom = std::min(last_, height_ - dy);
    if (top >= bottom) return;
    std::fill_n(patches_.data(), kChunk, 0.0F);
    std::fill(lines_.begin(), lines_.end(), 0.0F);
    int slot = 0;
    for (int y = top - part_.patch; y < bottom + part_.patch; ++y) {
      float* const line = lines_.data() + slot * kChunk;
      slot = slot + 1 == taps_ ? 0 : slot + 1;
      take_differences(left, count, y, dx, dy);
      move_patches(line, count);
      if (y < top + part_.patch) continue;
      const int centre = y - part_.patch;
      weigh(count);
      const int inside = std::clamp(-dx - left, 0, count);
      std::fill_n(weights_.data(), inside, 0.0F);
      const int end = std::clamp(width_ - dx - left, 0, count);
      std::fill(weights_.data() + end, weights_.data() + count, 0.0F);
      add_row(left, count, centre, rows_.row(centre + dy) + left + dx);
    }
  }

  // Squared differences along a row of patches. One that alone makes a weight 0 is cut off there:
  // sums that it enters and leaves again stay exact enough.
  [[gnu::always_inline]] void take_differences(int left, int count, int y, int dx, int dy) {
    const float* own = rows_.row(y) + left - part_.patch;
    const float* other = rows_.row(y + dy) + left + dx - part_.patch;
    const Float8 most = -1.01F * work_.cutoff / work_.falloff - Float8{};
    for (int x = 0; x < count + taps_ - 1; x += kFloat8) {
      Float8 a, b;
      load_vector(a, own + x);
      load_vector(b, other + x);
      const Float8 square = (a - b) * (a - b);
      store_vector(square < most ? square : most, differences_.data() + x);
    }
  }

  // The newest row's sums replace the oldest's, in `line`, within the patches'.
  [[gnu::always_inline]] void move_patches(float* line, int count) {
    if (taps_ > kMostTaps) return move_large_patches(line, count);
    for (int x = 0; x < count; x += kFloat8) {
      Float8 sum, next, oldest, patch;
      load_vector(sum, differences_.data() + x);
      for (int k = 1; k < taps_; ++k) {
        load_vector(next, differences_.data() + x + k);
        sum += next;
      }
      load_vector(oldest, line + x);
      load_vector(patch, patches_.data() + x);
      store_vector(patch + (sum - oldest), patches_.data() + x);
      store_vector(sum, line + x);
    }
  }
  void move_large_patches(float* line, int count) {
    double sum = 0;
    for (int k = 0; k + 1 < taps_; ++k)
      sum += static_cast<double>(differences_[static_cast<std::size_t>(k)]);
    for (int i = 0; i < count; ++i) {
      const auto x = static_cast<std::size_t>(i), last = x + static_cast<std::size_t>(taps_ - 1);
      sum += static_cast<double>(differences_[last]);
      const auto whole = static_cast<float>(sum);
      patches_[x] += whole - line[x];
      line[x] = whole;
      sum -= static_cast<double>(differences_[x]);
    }
  }

  [[gnu::always_inline]] void weigh(int count) {
    for (int x = 0; x < count; x += kFloat8) {
      Float8 patch, weight;
      load_vector(patch, patches_.data() + x);
      const Float8 exponent = patch * -work_.falloff;
      weights_of(exponent, weight);
      store_vector(exponent > work_.cutoff ? weight : Float8{}, weights_.data() + x);
    }
  }

  [[gnu::always_inline]] void add_row(int left, int count, int y, const float* samples) {
    float* const sums = sums_.data() + at(y) + left;
    float* const totals = totals_.data() + at(y) + left;
    int x = 0;
    for (; x + kFloat8 <= count; x += kFloat8) {
      Float8 weight, sample, sum, total;
      load_vector(weight, weights_.data() + x);
      load_vector(sample, samples + x);
      load_vector(sum, sums + x);
      load_vector(total, totals + x);
      store_vector(sum + weight * sample, sums + x);
      store_vector(total + weight, totals + x);
    }
    for (; x < count; ++x) {
      sums[x] += weights_[static_cast<std::size_t>(x)] * samples[x];
      totals[x] += weights_[static_cast<std::size_t>(x)];
    }
  }

  const NlmeansWork& work_;
  const NlmeansComponent& part_;
  const ImageView& in_;
  const ImageView& out_;
  const std::atomic<bool>* cancel_;
  int c_, first_, last_, width_, height_;
  int stride_;  // of the rows of sums
  int taps_;    // of a patch along one axis
  PaddedRows rows_;
  std::span<float> differences_;
  std::span<float> lines_;    // sums along each of the patches' rows, in turn
  std::span<float> patches_;  // and over all of them
  std::span<float> weights_;
  std::span<float> sums_, totals_;
};

}  // namespace

void run_on_host(const NlmeansWork& work, const HostPassCall& call) {
  int search = 0;
  for (const NlmeansComponent& part : work.components)
    if (!part.copy) search = std::max(search, part.search);
  const BandLimits limits = search > 10 ? BandLimits{8, 8} : BandLimits{16, 32};
  each_band(call, limits, [&](int c, int first, int last) {
    if (!work.components[c].copy) return Band(work, call, c, first, last).run();
    const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
    for (int y = first; y < last; ++y)
      copy_row(call.in[0], call.out[0], c, y, scratch.data());
  });
}

}  // namespace framelane
