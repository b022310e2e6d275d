#include "ui/scope_shapes.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

// Shares of the pixels counted at which a point is as bright as it gets: of a column's in the
// waveform, of all in the vectorscope.
constexpr float kWaveFull = 0.011F, kVectorFull = 1.1e-4F;
constexpr std::size_t kBins = kScopeBins;

using Column = std::array<std::uint32_t, kBins>;

void add_column(const std::uint32_t* from, Column& to) {
  for (std::size_t i = 0; i < kBins; ++i)
    to[i] += from[i];
}

// Neighbouring columns are put together, `together` at a time.
void make_waveform(const ScopeTables& tables, int together, ScopeShape& shape) {
  const std::span<const std::uint32_t> counts = tables.table(Scope::waveform);
  const int columns = tables.work(Scope::waveform)->columns;
  const int rows = (columns + together - 1) / together;
  const float full =
      kWaveFull * static_cast<float>(tables.samples(Scope::waveform)) / static_cast<float>(rows);
  shape.size = {kScopeBins, 3 * rows};
  shape.levels.resize(static_cast<std::size_t>(3 * rows) * kBins);
  std::uint8_t* levels = shape.levels.data();
  for (int c = 0; c < 3; ++c)
    for (int first = 0; first < columns; first += together, levels += kBins) {
      Column sum{};
      for (int x = first; x < std::min(first + together, columns); ++x)
        add_column(&counts[static_cast<std::size_t>(c * columns + x) * kBins], sum);
      make_scope_levels(sum, full, levels);
    }
}

void make_vectorscope(const ScopeTables& tables, ScopeShape& shape) {
  const std::span<const std::uint32_t> counts = tables.table(Scope::vectorscope);
  shape.size = {kScopeBins, kScopeBins};
  shape.levels.resize(counts.size());
  make_scope_levels(counts, kVectorFull * static_cast<float>(tables.samples(Scope::vectorscope)),
                    shape.levels.data());
}

// Each value is the mean of five neighbours: stretching limited range to full leaves gaps between
// the bins.
HistogramCurve curve_of(const ScopeTables& tables, std::size_t channel) {
  const auto counts = tables.table(Scope::histogram).subspan(channel * kBins, kBins);
  const auto samples =
      static_cast<float>(std::max<std::int64_t>(tables.samples(Scope::histogram), 1));
  HistogramCurve curve{};
  for (int i = 0; i < kScopeBins; ++i) {
    const int first = std::max(0, i - 2), last = std::min(kScopeBins - 1, i + 2);
    float sum = 0;
    for (int k = first; k <= last; ++k)
      sum += static_cast<float>(counts[static_cast<std::size_t>(k)]);
    curve[static_cast<std::size_t>(i)] = sum / (static_cast<float>(last - first + 1) * samples);
  }
  return curve;
}

float peak_of(const HistogramCurve& curve) {
  return *std::max_element(curve.begin() + 3, curve.end() - 4);
}

void make_histogram(const ScopeOrder& order, HistogramCurves& curves) {
  constexpr std::size_t kLuma = 3;
  curves = {};
  for (std::size_t c = 0; c < curves.chosen.size(); ++c) {
    curves.chosen[c] = curve_of(*order.tables, c);
    curves.peak = std::max(curves.peak, peak_of(curves.chosen[c]));
  }
  if (!order.other || order.other->table(Scope::histogram).empty()) return;
  curves.other = curve_of(*order.other, kLuma);
  curves.peak = std::max(curves.peak, peak_of(*curves.other));
}

}  // namespace

void make_scope_levels(std::span<const std::uint32_t> counts, float full, std::uint8_t* levels) {
  const float gain = 255.0F * 255.0F / std::max(full, 1.0F);
  const std::uint32_t* from = counts.data();
  const std::size_t n = counts.size();
  for (std::size_t i = 0; i < n; ++i) {
    // A count is below 2^31; a signed conversion is one instruction.
    const float level = std::sqrt(static_cast<float>(static_cast<std::int32_t>(from[i])) * gain);
    levels[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(std::min(level, 255.0F)));
  }
}

void make_scope_shape(const ScopeOrder& order, ScopeShape& shape) {
  switch (order.scope) {
    case Scope::histogram:
      return make_histogram(order, shape.curves);
    case Scope::waveform:
      return make_waveform(*order.tables, order.together, shape);
    case Scope::vectorscope:
      return make_vectorscope(*order.tables, shape);
  }
}

}  // namespace framelane
