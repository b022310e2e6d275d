#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "gpu/frame_times.h"
#include "ui/gl.h"
#include "ui/scope_worker.h"
#include "ui/scopes_model.h"

namespace framelane {

// Where the three waves lie in a texture: its columns are values, its rows columns of the picture.
struct WaveTexture {
  unsigned texture = 0;                           // 0: nothing was counted yet
  std::array<std::pair<float, float>, 3> rows{};  // 0 to 1, by R, G, B
};

// What the scopes' panels draw: waveform and vectorscope as textures (alpha for brightness, white),
// and the histogram's curves. While playing another thread makes them of the counts, and a turn
// takes over one of them at most, so that no frame has the work of all. Thread-safety: the thread
// of the OpenGL context.
class ScopeTextures {
 public:
  // How often each is renewed at most, a little less than two frames at 60 a second.
  static constexpr Nanoseconds kEvery{30'000'000};
  // Turns that far apart have time for all.
  static constexpr Nanoseconds kRare{100'000'000};

  struct Turn {
    Nanoseconds now{0};
    bool still = false;  // the picture does not change: all must be of it
    // Device pixels that each wave is drawn across; columns that find none are put together.
    float wave_pixels = 1;
  };
  void renew(const ScopesModel& model, const Turn& turn);

  [[nodiscard]] WaveTexture waveform() const;
  [[nodiscard]] unsigned vectorscope() const;              // 0: nothing was counted yet
  [[nodiscard]] const HistogramCurves* histogram() const;  // null: the same
  // ScopesModel::revision that a scope shows, if it shows any.
  [[nodiscard]] std::optional<std::uint64_t> revision(Scope scope) const;

 private:
  // What was made, and of what.
  struct Shown {
    GlTexture texture;
    Size size;
    HistogramCurves curves;
    std::optional<ScopeOrder> order;  // without its tables
    Nanoseconds ordered{0};
  };
  [[nodiscard]] Shown& of(Scope scope) { return shown_[static_cast<std::size_t>(scope)]; }
  [[nodiscard]] const Shown& of(Scope scope) const {
    return shown_[static_cast<std::size_t>(scope)];
  }
  void take_made();
  void make_at_once(const ScopeOrder& order);
  void show(const ScopeOrder& order, const ScopeShape& shape);

  std::array<Shown, kScopes> shown_;
  ScopeShape shape_;  // made on this thread
  std::optional<Nanoseconds> last_turn_;
  ScopeWorker worker_;
};

}  // namespace framelane
