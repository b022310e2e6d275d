#include "ui/scope_textures.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

// Shares of the pixels counted at which a point is as bright as it gets: of a column's in the
// waveform, of all in the vectorscope.
constexpr float kWaveFull = 0.011F, kVectorFull = 1.1e-4F;

void add_rows(const std::uint32_t* from, std::uint32_t* to) {
  for (int i = 0; i < kScopeBins; ++i)
    to[i] += from[i];
}

// Neighbouring columns put together, `together` at a time.
void sum_columns(std::span<const std::uint32_t> table, int columns, int together,
                 std::vector<std::uint32_t>& sums) {
  const int rows = (columns + together - 1) / together;
  sums.assign(static_cast<std::size_t>(3 * rows) * kScopeBins, 0);
  for (int c = 0; c < 3; ++c)
    for (int x = 0; x < columns; ++x)
      add_rows(&table[static_cast<std::size_t>(c * columns + x) * kScopeBins],
               &sums[static_cast<std::size_t>(c * rows + x / together) * kScopeBins]);
}

void set_alpha_only() {
  const std::array<GLint, 4> swizzle{GL_ONE, GL_ONE, GL_ONE, GL_RED};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
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

void ScopeTextures::upload(GlTexture& texture, Size size) {
  if (!texture.is(GL_R8, size)) {
    texture = GlTexture(GL_R8, size, GL_LINEAR);
    set_alpha_only();
  }
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width, size.height, GL_RED, GL_UNSIGNED_BYTE,
                  levels_.data());
}

WaveTexture ScopeTextures::waveform(const ScopesModel& model, float pixels) {
  const auto& tables = model.tables.of(model.on.side);
  if (!tables || tables->table(Scope::waveform).empty()) return {};
  const int columns = tables->work(Scope::waveform)->columns;
  const int together = std::max(1, static_cast<int>(static_cast<float>(columns) / pixels));
  const int rows = (columns + together - 1) / together;
  const Key key{model.revision, model.on.side, together};
  if (wave_.key != key) {
    sum_columns(tables->table(Scope::waveform), columns, together, sums_);
    levels_.resize(sums_.size());
    const float in_row =
        static_cast<float>(tables->samples(Scope::waveform)) / static_cast<float>(rows);
    make_scope_levels(sums_, kWaveFull * in_row, levels_.data());
    upload(wave_.texture, {kScopeBins, 3 * rows});
    wave_.key = key;
  }
  // Half a row is left out at the ends, where the next wave would shine through.
  WaveTexture waves{wave_.texture.name(), {}};
  const auto all = static_cast<float>(3 * rows);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto first = static_cast<float>(c) * static_cast<float>(rows);
    waves.rows[c] = {(first + 0.5F) / all, (first + static_cast<float>(rows) - 0.5F) / all};
  }
  return waves;
}

unsigned ScopeTextures::vectorscope(const ScopesModel& model) {
  const auto& tables = model.tables.of(model.on.side);
  if (!tables || tables->table(Scope::vectorscope).empty()) return 0;
  const Key key{model.revision, model.on.side, 1};
  if (vector_.key != key) {
    const auto counts = tables->table(Scope::vectorscope);
    levels_.resize(counts.size());
    make_scope_levels(counts, kVectorFull * static_cast<float>(tables->samples(Scope::vectorscope)),
                      levels_.data());
    upload(vector_.texture, {kScopeBins, kScopeBins});
    vector_.key = key;
  }
  return vector_.texture.name();
}

}  // namespace framelane
