#include "gpu/host/passes/median.h"

#include <algorithm>
#include <vector>

#include "gpu/filters/median_key.h"
#include "gpu/filters/median_network.h"
#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

using Key = std::uint16_t;

// Buffers of the calling thread, kept from call to call.
struct Buffers {
  std::vector<Key> keys;  // rows of the window and the band, extended at both ends
  std::vector<std::uint32_t> coarse, fine;
};

Buffers& buffers() {
  thread_local Buffers kept;
  return kept;
}

// Counts of the keys in a sliding window, in two levels.
class RankWindow {
 public:
  RankWindow(Buffers& buffers, int bits)
      : shift_(bits / 2), coarse_(buffers.coarse), fine_(buffers.fine) {
    coarse_.assign(std::size_t{1} << (bits - shift_), 0);
    fine_.assign(std::size_t{1} << bits, 0);
  }
  void add(Key key) {
    ++coarse_[static_cast<std::size_t>(key >> shift_)];
    ++fine_[key];
  }
  void remove(Key key) {
    --coarse_[static_cast<std::size_t>(key >> shift_)];
    --fine_[key];
  }
  [[nodiscard]] Key of_rank(std::uint32_t rank) const {
    std::size_t at = 0;
    while (coarse_[at] <= rank)
      rank -= coarse_[at++];
    at <<= shift_;
    while (fine_[at] <= rank)
      rank -= fine_[at++];
    return static_cast<Key>(at);
  }

 private:
  int shift_;
  std::vector<std::uint32_t>& coarse_;
  std::vector<std::uint32_t>& fine_;
};

struct Median {
  const MedianWork& work;
  const ImageView& in;
  const ImageView& out;
  int c;
  std::size_t width, pitch;  // of a row of keys

  Median(const MedianWork& median, const HostPassCall& call, int component)
      : work(median),
        in(call.in[0]),
        out(call.out[0]),
        c(component),
        width(static_cast<std::size_t>(in.component_width(component))),
        pitch(width + 2 * static_cast<std::size_t>(work.radius_x)) {}

  void load_keys(int y, Key* keys) const {
    const auto codes = row_scratch(0, width);
    load_row(in, c, nearest_inside(y, in.component_height(c)), 0, static_cast<int>(width),
             codes.data());
    const MedianScale scale = median_scale(in);
    const auto margin = static_cast<std::size_t>(work.radius_x);
    for (std::size_t x = 0; x < width; ++x)
      keys[margin + x] = median_key(codes[x], scale);
    std::fill_n(keys, margin, keys[margin]);
    std::fill_n(keys + margin + width, margin, keys[margin + width - 1]);
  }

  template <typename Change>
  void each_in_column(const Key* rows, std::size_t x, Change change) const {
    for (int r = 0; r <= 2 * work.radius_y; ++r)
      change(rows[static_cast<std::size_t>(r) * pitch + x]);
  }

  // rows: the window's rows around row y.
  void rank_row(RankWindow& window, const Key* rows, int y) const {
    const auto taps = 2 * static_cast<std::size_t>(work.radius_x) + 1;
    const auto result = row_scratch(1, width);
    const float unit = median_scale(in).code_of_key;
    const auto add = [&](Key key) { window.add(key); };
    const auto remove = [&](Key key) { window.remove(key); };
    for (std::size_t x = 0; x + 1 < taps; ++x)
      each_in_column(rows, x, add);
    for (std::size_t x = 0; x < width; ++x) {
      each_in_column(rows, x + taps - 1, add);
      result[x] = static_cast<float>(window.of_rank(static_cast<std::uint32_t>(work.rank))) * unit;
      each_in_column(rows, x, remove);
    }
    for (std::size_t x = width; x + 1 < width + taps; ++x)
      each_in_column(rows, x, remove);
    store_row(out, c, y, static_cast<int>(width), result.data());
  }

  void run(int first, int last) const {
    Buffers& kept = buffers();
    const int count = last - first + 2 * work.radius_y;
    const auto rows = static_cast<std::size_t>(count);
    if (kept.keys.size() < rows * pitch) kept.keys.resize(rows * pitch);
    for (std::size_t r = 0; r < rows; ++r)
      load_keys(first - work.radius_y + static_cast<int>(r), kept.keys.data() + r * pitch);
    RankWindow window(kept, median_scale(in).bits);
    for (int y = first; y < last; ++y)
      rank_row(window, kept.keys.data() + static_cast<std::size_t>(y - first) * pitch, y);
  }
};

}  // namespace

void run_on_host(const MedianWork& work, const HostPassCall& call) {
  const bool network = median_by_network(work);
  const bool narrow = median_scale(call.in[0]).bits == 8;
  const BandLimits limits = network  ? BandLimits{16, 32}
                            : narrow ? BandLimits{32, 64}
                                     : BandLimits{8, 8};
  each_band(call, limits, [&](int c, int first, int last) {
    if ((work.components >> c & 1) == 0) {
      const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
      for (int y = first; y < last; ++y)
        copy_row(call.in[0], call.out[0], c, y, scratch.data());
    } else if (network) {
      median_network_rows(work.radius_x, call, c, first, last);
    } else if (narrow) {
      rank_by_columns(work, call, c, first, last);
    } else {
      Median(work, call, c).run(first, last);
    }
  });
}

}  // namespace framelane
