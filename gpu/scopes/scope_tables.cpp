#include "gpu/scopes/scope_tables.h"

namespace framelane {

bool ScopeWants::has(Scope scope) const {
  switch (scope) {
    case Scope::histogram:
      return histogram;
    case Scope::waveform:
      return waveform;
    case Scope::vectorscope:
      break;
  }
  return vectorscope;
}

bool ScopeWants::has(Scope scope, ScopeSide of) const {
  return has(scope) && (scope == Scope::histogram || of == side);
}

ScopeLayout scope_layout(const ScopeWants& wants, ScopeSide side, const FrameFacts& facts,
                         int most_samples) {
  ScopeLayout layout;
  for (const Scope scope : kAllScopes) {
    if (!wants.has(scope, side)) continue;
    const auto i = static_cast<std::size_t>(scope);
    layout.works[i] = scope_work(scope, facts, most_samples);
    layout.offsets[i] = layout.bytes;
    layout.bytes +=
        align_up(scope_table_size(*layout.works[i]) * sizeof(std::uint32_t), kPitchAlign);
  }
  return layout;
}

std::span<const std::uint32_t> ScopeTables::table(Scope scope) const {
  const auto& wanted = work(scope);
  if (!wanted) return {};
  const std::byte* first = block->data + layout.offsets[static_cast<std::size_t>(scope)];
  return {reinterpret_cast<const std::uint32_t*>(first), scope_table_size(*wanted)};
}

std::int64_t ScopeTables::samples(Scope scope) const {
  const auto& wanted = work(scope);
  return wanted ? scope_samples(*wanted, facts.width, facts.height) : 0;
}

}  // namespace framelane
