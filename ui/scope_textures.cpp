#include "ui/scope_textures.h"

#include <algorithm>
#include <utility>

namespace framelane {
namespace {

// Nothing while the scope was not counted.
std::optional<ScopeOrder> order_of(const ScopesModel& model, Scope scope, float wave_pixels) {
  const bool after = model.on.side == ScopeSide::after;
  ScopeOrder order{scope,
                   model.revision,
                   model.on.side,
                   1,
                   model.tables.of(model.on.side),
                   after ? model.tables.before : model.tables.after};
  if (!order.tables || order.tables->table(scope).empty()) return std::nullopt;
  if (scope == Scope::waveform) {
    const auto columns = static_cast<float>(order.tables->work(scope)->columns);
    order.together = std::max(1, static_cast<int>(columns / wave_pixels));
  }
  return order;
}

// Whether one may be shown until the other is there: they differ by no more than the frame.
bool follows(const ScopeOrder& order, const std::optional<ScopeOrder>& shown) {
  return shown && shown->side == order.side && shown->together == order.together;
}

void upload(GlTexture& texture, const ScopeShape& shape) {
  if (!texture.is(GL_R8, shape.size)) {
    texture = GlTexture(GL_R8, shape.size, GL_LINEAR);
    const std::array<GLint, 4> alpha_only{GL_ONE, GL_ONE, GL_ONE, GL_RED};
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, alpha_only.data());
  }
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, shape.size.width, shape.size.height, GL_RED,
                  GL_UNSIGNED_BYTE, shape.levels.data());
}

}  // namespace

void ScopeTextures::renew(const ScopesModel& model, const Turn& turn) {
  const bool rare = !last_turn_ || turn.now - *last_turn_ >= kRare;
  last_turn_ = turn.now;
  take_made();
  std::optional<ScopeOrder> next;  // the one that waits longest
  for (const Scope scope : kAllScopes) {
    if (!model.on.has(scope)) continue;
    Shown& shown = of(scope);
    std::optional<ScopeOrder> order = order_of(model, scope, turn.wave_pixels);
    if (!order) {
      shown.order.reset();
      continue;
    }
    const bool goes_on = follows(*order, shown.order);
    if (goes_on && shown.order->revision == order->revision) continue;
    if (turn.still || rare || !goes_on) {
      make_at_once(*order);
      shown.ordered = turn.now;
    } else if (turn.now - shown.ordered >= kEvery &&
               (!next || shown.ordered < of(next->scope).ordered)) {
      next = std::move(order);
    }
  }
  if (!next || !worker_.idle()) return;
  of(next->scope).ordered = turn.now;
  worker_.start(std::move(*next));
}

// Not what came too late: newer ones, or ones of another picture, took its place.
void ScopeTextures::take_made() {
  const ScopeWorker::Made* made = worker_.take();
  if (made == nullptr) return;
  const std::optional<ScopeOrder>& shown = of(made->order.scope).order;
  if (follows(made->order, shown) && made->order.revision > shown->revision)
    show(made->order, made->shape);
}

void ScopeTextures::make_at_once(const ScopeOrder& order) {
  make_scope_shape(order, shape_);
  show(order, shape_);
}

void ScopeTextures::show(const ScopeOrder& order, const ScopeShape& shape) {
  Shown& shown = of(order.scope);
  if (order.scope == Scope::histogram)
    shown.curves = shape.curves;
  else
    upload(shown.texture, shape);
  shown.size = shape.size;
  shown.order = order;
  shown.order->tables.reset();
  shown.order->other.reset();
}

WaveTexture ScopeTextures::waveform() const {
  const Shown& shown = of(Scope::waveform);
  if (!shown.order) return {};
  // Half a row is left out at the ends, where the next wave would shine through.
  WaveTexture waves{shown.texture.name(), {}};
  const auto all = static_cast<float>(shown.size.height), rows = all / 3;
  for (std::size_t c = 0; c < 3; ++c) {
    const float first = static_cast<float>(c) * rows;
    waves.rows[c] = {(first + 0.5F) / all, (first + rows - 0.5F) / all};
  }
  return waves;
}

unsigned ScopeTextures::vectorscope() const {
  const Shown& shown = of(Scope::vectorscope);
  return shown.order ? shown.texture.name() : 0;
}

const HistogramCurves* ScopeTextures::histogram() const {
  const Shown& shown = of(Scope::histogram);
  return shown.order ? &shown.curves : nullptr;
}

std::optional<std::uint64_t> ScopeTextures::revision(Scope scope) const {
  const Shown& shown = of(scope);
  return shown.order ? std::optional(shown.order->revision) : std::nullopt;
}

}  // namespace framelane
