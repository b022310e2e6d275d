#include "app/overlap_verdict.h"

#include <fmt/format.h>

#include "gpu/pipeline.h"

namespace framelane {
namespace {

// Lanes in use leave the engine that bounds idle longer than this share of the time.
constexpr double kIdleShare = 0.1;
// A change that saves less is not worth naming.
constexpr double kSaves = 0.95;

bool more_lanes_help(const ModeSummary& frames, const Finding& found) {
  const bool device = is_device_stage(found.stage);
  return device && frames.mode != Mode::serial && frames.lanes < kMostLanes &&
         found.stage_ms < (1 - kIdleShare) * found.frame_ms;
}

// What the stage would take if results came back in the source's layout.
std::optional<double> in_source_layout(const ModeSummary& frames, const Finding& found,
                                       const VerdictFacts& facts) {
  if (!facts.source_layout_bytes || frames.bytes_down == 0 || frames.frames == 0) return {};
  const auto count = static_cast<double>(frames.frames);
  const double down = static_cast<double>(frames.bytes_down) / count;
  const double up = static_cast<double>(frames.bytes_up) / count;
  const auto then = static_cast<double>(*facts.source_layout_bytes);
  std::optional<double> ms;
  if (found.stage == BoundStage::download) ms = found.stage_ms * then / down;
  if (found.stage == BoundStage::copies) ms = found.stage_ms * (up + then) / (up + down);
  return ms && *ms < kSaves * found.stage_ms ? ms : std::nullopt;
}

std::string help_with_copies(const ModeSummary& frames, const Finding& found,
                             const VerdictFacts& facts) {
  if (frames.memory == HostMemory::pageable) return "; page-locked memory (key M) would help";
  if (const auto ms = in_source_layout(frames, found, facts))
    return fmt::format("; output in the source's layout would cut it to {:.3f} ms", *ms);
  return "; only fewer bytes would help";
}

std::string help_with_bound(const ModeSummary& frames, const Finding& found,
                            const VerdictFacts& facts) {
  switch (found.stage) {
    case BoundStage::decode:
      return (facts.decoder_threads > 0 ? fmt::format(" on {} thread{}", facts.decoder_threads,
                                                      facts.decoder_threads == 1 ? "" : "s")
                                        : "") +
             "; a resident loop (key R) leaves it out";
    case BoundStage::pace:
      return "; press u to go faster";
    case BoundStage::present:
      return "; a smaller window is drawn faster";
    case BoundStage::compute:
      return frames.upload.count() + frames.download.count() > 0 ? "; the copies are hidden" : "";
    case BoundStage::upload:
    case BoundStage::download:
    case BoundStage::copies:
      break;
  }
  return help_with_copies(frames, found, facts);
}

std::string idle_engine(const ModeSummary& frames, const Finding& found) {
  const char* engine = found.stage == BoundStage::compute  ? "passes"
                       : found.stage == BoundStage::copies ? "copies"
                                                           : name_of(found.stage);
  const double idle = 100 * (1 - found.stage_ms / found.frame_ms);
  return fmt::format(
      "{} lane{} the {} idle {:.0f} % of the time: {:.3f} ms a frame, bound {:.3f} ms; one lane "
      "more (key +) may help",
      frames.lanes, frames.lanes == 1 ? " leaves" : "s leave", engine, idle, found.frame_ms,
      found.stage_ms);
}

// Whoever asks for a copy of pageable memory may wait for it.
std::string blocking_copies(const Finding& found) {
  return fmt::format(
      "pageable copies hold the rest up: {:.3f} ms a frame, the longest stage, {}, takes {:.3f} "
      "ms; page-locked memory (key M) helps",
      found.frame_ms, name_of(found.stage), found.stage_ms);
}

std::string sentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words + ".";
}

}  // namespace

std::string overlap_verdict(const ModeSummary& frames, const VerdictFacts& facts) {
  const Finding found = frames.finding(facts.link);
  const bool pageable =
      frames.memory == HostMemory::pageable && frames.upload.count() + frames.download.count() > 0;
  switch (found.kind) {
    case Finding::Kind::too_few:
      break;
    case Finding::Kind::serial:
      return sentence(to_words(found) + "; press t to overlap them");
    case Finding::Kind::outside:
      if (pageable && is_device_stage(found.stage)) return sentence(blocking_copies(found));
      if (frames.mode == Mode::overlapped && frames.lanes == 1 && is_device_stage(found.stage))
        return "One lane has one frame in flight, nothing overlaps; press + for another.";
      break;
    case Finding::Kind::bound:
      if (!pageable && more_lanes_help(frames, found)) return sentence(idle_engine(frames, found));
      return sentence(to_words(found) + help_with_bound(frames, found, facts));
  }
  return sentence(to_words(found));
}

std::string one_at_a_time_verdict() {
  return "One frame in flight at a time, nothing to overlap; press u.";
}

}  // namespace framelane
