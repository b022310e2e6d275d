#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ui/gl.h"
#include "ui/scopes_model.h"

namespace framelane {

// Where the three waves lie in a texture: its columns are values, its rows columns of the picture.
struct WaveTexture {
  unsigned texture = 0;                           // 0: nothing was counted yet
  std::array<std::pair<float, float>, 3> rows{};  // 0 to 1, by R, G, B
};

// The waveform and the vectorscope as textures: alpha for brightness, white. Made of the counts
// only when there are new ones. Thread-safety: the thread of the OpenGL context.
class ScopeTextures {
 public:
  // `pixels`: device pixels that each wave is drawn across; columns that find none are put
  // together.
  [[nodiscard]] WaveTexture waveform(const ScopesModel& model, float pixels);
  [[nodiscard]] unsigned vectorscope(const ScopesModel& model);

 private:
  // What a texture was made of.
  struct Key {
    std::uint64_t revision = 0;
    ScopeSide side = ScopeSide::after;
    int together = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Made {
    GlTexture texture;
    std::optional<Key> key;
  };
  void upload(GlTexture& texture, Size size);

  Made wave_, vector_;
  std::vector<std::uint32_t> sums_;
  std::vector<std::uint8_t> levels_;
};

// Brightness of a count: its square root, full from `full` counts on.
void make_scope_levels(std::span<const std::uint32_t> counts, float full, std::uint8_t* levels);

}  // namespace framelane
