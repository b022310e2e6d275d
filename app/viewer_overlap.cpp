#include "app/viewer.h"

// The overlap panel's figures, and whether serial and overlapped give the same frames.

namespace framelane {
namespace {

// Bytes of a result in the source's layout, where it has another.
std::optional<std::uint64_t> source_layout_bytes(const ChainPlan& plan) {
  if (plan.result.format == plan.source.format) return std::nullopt;
  return packed_layout(*plan.source.format, plan.result.width, plan.result.height).bytes;
}

}  // namespace

void Viewer::apply_overlap(const Action& action) {
  if (action.kind != Action::Kind::toggle_equality) return;
  equality_.set_on(!equality_.on());
  player_->engine().process().set_results(result_place());
}

ResultPlace Viewer::result_place() const {
  const ResultPlace place = direct_present_->results();
  return equality_.on() && place == ResultPlace::device ? ResultPlace::both : place;
}

bool Viewer::overlap_decoding() const {
  return player_->unpaced() && player_->resident() == 0;
}

OverlapFacts Viewer::overlap_facts() {
  OverlapFacts facts;
  facts.settings = player_->wanted();
  facts.decoding = overlap_decoding();
  facts.one_at_a_time = bursts_.one_at_a_time();
  facts.device = device_.facts();
  facts.verdict.link = link_;
  facts.verdict.decoder_threads = player_->engine().input().decoder_threads;
  facts.verdict.source_layout_bytes = source_layout_bytes(*player_->plan());
  return facts;
}

// Numbers are renewed four times a second, the row in use at once.
const OverlapModel& Viewer::overlap_model(Host::time_point now) {
  const PipelineSettings& wanted = player_->wanted();
  const OverlapUse use{wanted.mode, wanted.lanes, wanted.memory, overlap_decoding()};
  if (overlap_renewal_.due(now.time_since_epoch(), use != overlap_use_)) {
    overlap_use_ = use;
    overlap_feed_.renew();
    fill_overlap(overlap_model_, overlap_feed_, overlap_facts());
  }
  overlap_model_.equality = equality_light();
  return overlap_model_;
}

OverlapModel::Equality Viewer::equality_light() {
  using State = OverlapModel::Equality::State;
  OverlapModel::Equality light;
  if (!equality_.on()) return light;
  light.state = State::waiting;
  if (player_->resident() == 0) {
    light.waits_for = "the resident loop, key R";
    return light;
  }
  const EqualityResult found = equality_.result();
  light.count = found.compared;
  if (found.differs) {
    light.state = State::differs;
    light.frame = frame_number_at(*found.differs, player_->engine().input().frame_rate).value_or(0);
  } else if (found.compared > 0) {
    light.state = State::equal;
  } else {
    const bool serial_next = found.has_overlapped;
    light.waits_for = serial_next        ? "serial, key t"
                      : found.has_serial ? "overlapped, key t"
                                         : "frames";
  }
  return light;
}

}  // namespace framelane
