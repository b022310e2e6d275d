#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace framelane {

// What can hold a frame back. The terms of the bound, in the order they are printed.
enum class BoundStage : std::uint8_t { decode, pace, upload, compute, download, copies, present };
inline constexpr std::array kBoundStages{
    BoundStage::decode,   BoundStage::pace,   BoundStage::upload, BoundStage::compute,
    BoundStage::download, BoundStage::copies, BoundStage::present};
[[nodiscard]] const char* name_of(BoundStage stage);
// Upload, compute, download and copies.
[[nodiscard]] bool is_device_stage(BoundStage stage);

// Milliseconds a frame takes of each stage at the least; nothing where the stage is not there.
// Device stages count the time their engine was busy, so that lanes waiting for one another are not
// counted twice. `copies`: both directions at once, from the link's two-way rate. `present`: only
// where drawing a frame takes longer than frames last, so that some are dropped.
struct BoundTerms {
  std::array<std::optional<double>, kBoundStages.size()> ms;
  [[nodiscard]] std::optional<double>& operator[](BoundStage s) {
    return ms[static_cast<std::size_t>(s)];
  }
  [[nodiscard]] std::optional<double> operator[](BoundStage s) const {
    return ms[static_cast<std::size_t>(s)];
  }
  // The largest term; nothing without terms.
  [[nodiscard]] std::optional<BoundStage> largest() const;
  [[nodiscard]] std::optional<BoundStage> largest_of_device() const;
};

// What holds frames back, judged by a stretch of them. Milliseconds a frame. Thread-safety: a
// value.
struct Finding {
  enum class Kind : std::uint8_t {
    too_few,  // frames to say
    serial,   // nothing overlaps by choice
    bound,    // `stage` takes at least 0.7 of the time
    outside   // no stage does
  };
  Kind kind = Kind::too_few;
  BoundStage stage = BoundStage::decode;  // the longest
  double stage_ms = 0;
  double frame_ms = 0;   // measured: of frames dropped before upload too where `stage` has them
  double serial_ms = 0;  // the sum of the device's stages
};
// "bound by download: 0.600 of 0.620 ms a frame".
[[nodiscard]] std::string to_words(const Finding& finding);

// The name of the bound where copies and kernels overlap: "compute overlaps both: …".
[[nodiscard]] const char* overlap_name(int copy_engines);

}  // namespace framelane
