#include "app/overlap_view.h"

#include <optional>
#include <utility>

#include "app/hud_feed.h"

namespace framelane {
namespace {

// Bytes of a result in the source's layout, where it has another.
std::optional<std::uint64_t> source_layout_bytes(const ChainPlan& plan) {
  if (plan.result.format == plan.source.format) return std::nullopt;
  return packed_layout(*plan.source.format, plan.result.width, plan.result.height).bytes;
}

bool is_decoding(const Player& player) {
  return player.unpaced() && player.resident() == 0;
}

const char* awaited(const EqualityResult& found) {
  if (found.has_overlapped) return "serial, key t";
  return found.has_serial ? "overlapped, key t" : "frames";
}

}  // namespace

OverlapView::OverlapView(const Bursts& bursts, DeviceFacts device, const LinkRates& link)
    : bursts_(bursts), device_(std::move(device)), link_(link) {}

void OverlapView::add(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  feed_.add(frame, outcome);
  equality_.add(frame);
}

void OverlapView::note_chain(const Player& player) {
  feed_.set_chain(player.chain(), *player.plan(), player.chain_revision());
  renewal_.reset();
}

void OverlapView::clear() {
  feed_.clear();
  renewal_.reset();
}

const OverlapModel& OverlapView::model(Player& player, std::chrono::steady_clock::time_point now) {
  const PipelineSettings& wanted = player.wanted();
  const OverlapUse use{wanted.mode, wanted.lanes, wanted.memory, is_decoding(player)};
  if (renewal_.due(now.time_since_epoch(), use != use_)) {
    use_ = use;
    feed_.renew();
    fill_overlap(model_, feed_, facts_of(player));
  }
  model_.equality = light_of(player);
  return model_;
}

OverlapFacts OverlapView::facts_of(Player& player) const {
  OverlapFacts facts;
  facts.settings = player.wanted();
  facts.decoding = is_decoding(player);
  facts.one_at_a_time = bursts_.one_at_a_time();
  facts.device = device_;
  facts.verdict.link = link_;
  facts.verdict.decoder_threads = player.engine().input().decoder_threads;
  facts.verdict.source_layout_bytes = source_layout_bytes(*player.plan());
  return facts;
}

OverlapModel::Equality OverlapView::light_of(Player& player) const {
  using State = OverlapModel::Equality::State;
  OverlapModel::Equality light;
  if (!equality_.on()) return light;
  light.state = State::waiting;
  if (player.resident() == 0) {
    light.waits_for = "the resident loop, key R";
    return light;
  }
  const EqualityResult found = equality_.result();
  light.count = found.compared;
  if (found.differs) {
    light.state = State::differs;
    light.frame = frame_number_at(*found.differs, player.engine().input().frame_rate).value_or(0);
  } else if (found.compared > 0) {
    light.state = State::equal;
  } else {
    light.waits_for = awaited(found);
  }
  return light;
}

}  // namespace framelane
