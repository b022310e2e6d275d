#pragma once
#include "app/overlap_feed.h"
#include "app/overlap_verdict.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "ui/overlap_model.h"

namespace framelane {

// What the panel's figures are told by. Thread-safety: a value.
struct OverlapFacts {
  PipelineSettings settings;   // wanted
  bool decoding = false;       // OverlapUse::decoding of what plays
  bool one_at_a_time = false;  // Bursts::one_at_a_time()
  DeviceFacts device;
  VerdictFacts verdict;
};

// All of the model but the equality light. Call the feed's renew() before it.
void fill_overlap(OverlapModel& model, const OverlapFeed& feed, const OverlapFacts& facts);

}  // namespace framelane
