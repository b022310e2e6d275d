#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpu/scopes/scope_tables.h"
#include "ui/geometry.h"

namespace framelane {

// Shares of the pixels counted, by value.
using HistogramCurve = std::array<float, kScopeBins>;

struct HistogramCurves {
  std::array<HistogramCurve, kScopeChannels> chosen{};  // of the picture chosen
  std::optional<HistogramCurve> other;                  // luma of the other one
  float peak = 0;  // the highest of all but what is clipped at the ends
};

// What a panel draws of the counts of one scope. Its memory is used again. Thread-safety: a value.
struct ScopeShape {
  // Brightness, of the waveform and the vectorscope. The columns of the waveform's are values, its
  // rows columns of the picture: R, G, B one under the other.
  Size size;
  std::vector<std::uint8_t> levels;
  HistogramCurves curves;
};

// What a shape is made of. Thread-safety: a value; tables are shared read-only.
struct ScopeOrder {
  Scope scope = Scope::histogram;
  std::uint64_t revision = 0;  // of the tables
  ScopeSide side = ScopeSide::after;
  int together = 1;  // columns of the waveform that share one
  std::shared_ptr<const ScopeTables> tables, other;
};

void make_scope_shape(const ScopeOrder& order, ScopeShape& shape);

// Brightness of a count: its square root, full from `full` counts on.
void make_scope_levels(std::span<const std::uint32_t> counts, float full, std::uint8_t* levels);

}  // namespace framelane
