#include "app/overlap_figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace framelane {
namespace {

using Row = OverlapModel::Row;
using Stretch = OverlapFeed::Stretch;

OverlapUse use_of(const OverlapFacts& facts, Mode mode, int lanes, HostMemory memory) {
  return {mode, mode == Mode::serial ? 1 : lanes, memory, facts.decoding};
}

OverlapUse use_now(const OverlapFacts& facts) {
  const PipelineSettings& now = facts.settings;
  return use_of(facts, now.mode, now.lanes, now.memory);
}

std::string lanes_text(int lanes) {
  return fmt::format("{} {}", lanes, lanes == 1 ? "lane" : "lanes");
}

void add_bar(Row& row, Stage stage, std::optional<double> ms) {
  if (ms && *ms > 0) row.bars.push_back({stage, *ms});
}

// Stages one after the other are as long as they are; of stages at once counts what the engine is
// busy a frame.
void fill_bars(Row& row, const ModeSummary& frames) {
  if (row.end_to_end) {
    add_bar(row, Stage::upload, frames.upload.mean());
    add_bar(row, Stage::passes, frames.filter.mean());
    add_bar(row, Stage::download, frames.download.mean());
    return;
  }
  const BoundTerms terms = frames.bound({});
  add_bar(row, Stage::decode, terms[BoundStage::decode]);
  add_bar(row, Stage::upload, terms[BoundStage::upload]);
  add_bar(row, Stage::passes, terms[BoundStage::compute]);
  add_bar(row, Stage::download, terms[BoundStage::download]);
}

void measure_row(Row& row, const OverlapFeed& feed, const OverlapUse& use) {
  row.mode = use.mode;
  row.end_to_end = use.mode == Mode::serial;
  const std::optional<Stretch> stretch = feed.find(use);
  if (!stretch) return;
  row.measured_ms = stretch->frames.measured_ms();
  // Copies of pageable memory may block whoever asks for them.
  if (use.memory == HostMemory::pageable && row.measured_ms)
    row.end_to_end = row.end_to_end || *row.measured_ms >= 0.95 * stretch->frames.serial_ms();
  fill_bars(row, stretch->frames);
}

Row mode_row(const OverlapFeed& feed, const OverlapFacts& facts, Mode mode, int lanes) {
  Row row;
  row.name = name_of(mode);
  if (mode == Mode::overlapped) row.name += ", " + lanes_text(lanes);
  const OverlapUse use = use_of(facts, mode, lanes, facts.settings.memory);
  row.lanes = lanes;
  row.now = use == use_now(facts);
  measure_row(row, feed, use);
  return row;
}

Row memory_row(const OverlapFeed& feed, const OverlapFacts& facts) {
  const PipelineSettings& now = facts.settings;
  const bool pinned = now.memory == HostMemory::pinned;
  const HostMemory other = pinned ? HostMemory::pageable : HostMemory::pinned;
  Row row;
  row.name = std::string(pinned ? "pageable, " : "page-locked, ") +
             (now.mode == Mode::overlapped ? lanes_text(now.lanes) : name_of(now.mode));
  row.other_memory = true;
  measure_row(row, feed, use_of(facts, now.mode, now.lanes, other));
  return row;
}

// Two rows of overlapped: the lanes in use, and those used before, else one more.
std::vector<Row> rows_of(const OverlapFeed& feed, const OverlapFacts& facts) {
  const int lanes = facts.settings.lanes;
  const OverlapUse use = use_of(facts, Mode::overlapped, lanes, facts.settings.memory);
  int other = feed.other_lanes(use);
  if (other == 0) other = lanes < kMostLanes ? lanes + 1 : lanes - 1;
  const auto row = [&](Mode mode, int with) { return mode_row(feed, facts, mode, with); };
  return {row(Mode::serial, lanes), row(Mode::overlapped, std::min(lanes, other)),
          row(Mode::overlapped, std::max(lanes, other)), row(Mode::staged, lanes),
          memory_row(feed, facts)};
}

std::optional<Stage> stage_of(BoundStage stage) {
  switch (stage) {
    case BoundStage::decode:
      return Stage::decode;
    case BoundStage::upload:
      return Stage::upload;
    case BoundStage::compute:
      return Stage::passes;
    case BoundStage::download:
      return Stage::download;
    case BoundStage::present:
      return Stage::present;
    case BoundStage::pace:
    case BoundStage::copies:
      break;
  }
  return std::nullopt;
}

std::optional<double> rate_of(BoundStage stage, double ms, const ModeSummary& frames) {
  const bool up = stage == BoundStage::upload || stage == BoundStage::copies;
  const bool down = stage == BoundStage::download || stage == BoundStage::copies;
  const auto bytes = (up ? frames.bytes_up : 0) + (down ? frames.bytes_down : 0);
  if (bytes == 0 || frames.frames == 0 || ms <= 0) return std::nullopt;
  return static_cast<double>(bytes) / static_cast<double>(frames.frames) / (ms * 1e6);
}

std::vector<OverlapModel::Term> terms_of(const std::optional<Stretch>& now,
                                         const OverlapFacts& facts) {
  std::vector<OverlapModel::Term> terms;
  const BoundTerms bound = now ? now->frames.bound(facts.verdict.link) : BoundTerms{};
  for (const BoundStage stage : kBoundStages) {
    const auto ms = bound[stage];
    const bool always = is_device_stage(stage) || (facts.decoding && stage == BoundStage::decode);
    if (!ms && !always) continue;
    OverlapModel::Term term{name_of(stage), stage_of(stage), ms, {}, bound.largest() == stage};
    if (ms) term.gb_per_s = rate_of(stage, *ms, now->frames);
    terms.push_back(std::move(term));
  }
  return terms;
}

std::string rate_text(std::optional<double> gb_per_s) {
  return gb_per_s ? fmt::format("{:.1f}", *gb_per_s) : "\u2013";
}

void name_bound(OverlapModel& model, const OverlapFacts& facts) {
  const int engines = facts.device.copy_engines;
  model.bound_name = "terms of the bound";
  model.bound_tip.clear();
  if (engines == 0) return;
  const std::string name = overlap_name(engines);
  model.bound_name = name.substr(name.find("max("));
  const LinkRates& link = facts.verdict.link;
  model.bound_tip = fmt::format(
      "{}; {} copy engine{}{}{}; measured {} GB/s up, {} down, {} both ways", name, engines,
      engines == 1 ? "" : "s", facts.device.link.empty() ? "" : ", ", facts.device.link,
      rate_text(link.up), rate_text(link.down), rate_text(link.both));
}

// Of a few frames the mean is chance. A burst is short, and whole.
bool is_enough(const std::optional<Stretch>& stretch) {
  constexpr std::int64_t kEnough = 8;
  return stretch && (stretch->burst || stretch->frames.frames >= kEnough) &&
         stretch->frames.measured_ms();
}

// Some mode that overlaps was measured, with the memory in use.
bool overlapped_is_known(const OverlapFeed& feed, const OverlapFacts& facts) {
  for (const Mode mode : {Mode::overlapped, Mode::staged})
    for (int lanes = 1; lanes <= kMostLanes; ++lanes)
      if (is_enough(feed.find(use_of(facts, mode, lanes, facts.settings.memory)))) return true;
  return false;
}

std::string frames_text(const std::optional<Stretch>& now) {
  if (!now) return {};
  return fmt::format("last {}{} frames", now->burst ? "burst, " : "", now->frames.frames);
}

}  // namespace

