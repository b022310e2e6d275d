#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "gpu/scopes/scope_tables.h"

namespace framelane {

// What the scopes' panels show. Thread-safety: a value; tables are shared read-only.
struct ScopesModel {
  ScopeWants on;                    // which are switched on, and of which picture
  Scope latest = Scope::histogram;  // the one switched on last, which a small window shows alone
  FrameScopes tables;               // as counted last; empty while nothing was
  std::uint64_t revision = 0;       // raised with new tables
  std::array<std::optional<double>, kScopes> cost_ms;  // mean, by Scope
};

}  // namespace framelane
