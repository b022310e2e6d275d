#include <vector>

#include "gpu/host/passes/median.h"
#include "gpu/host/passes/median_rows.h"
#include "gpu/host/passes/vectors.h"

// Ranks of 8-bit keys in windows of any size at a cost that does not depend on it (Perreault and
// Hebert, "Median filtering in constant time", 2007): each column counts its keys, a window's
// counts change by one column coming and one going, and fine counts are kept up only for the part
// of the range that the rank falls into.
namespace framelane {
namespace {

using Counts [[gnu::vector_size(32)]] = std::uint16_t;
constexpr int kParts = 16;    // of the key range, with so many keys each
constexpr int kStripe = 256;  // columns done at a time, whose counts stay in a cache

struct ColumnCounts {
  std::uint16_t parts[kParts];
  std::uint16_t keys[kParts][kParts];

  void add(std::uint8_t key) {
    ++parts[key / kParts];
    ++keys[key / kParts][key % kParts];
  }
  void remove(std::uint8_t key) {
    --parts[key / kParts];
    --keys[key / kParts][key % kParts];
  }
};

[[gnu::always_inline]] inline void add_counts(Counts& counts, const std::uint16_t* more) {
  Counts column;
  load_vector(column, more);
  counts += column;
}
[[gnu::always_inline]] inline void take_counts(Counts& counts, const std::uint16_t* less) {
  Counts column;
  load_vector(column, less);
  counts -= column;
}

// The first of the counts with which more than `rank` are reached; rank is left within it.
[[gnu::always_inline]] inline int reach(const Counts& counts, int& rank) {
  std::uint16_t each[kParts];
  store_vector(counts, each);
  int at = 0;
  while (each[at] <= rank)
    rank -= each[at++];
  return at;
}

// Counts of the window that moves along a row of columns.
class MovingWindow {
 public:
  MovingWindow(const ColumnCounts* columns, int taps) : columns_(columns), taps_(taps) {
    std::fill_n(place_, kParts, -taps);
    for (int i = 0; i < taps; ++i)
      add_counts(parts_, columns[i].parts);
  }
  // To column x from the one before it.
  [[gnu::always_inline]] void move_to(int x) {
    add_counts(parts_, columns_[x + taps_ - 1].parts);
    take_counts(parts_, columns_[x - 1].parts);
  }
  [[nodiscard]] [[gnu::always_inline]] std::uint8_t key_of_rank(int x, int rank) {
    const int part = reach(parts_, rank);
    bring(part, x);
    return static_cast<std::uint8_t>(part * kParts + reach(keys_[part], rank));
  }

 private:
  // Fine counts of a part, from where they were last wanted.
  [[gnu::always_inline]] void bring(int part, int x) {
    Counts& counts = keys_[part];
    if (2 * (x - place_[part]) > taps_) {
      counts = Counts{};
      for (int i = 0; i < taps_; ++i)
        add_counts(counts, columns_[x + i].keys[part]);
    } else {
      for (int i = place_[part]; i < x; ++i) {
        add_counts(counts, columns_[i + taps_].keys[part]);
        take_counts(counts, columns_[i].keys[part]);
      }
    }
    place_[part] = x;
  }

  const ColumnCounts* columns_;
  int taps_;
  Counts parts_ = {}, keys_[kParts] = {};
  int place_[kParts];  // column that each of keys_ stands for
};

class ColumnRows {
 public:
  ColumnRows(const MedianWork& work, const HostPassCall& call, int c)
      : work_(work),
        in_(call.in[0]),
        out_(call.out[0]),
        c_(c),
        width_(in_.component_width(c)),
        taps_(2 * work.radius_x + 1),
        pitch_(static_cast<std::size_t>(width_ + 2 * work.radius_x)) {}

  void run(int first, int last) {
    const int count = last - first + 2 * work_.radius_y;
    thread_local std::vector<std::uint8_t> kept;
    const std::size_t rows =
        static_cast<std::size_t>(count) + static_cast<std::size_t>(last - first);
    if (kept.size() < rows * pitch_) kept.resize(rows * pitch_);
    keys_ = kept.data();
    results_ = keys_ + static_cast<std::size_t>(count) * pitch_;
    for (int r = 0; r < count; ++r)
      load_keys<NarrowKeys>(in_, c_, first - work_.radius_y + r, work_.radius_x, key_row(r));
    for (int left = 0; left < width_; left += kStripe)
      fill_stripe(left, last - first);
    for (int y = first; y < last; ++y)
      store_keys<NarrowKeys>(in_, out_, c_, y,
                             results_ + static_cast<std::size_t>(y - first) * pitch_);
  }

 private:
  [[nodiscard]] std::uint8_t* key_row(int r) const {
    return keys_ + static_cast<std::size_t>(r) * pitch_;
  }

  void fill_stripe(int left, int rows) {
    const int count = std::min(kStripe, width_ - left);
    const auto columns = static_cast<std::size_t>(count + taps_ - 1);
    thread_local std::vector<ColumnCounts> counts;
    counts.assign(columns, {});
    for (int r = 0; r < 2 * work_.radius_y; ++r)
      for (std::size_t i = 0; i < columns; ++i)
        counts[i].add(key_row(r)[static_cast<std::size_t>(left) + i]);
    for (int r = 0; r < rows; ++r) {
      const std::uint8_t* const above = key_row(r) + left;
      const std::uint8_t* const below = key_row(r + 2 * work_.radius_y) + left;
      for (std::size_t i = 0; i < columns; ++i)
        counts[i].add(below[i]);
      std::uint8_t* const results = results_ + static_cast<std::size_t>(r) * pitch_ + left;
      const ColumnCounts* const from = counts.data();
      with_widest_vectors([&] [[gnu::always_inline]] { find_row(from, count, results); });
      for (std::size_t i = 0; i < columns; ++i)
        counts[i].remove(above[i]);
    }
  }

  [[gnu::always_inline]] void find_row(const ColumnCounts* columns, int count,
                                       std::uint8_t* results) const {
    MovingWindow window(columns, taps_);
    for (int x = 0; x < count; ++x) {
      if (x > 0) window.move_to(x);
      results[x] = window.key_of_rank(x, work_.rank);
    }
  }

  const MedianWork& work_;
  const ImageView& in_;
  const ImageView& out_;
  int c_, width_, taps_;
  std::size_t pitch_;  // of a row of keys
  std::uint8_t* keys_ = nullptr;
  std::uint8_t* results_ = nullptr;
};

}  // namespace

void rank_by_columns(const MedianWork& work, const HostPassCall& call, int c, int first, int last) {
  ColumnRows(work, call, c).run(first, last);
}

}  // namespace framelane
