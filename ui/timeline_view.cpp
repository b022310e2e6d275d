#include "ui/timeline_view.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

// Frames that a stretch shows when nobody chose it, and between how many it is left alone.
constexpr std::int64_t kFrames = 8, kFewest = 6, kViewMost = 24;
// Of a stretch: what is seen before the frame at its left edge.
constexpr std::int64_t kLead = 40;

// The smallest of 1, 2, 5 times a power of ten that is no less.
Nanoseconds round_up(Nanoseconds least) {
  Nanoseconds::rep power = 1;
  for (;; power *= 10)
    for (const Nanoseconds::rep digit : {1, 2, 5})
      if (digit * power >= least.count()) return Nanoseconds{digit * power};
}

Interval extent(const TimelineModel& model) {
  Interval all;
  bool any = false;
  for (const TimelineRow& row : model.rows) {
    if (row.blocks.empty()) continue;
    const Nanoseconds start = row.blocks.front().start, end = row.blocks.back().end;
    all = any ? Interval{std::min(all.start, start), std::max(all.end, end)} : Interval{start, end};
    any = true;
  }
  return all;
}

// Where the lanes' work begins.
Nanoseconds lanes_begin(const TimelineModel& model, Nanoseconds otherwise) {
  Nanoseconds first = Nanoseconds::max();
  for (std::size_t i = 1; i + 1 < model.rows.size(); ++i)
    if (!model.rows[i].blocks.empty()) first = std::min(first, model.rows[i].blocks.front().start);
  return first == Nanoseconds::max() ? otherwise : first;
}

// The last upload in the first lane that begins no later.
Nanoseconds trigger(const TimelineModel& model, Nanoseconds latest) {
  if (model.rows.size() < 3) return latest;
  const auto& blocks = model.rows[1].blocks;
  auto at = std::ranges::upper_bound(blocks, latest, {}, &TimelineBlock::start);
  while (at != blocks.begin()) {
    --at;
    if (at->stage == Stage::upload && !at->waiting) return at->start;
  }
  return latest;
}

}  // namespace

TimelineAxis timeline_axis(Nanoseconds span, int most) {
  TimelineAxis axis;
  const Nanoseconds::rep steps = std::max(most, 1);
  axis.step = round_up((span + Nanoseconds{steps - 1}) / steps);
  for (Nanoseconds::rep unit = 1'000'000; unit > axis.step.count(); unit /= 10)
    ++axis.decimals;
  return axis;
}

void TimelineView::choose_span(const TimelineModel& model) {
  if (chosen_ || model.period <= Nanoseconds{0}) return;
  Nanoseconds wanted = kFrames * model.period;
  const bool fits = span_ >= kFewest * model.period && span_ <= kViewMost * model.period;
  if (model.burst) {
    wanted = std::min(wanted, model.burst->at.length() * 5 / 4);
  } else if (fits) {
    return;
  }
  span_ = kDivisions * std::max(timeline_axis(wanted, kDivisions).step, kShortest / kDivisions);
}

void TimelineView::follow(const TimelineModel& model) {
  content_ = extent(model);
  if (held_ && content_.length() > Nanoseconds{0}) return;
  held_ = false;
  choose_span(model);
  const Nanoseconds lead = span_ / kLead;
  const Nanoseconds begin =
      model.burst ? model.burst->at.start : lanes_begin(model, content_.start);
  const Nanoseconds end = model.burst ? model.burst->at.end : model.known_until;
  from_ = begin - lead;
  // Longer than what fits: its end.
  if (end > from_ + span_) from_ = std::max(trigger(model, end - span_ + lead) - lead, from_);
}

void TimelineView::zoom(double by, double at) {
  const Nanoseconds longest = std::max(content_.length() * 5 / 4, Nanoseconds{14'000'000});
  const auto span = Nanoseconds{std::llround(static_cast<double>(span_.count()) * by)};
  const Nanoseconds next = std::clamp(span, kShortest, longest);
  from_ += Nanoseconds{std::llround(static_cast<double>((span_ - next).count()) * at)};
  span_ = next;
  chosen_ = true;
  keep_in_reach();
}

void TimelineView::move_to(Nanoseconds from) {
  from_ = from;
  keep_in_reach();
}

// A tenth of the stretch, at least, has something in it.
void TimelineView::keep_in_reach() {
  from_ = std::clamp(from_, content_.start - span_ * 9 / 10,
                     std::max(content_.start - span_ * 9 / 10, content_.end - span_ / 10));
}

void TimelineView::hold() {
  if (held_) return;
  held_ = true;
  origin_ = from_;
}

void TimelineView::reset() {
  held_ = chosen_ = false;
}

}  // namespace framelane
