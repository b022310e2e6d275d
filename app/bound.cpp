#include "app/bound.h"

#include <fmt/format.h>

namespace framelane {
namespace {

template <typename Counts>
std::optional<BoundStage> largest_where(const BoundTerms& terms, const Counts& counts) {
  std::optional<BoundStage> most;
  for (const BoundStage stage : kBoundStages)
    if (counts(stage) && terms[stage] && (!most || *terms[stage] > *terms[*most])) most = stage;
  return most;
}

// A stage begins before the first of the results whose spacing was measured.
std::string more_than_measured(const Finding& finding) {
  if (finding.stage == BoundStage::pace)
    return fmt::format("bound by pace: {:.3f} ms a frame, where frames last {:.3f} ms",
                       finding.frame_ms, finding.stage_ms);
  return fmt::format(
      "bound by {}: busy for all of the {:.3f} ms a frame (its own mean is {:.3f} ms)",
      name_of(finding.stage), finding.frame_ms, finding.stage_ms);
}

}  // namespace

const char* name_of(BoundStage stage) {
  switch (stage) {
    case BoundStage::decode:
      return "decode";
    case BoundStage::pace:
      return "pace";
    case BoundStage::upload:
      return "upload";
    case BoundStage::compute:
      return "passes";
    case BoundStage::download:
      return "download";
    case BoundStage::copies:
      return "copies both ways";
    case BoundStage::present:
      return "present";
  }
  return "";
}

bool is_device_stage(BoundStage stage) {
  return stage != BoundStage::decode && stage != BoundStage::pace && stage != BoundStage::present;
}

std::optional<BoundStage> BoundTerms::largest() const {
  return largest_where(*this, [](BoundStage) { return true; });
}

std::optional<BoundStage> BoundTerms::largest_of_device() const {
  return largest_where(*this, is_device_stage);
}

std::string to_words(const Finding& finding) {
  const char* stage = name_of(finding.stage);
  switch (finding.kind) {
    case Finding::Kind::too_few:
      break;
    case Finding::Kind::serial:
      return fmt::format(
          "serial: the stages add up to {:.3f} ms a frame; the longest alone, {}, takes {:.3f} ms",
          finding.serial_ms, stage, finding.stage_ms);
    case Finding::Kind::bound:
      if (finding.stage_ms > finding.frame_ms) return more_than_measured(finding);
      return fmt::format("bound by {}: {:.3f} of {:.3f} ms a frame", stage, finding.stage_ms,
                         finding.frame_ms);
    case Finding::Kind::outside:
      return fmt::format(
          "no stage bounds: {:.3f} ms a frame, and the longest stage, {}, takes {:.3f} ms; the "
          "rest is spent outside",
          finding.frame_ms, stage, finding.stage_ms);
  }
  return "too few frames to say what bounds";
}

const char* overlap_name(int copy_engines) {
  return copy_engines > 1 ? "compute overlaps both: max(H2D, kernel, D2H)"
                          : "compute overlaps one transfer: max(H2D + D2H, kernel)";
}

}  // namespace framelane
