#include <algorithm>
#include <utility>

#include "gpu/pipeline.h"
#include "gpu/pipeline_lane.h"

// What passes work with beside pictures: constant tables, scratch, state.

namespace framelane {

void Pipeline::keep_tables_of(const ChainPlan& plan) {
  const auto used = [&](const ResidentTable& resident) {
    return std::ranges::any_of(plan.passes, [&](const Pass& pass) {
      return std::ranges::find(pass.tables, resident.table) != pass.tables.end();
    });
  };
  std::erase_if(tables_, [&](const ResidentTable& resident) { return !used(resident); });
}

const std::byte* Pipeline::table_for(Lane& lane, const PassTableRef& table) {
  Stream& stream = lane.compute_stream;
  auto found = std::ranges::find(tables_, table, &ResidentTable::table);
  if (found == tables_.end()) {
    ResidentTable made;
    made.table = table;
    const std::size_t bytes = table->bytes.size();
    if (!device_.aliases_uploads()) made.block = pool_.acquire(bytes);
    // Streams take writable memory and write none of it.
    auto* const host = const_cast<std::byte*>(table->bytes.data());
    made.data = stream.upload(made.block.get(), host, bytes);
    made.written = device_.make_event();
    stream.record(*made.written);
    made.written_on = &stream;
    lane.forget_mark();
    tables_.push_back(std::move(made));
    return tables_.back().data;
  }
  if (found->written_on != &stream && !found->written->ready()) {
    stream.wait(*found->written);
    lane.forget_mark();
  }
  return found->data;
}

PassMemory Pipeline::memory_for(Lane& lane, std::size_t pass,
                                std::shared_ptr<DeviceBuffer>& scratch) {
  const Pass& planned = plan_->passes[pass];
  PassMemory memory;
  for (std::size_t i = 0; i < planned.tables.size(); ++i)
    memory.tables[i] = table_for(lane, planned.tables[i]);
  if (planned.scratch_bytes > 0) {
    scratch = lane.take_scratch(planned.scratch_bytes);
    if (!scratch) scratch = pool_.acquire(planned.scratch_bytes);
    memory.scratch = scratch->data();
  }
  if (planned.state_bytes == 0) return memory;
  State& state = states_[pass];
  if (!state.block) {
    state.block = pool_.acquire(planned.state_bytes);
    state.written = device_.make_event();
  } else if (state.written_on != &lane.compute_stream) {
    lane.compute_stream.wait(*state.written);
    lane.forget_mark();
  }
  memory.state = state.block->data();
  memory.fresh = std::exchange(state.fresh, false);
  return memory;
}

}  // namespace framelane
