#include "ui/scope_strip.h"

#include <algorithm>
#include <cmath>

#include "ui/theme.h"

namespace framelane {
namespace {

// Widths of one panel. In the strip's order: pixel, waveform, histogram, vectorscope.
struct Slot {
  float least, usual, most;
  bool on = false;
  float width = 0;
};
using Slots = std::array<Slot, 4>;

// Gives or takes `by` in all, in proportion to the usual widths, as far as the slots let it.
void stretch(Slots& slots, float by, bool flexible) {
  for (int round = 0; round < 3 && std::abs(by) > 0.5F; ++round) {
    float weights = 0;
    const auto takes_part = [&](const Slot& slot) {
      const bool bends = slot.most > slot.usual;
      return slot.on && bends == flexible &&
             (by > 0 ? slot.width < slot.most : slot.width > slot.least);
    };
    for (const Slot& slot : slots)
      if (takes_part(slot)) weights += slot.usual;
    if (weights <= 0) return;
    const float share = by / weights;
    for (Slot& slot : slots) {
      if (!takes_part(slot)) continue;
      const float next = std::clamp(slot.width + share * slot.usual, slot.least, slot.most);
      by -= next - slot.width;
      slot.width = next;
    }
  }
}

float missing(const Slots& slots, float room) {
  for (const Slot& slot : slots)
    room -= slot.on ? slot.width + Theme::kGap : 0;
  return room + Theme::kGap;
}

}  // namespace

ScopeStrip scope_strip(Size logical_window, float bottom, bool pixel, const ScopeWants& on) {
  // A vectorscope by itself also carries the switch between before and after.
  const bool lone = on.vectorscope && !on.waveform && !on.histogram;
  const float round = lone ? 320 : 248;
  Slots slots{Slot{360, 560, 560, pixel}, Slot{296, 632, 1264, on.waveform},
              Slot{176, 424, 848, on.histogram}, Slot{200, round, round, on.vectorscope}};
  for (Slot& slot : slots)
    slot.width = slot.usual;
  const float room = static_cast<float>(logical_window.width) - 2 * Theme::kMargin;
  stretch(slots, missing(slots, room), true);
  if (const float short_by = missing(slots, room); short_by < 0) stretch(slots, short_by, false);
  std::array<Rect, 4> boxes;
  float x = Theme::kMargin;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].on) continue;
    const float right = std::round(x + slots[i].width);
    boxes[i] = {x, bottom - ScopeStrip::kHeight, right - x, ScopeStrip::kHeight};
    x = right + Theme::kGap;
  }
  ScopeStrip strip;
  strip.pixel = boxes[0];
  strip.scopes[static_cast<std::size_t>(Scope::waveform)] = boxes[1];
  strip.scopes[static_cast<std::size_t>(Scope::histogram)] = boxes[2];
  strip.scopes[static_cast<std::size_t>(Scope::vectorscope)] = boxes[3];
  return strip;
}

}  // namespace framelane
