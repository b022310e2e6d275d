#pragma once
#include <cstdint>

// Networks of exchanges made at compile time.
namespace framelane {

// Sorts two wires; wants: 1 the lower, 2 the higher value is used later, 3 both.
struct Exchange {
  std::uint8_t low, high, wants;
};

constexpr int kMostExchanges = 2048, kMostWires = 128;

struct Network {
  Exchange steps[kMostExchanges] = {};
  int count = 0;

  constexpr void exchange(int low, int high) {
    steps[count++] = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), 3};
  }
  // Drops what no wanted wire depends on.
  constexpr void prune(bool (&wanted)[kMostWires]) {
    int kept = kMostExchanges;
    for (int i = count - 1; i >= 0; --i) {
      Exchange step = steps[i];
      step.wants =
          static_cast<std::uint8_t>((wanted[step.low] ? 1 : 0) | (wanted[step.high] ? 2 : 0));
      if (step.wants == 0) continue;
      wanted[step.low] = wanted[step.high] = true;
      steps[--kept] = step;
    }
    count = kMostExchanges - kept;
    for (int i = 0; i < count; ++i)
      steps[i] = steps[kept + i];
  }
};

// Wires in ascending order, and how many samples below and above them were dropped.
struct SortedWires {
  int wire[kMostWires] = {};
  int count = 0, below = 0, above = 0;

  // Those at first, first + 2, ...
  [[nodiscard]] constexpr SortedWires every_other(int first) const {
    SortedWires half;
    for (int i = first; i < count; i += 2)
      half.wire[half.count++] = wire[i];
    return half;
  }
  // Drops those that more than `half` of a window's samples lie above or below.
  constexpr void drop(int half) {
    const int low = above + count - 1 - half, high = half - below;
    int kept = 0;
    for (int i = 0; i < count; ++i)
      if (i >= low && i <= high) wire[kept++] = wire[i];
    above += high < count - 1 ? count - 1 - high : 0;
    below += low > 0 ? low : 0;
    count = kept;
  }
};

// Batcher's odd-even merge of two sorted lists of any lengths.
constexpr SortedWires merged(Network& network, const SortedWires& a, const SortedWires& b) {
  SortedWires out;
  if (a.count == 0 || b.count == 0) {
    out = a.count == 0 ? b : a;
    return out;
  }
  if (a.count == 1 && b.count == 1) {
    network.exchange(a.wire[0], b.wire[0]);
    out.wire[0] = a.wire[0];
    out.wire[1] = b.wire[0];
    out.count = 2;
    return out;
  }
  const SortedWires even = merged(network, a.every_other(0), b.every_other(0));
  const SortedWires odd = merged(network, a.every_other(1), b.every_other(1));
  out.wire[out.count++] = even.wire[0];
  for (int i = 0; i < odd.count || i + 1 < even.count; ++i) {
    if (i < odd.count && i + 1 < even.count) network.exchange(odd.wire[i], even.wire[i + 1]);
    if (i < odd.count) out.wire[out.count++] = odd.wire[i];
    if (i + 1 < even.count) out.wire[out.count++] = even.wire[i + 1];
  }
  return out;
}

constexpr SortedWires sorted(Network& network, int first, int count) {
  SortedWires out;
  if (count == 1) {
    out.wire[out.count++] = first;
    return out;
  }
  const SortedWires a = sorted(network, first, count / 2);
  return merged(network, a, sorted(network, first + count / 2, count - count / 2));
}

}  // namespace framelane
