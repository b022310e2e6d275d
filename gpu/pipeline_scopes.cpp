#include <utility>

#include "gpu/pipeline.h"
#include "gpu/pipeline_lane.h"
#include "gpu/span.h"

// The scopes of a frame: counted in its lane, the source's after the upload, the result's after the
// passes, and copied to the host when nothing of the frame itself waits any more.

namespace framelane {

// What the result shows, with what was counted of its source.
FrameScopes Pipeline::count_result(Lane& lane, const DevicePicture& picture) {
  if (!plan_->passes.empty())
    return {picture.record->scopes, count(lane, picture, ScopeSide::after)};
  const auto only = count(lane, picture, plan_->scopes.side);
  return {only, only};
}

std::shared_ptr<const ScopeTables> Pipeline::count(Lane& lane, const DevicePicture& picture,
                                                   ScopeSide side) {
  ScopeTables tables;
  tables.facts = picture.facts;
  tables.layout = scope_layout(plan_->scopes, side, picture.facts, device_.facts().scope_samples);
  if (tables.layout.empty()) return nullptr;
  const Span span(device_, "scopes", picture.record->source->index);
  tables.block = table_block(side, tables.layout.bytes);
  const auto counts = pool_.acquire(tables.layout.bytes);
  Stream& stream = lane.compute_stream;
  stream.works_on(name_of(*picture.record->source));
  const ImageView view = view_of(picture.format, picture.data);
  const auto kind = side == ScopeSide::before ? Mark::Kind::scope_before : Mark::Kind::scope_after;
  for (std::size_t s = 0; s < kScopes; ++s) {
    if (!tables.layout.works[s]) continue;
    const auto [begin, enters] = mark_entry(lane);
    stream.count(*tables.layout.works[s], view, counts->data() + tables.layout.offsets[s]);
    const int end = lane.end_mark(device_, stream, settings_.timing);
    work_->marks.push_back({picture.times, kind, s, begin, end, enters});
    if (plan_->passes.empty()) measure_pass_cost(lane, stream, end);
  }
  lane.unwaited = &stream;
  lane.passes_begun = true;
  auto shared = std::make_shared<const ScopeTables>(std::move(tables));
  work_->counted.push_back({shared, counts});
  return shared;
}

HostBlockRef Pipeline::table_block(ScopeSide side, std::size_t bytes) {
  HostPool& pool = side == ScopeSide::before ? before_tables_ : after_tables_;
  // Those shown stay when their frame has gone, and those that are drawn meanwhile.
  constexpr int kShown = 5;
  const HostPool::Counts counts = pool.counts();
  if (counts.block_bytes < bytes || counts.blocks < result_blocks_ + kShown)
    pool.reserve(bytes, result_blocks_ + kShown);
  HostBlockRef block = pool.try_acquire();
  return block ? block : pool.acquire_outside(bytes);
}

void Pipeline::download_tables(Lane& lane) {
  if (work_->counted.empty()) return;
  Stream& stream = lane.download_stream;
  wait_if_serial(lane);
  const int begin = lane.begin_mark(device_, stream, settings_.timing);
  for (const Counted& counted : work_->counted)
    stream.download(counted.tables->block->data, counted.counts->data(),
                    counted.tables->layout.bytes);
  const int end = lane.end_mark(device_, stream, settings_.timing);
  work_->marks.push_back({nullptr, Mark::Kind::tables, 0, begin, end});
}

}  // namespace framelane
