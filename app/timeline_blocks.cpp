#include "app/timeline_blocks.h"

#include <algorithm>
#include <string>

namespace framelane {
namespace {

// A row keeps between half as many and as many blocks.
constexpr std::size_t kMostBlocks = 8192;

void include(std::optional<Interval>& all, const std::optional<Interval>& part) {
  if (!part) return;
  if (!all) all = part;
  all->start = std::min(all->start, part->start);
  all->end = std::max(all->end, part->end);
}

// Frames come nearly in order: the place is found from the back.
void insert(std::vector<TimelineBlock>& blocks, TimelineBlock block) {
  auto at = blocks.end();
  while (at != blocks.begin() && std::prev(at)->start > block.start)
    --at;
  if (at != blocks.begin()) block.start = std::max(block.start, std::prev(at)->end);
  if (at != blocks.end()) block.end = std::min(block.end, at->start);
  if (block.end <= block.start) return;
  blocks.insert(at, block);
  if (blocks.size() >= kMostBlocks) blocks.erase(blocks.begin(), blocks.begin() + kMostBlocks / 2);
}

std::size_t name_index(TimelineModel& model, const std::string& name) {
  const auto found = std::ranges::find(model.names, name);
  if (found == model.names.end()) {
    model.names.push_back(name);
    return model.names.size() - 1;
  }
  return static_cast<std::size_t>(found - model.names.begin());
}

// A frame's way through its lane's row. A pass that looks ahead runs, and all after it, in the lane
// of the frame that it waited for.
class LaneBlocks {
 public:
  LaneBlocks(TimelineModel& model, const FrameRow& row)
      : model_(model),
        row_(row),
        lane_(static_cast<std::size_t>(row.times.lane)),
        blocks_(&model.rows.at(1 + lane_).blocks) {}

  void copy(Stage stage, const std::optional<Interval>& at, std::uint64_t bytes,
            const std::optional<Nanoseconds>& waited) {
    if (!at) return;
    TimelineBlock block = block_of(stage, *at);
    block.bytes = bytes;
    // Behind another stage it waits from the end of that on, for its stream and then its engine.
    const Nanoseconds since = behind_ ? before_ : at->start - waited.value_or(Nanoseconds{0});
    if (waited || behind_) block.waited = at->start - since;
    work(block, since);
  }

  void passes() {
    const FrameTimes& times = row_.times;
    const bool named = row_.plan && row_.plan->passes.size() == times.passes.size();
    for (std::size_t p = 0; p < times.passes.size(); ++p) {
      TimelineBlock block = block_of(Stage::passes, times.passes[p]);
      if (named) {
        look_ahead(row_.plan->passes[p].ahead);
        block.name = name_index(model_, row_.plan->passes[p].name);
      }
      if (behind_) block.waited = block.start - before_;
      work(block, behind_ ? before_ : block.start);
    }
  }

  // Time that is neither a stage's nor waiting.
  void pass_over(const std::optional<Interval>& other) {
    if (other) before_ = std::max(before_, other->end);
  }

 private:
  void look_ahead(int frames) {
    const std::size_t lanes = model_.rows.size() - 2;
    const std::size_t lane = (lane_ + static_cast<std::size_t>(frames)) % lanes;
    if (lane != lane_) behind_ = false;  // what lies between is not that lane's waiting
    lane_ = lane;
    blocks_ = &model_.rows.at(1 + lane).blocks;
  }
  [[nodiscard]] TimelineBlock block_of(Stage stage, Interval at) const {
    TimelineBlock block;
    block.start = at.start;
    block.end = at.end;
    block.frame = row_.frame;
    block.stage = stage;
    return block;
  }
  void work(const TimelineBlock& block, Nanoseconds waits_since) {
    if (waits_since < block.start) {
      TimelineBlock waiting = block_of(block.stage, {waits_since, block.start});
      waiting.waiting = true;
      insert(*blocks_, waiting);
    }
    insert(*blocks_, block);
    before_ = block.end;
    behind_ = true;
  }

  TimelineModel& model_;
  const FrameRow& row_;
  std::size_t lane_;
  std::vector<TimelineBlock>* blocks_;
  bool behind_ = false;    // another stage
  Nanoseconds before_{0};  // its end
};

void add_decode(TimelineModel& model, const FrameRow& row) {
  if (!row.times.decoding) return;
  TimelineBlock block;
  block.start = row.times.decoding->start;
  block.end = row.times.decoding->end;
  block.frame = row.frame;
  block.waited = row.times.decode_wait;
  std::vector<TimelineBlock>& blocks = model.rows.front().blocks;
  insert(blocks, block);
  if (block.waited.value_or(Nanoseconds{0}) <= Nanoseconds{0}) return;
  TimelineBlock waiting = block;
  waiting.waiting = true;
  waiting.end = block.start;
  waiting.start = block.start - *block.waited;
  insert(blocks, waiting);
}

std::optional<Interval> scopes_of(const FrameTimes& times,
                                  std::optional<Interval> ScopeTime::*side) {
  std::optional<Interval> all;
  for (const ScopeTime& scope : times.scopes)
    include(all, scope.*side);
  return all;
}

}  // namespace

std::optional<Interval> presenting(const FrameRow& row) {
  if (!row.times.present) return std::nullopt;
  return Interval{row.finished - *row.times.present, row.finished};
}

std::optional<Interval> device_work(const FrameTimes& times) {
  std::optional<Interval> all;
  include(all, times.upload);
  if (all) all->start -= times.upload_waited.value_or(Nanoseconds{0});
  include(all, times.filter);
  include(all, times.download);
  return all;
}

std::optional<Interval> device_work(const FrameRow& row) {
  return row.processed() ? device_work(row.times) : std::nullopt;
}

std::optional<Interval> all_work(const FrameRow& row) {
  std::optional<Interval> all = device_work(row);
  include(all, row.times.decoding);
  include(all, presenting(row));
  return all;
}

void clear_blocks(TimelineModel& model, int lanes) {
  model.rows.resize(static_cast<std::size_t>(lanes) + 2);
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    model.rows[i].name = i == 0                      ? "decode"
                         : i + 1 < model.rows.size() ? "lane " + std::to_string(i - 1)
                                                     : "present";
    model.rows[i].blocks.clear();
  }
  model.names.clear();
}

void add_blocks(TimelineModel& model, const FrameRow& row) {
  const FrameTimes& times = row.times;
  add_decode(model, row);
  if (!row.processed()) return;
  if (static_cast<std::size_t>(times.lane) + 2 < model.rows.size()) {
    LaneBlocks lane(model, row);
    lane.copy(Stage::upload, times.upload, times.bytes_up, times.upload_waited);
    lane.pass_over(scopes_of(times, &ScopeTime::before));
    lane.passes();
    lane.pass_over(scopes_of(times, &ScopeTime::after));
    lane.copy(Stage::download, times.download, times.bytes_down, times.download_waited);
  }
  if (const auto shown = presenting(row)) {
    TimelineBlock block;
    block.start = shown->start;
    block.end = shown->end;
    block.frame = row.frame;
    block.stage = Stage::present;
    insert(model.rows.back().blocks, block);
  }
}

}  // namespace framelane
