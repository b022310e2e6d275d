#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "gpu/picture.h"
#include "gpu/scopes/scope_work.h"

namespace framelane {

// Of which picture: the source, or the result.
enum class ScopeSide : std::uint8_t { before, after };

// Which scopes are to be counted, and of which picture. The histogram is counted of both, as it
// shows them together. Thread-safety: a value.
struct ScopeWants {
  bool histogram = false, waveform = false, vectorscope = false;
  ScopeSide side = ScopeSide::after;

  [[nodiscard]] bool any() const { return histogram || waveform || vectorscope; }
  [[nodiscard]] bool has(Scope scope) const;
  // Whether a scope is counted of that picture.
  [[nodiscard]] bool has(Scope scope, ScopeSide of) const;
  friend bool operator==(const ScopeWants&, const ScopeWants&) = default;
};

// How a picture's tables lie in one block: those that are wanted, one behind the other.
// Thread-safety: a value.
struct ScopeLayout {
  std::array<std::optional<ScopeWork>, kScopes> works;
  std::array<std::size_t, kScopes> offsets{};  // bytes
  std::size_t bytes = 0;
  [[nodiscard]] bool empty() const { return bytes == 0; }
};
[[nodiscard]] ScopeLayout scope_layout(const ScopeWants& wants, ScopeSide side,
                                       const FrameFacts& facts, int most_samples);

// What was counted of one picture. Thread-safety: immutable once shared.
struct ScopeTables {
  FrameFacts facts;  // of the picture
  ScopeLayout layout;
  HostBlockRef block;

  // A scope's counts; empty where it was not counted.
  [[nodiscard]] std::span<const std::uint32_t> table(Scope scope) const;
  [[nodiscard]] const std::optional<ScopeWork>& work(Scope scope) const {
    return layout.works[static_cast<std::size_t>(scope)];
  }
  // Pixels counted.
  [[nodiscard]] std::int64_t samples(Scope scope) const;
};

// Of one frame; null where nothing was counted. A chain without effect has one for both.
struct FrameScopes {
  std::shared_ptr<const ScopeTables> before, after;
  [[nodiscard]] const std::shared_ptr<const ScopeTables>& of(ScopeSide side) const {
    return side == ScopeSide::before ? before : after;
  }
  [[nodiscard]] bool empty() const { return !before && !after; }
};

}  // namespace framelane