void fill_overlap(OverlapModel& model, const OverlapFeed& feed, const OverlapFacts& facts) {
  const std::optional<Stretch> now = feed.find(use_now(facts));
  const PipelineSettings& settings = facts.settings;
  const auto serial = feed.find(use_of(facts, Mode::serial, 1, settings.memory));
  const bool alone = facts.one_at_a_time;
  model.serial_known = is_enough(serial);
  model.overlapped_known = overlapped_is_known(feed, facts);
  model.frames = frames_text(now);
  model.rows = rows_of(feed, facts);
  model.terms = terms_of(now, facts);
  name_bound(model, facts);
  model.speed_up.reset();
  model.share_of_bound.reset();
  model.bound_ms.reset();
  for (const OverlapModel::Term& term : model.terms)
    if (term.decides) model.bound_ms = term.ms;
  model.verdict =
      alone ? one_at_a_time_verdict()
            : overlap_verdict(
                  now ? now->frames : ModeSummary(settings.mode, settings.lanes, settings.memory),
                  facts.verdict);
  if (alone || !now) return;
  if (is_enough(now) && model.serial_known && model.overlapped_known) {
    const double measured = *now->frames.measured_ms();
    if (measured > 0) model.speed_up = *serial->frames.measured_ms() / measured;
  }
  // Stages and frames are means of their own, so the best can come out just above all of it; what a
  // burst of a few frames beats by more is no bound of theirs.
  constexpr double kAllOfIt = 1.05;
  const auto reached = now->frames.efficiency(facts.verdict.link);
  if (reached && *reached <= kAllOfIt) model.share_of_bound = std::min(*reached, 1.0);
}

}  // namespace framelane
