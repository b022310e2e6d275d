#pragma once
#include "gpu/filters/exchange_network.h"
#include "gpu/filters/pass_work.h"

// The median of a square window by an exchange network made at compile time, the same list of
// exchanges on both devices. Two windows one above the other share all rows but one of each: the
// shared rows (the core) are sorted first, as sorted columns merged two by two, and after each
// merge samples are dropped that more than half of a window lie above or below. What is left then
// meets each window's own row (the extras), sorted.
namespace framelane {

inline constexpr int kMaxNetworkRadius = 5;

// Whether there is a network for this window.
inline bool median_by_network(const MedianWork& work) {
  const int side = 2 * work.radius_x + 1;
  return work.radius_x == work.radius_y && work.radius_x <= kMaxNetworkRadius &&
         work.rank == (side * side - 1) / 2;
}

constexpr void put_shortest_first(SortedWires* lists, int count) {
  for (int first = 0; first < 2; ++first)
    for (int i = first + 1; i < count; ++i)
      if (lists[i].count < lists[first].count) {
        const SortedWires other = lists[first];
        lists[first] = lists[i];
        lists[i] = other;
      }
}

// Sizes for windows of 2 R + 1 samples a side.
template <int R>
struct MedianSizes {
  static constexpr int kSide = 2 * R + 1, kHalf = (kSide * kSide - 1) / 2;
  static constexpr int kCoreRows = 2 * R, kCore = kCoreRows * kSide;
  static constexpr int kKept = kSide + 1;       // of the core
  static constexpr int kFinal = kKept + kSide;  // the kept ones, ascending, and the extras
  static_assert(kCore <= kMostWires);
};

struct MedianCore {
  Network network;
  SortedWires kept;
};

// Wires: column by column.
template <int R>
constexpr MedianCore make_median_core() {
  using Sizes = MedianSizes<R>;
  MedianCore core;
  SortedWires lists[Sizes::kSide];
  for (int c = 0; c < Sizes::kSide; ++c)
    lists[c] = sorted(core.network, Sizes::kCoreRows * c, Sizes::kCoreRows);
  for (int left = Sizes::kSide; left > 1; --left) {
    put_shortest_first(lists, left);
    SortedWires both = merged(core.network, lists[0], lists[1]);
    both.below = lists[0].below + lists[1].below;
    both.above = lists[0].above + lists[1].above;
    both.drop(Sizes::kHalf);
    lists[0] = both;
    lists[1] = lists[left - 1];
  }
  core.kept = lists[0];
  bool wanted[kMostWires] = {};
  for (int i = 0; i < core.kept.count; ++i)
    wanted[core.kept.wire[i]] = true;
  core.network.prune(wanted);
  return core;
}

// Of the kept ones a and the sorted extras b the median is the highest of a[0] and each
// min(a[i], b[side - i]). It ends on wire kSide.
template <int R>
constexpr Network make_median_final() {
  using Sizes = MedianSizes<R>;
  Network network;
  const SortedWires extras = sorted(network, Sizes::kKept, Sizes::kSide);
  for (int i = 1; i <= Sizes::kSide; ++i)
    network.exchange(i, extras.wire[Sizes::kSide - i]);
  for (int i = 0; i < Sizes::kSide; ++i)
    network.exchange(i, i + 1);
  bool wanted[kMostWires] = {};
  wanted[Sizes::kSide] = true;
  network.prune(wanted);
  return network;
}

template <int R>
inline constexpr MedianCore kMedianCore = make_median_core<R>();
template <int R>
inline constexpr Network kMedianFinal = make_median_final<R>();

}  // namespace framelane
