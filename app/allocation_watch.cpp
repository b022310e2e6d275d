#include "app/allocation_watch.h"

namespace framelane {

AllocationWatch::Counts AllocationWatch::counts_of(const Engine& engine) {
  const HostPool::Counts sources = engine.source_pool();
  const HostPool::Counts results = engine.result_pool();
  return {engine.device().allocations(), sources.arena_allocations + sources.outside +
                                             results.arena_allocations + results.outside};
}

void AllocationWatch::begin(const Engine& engine) {
  if (!at_start_) at_start_ = counts_of(engine);
}

void AllocationWatch::fill(RunTotals& totals, const Engine& engine) const {
  if (!at_start_) return;
  const Counts now = counts_of(engine);
  totals.page_locked_allocations = now.device.page_locked - at_start_->device.page_locked;
  totals.device_allocations = now.device.device - at_start_->device.device;
  totals.host_allocations = now.host - at_start_->host;
}

}  // namespace framelane
