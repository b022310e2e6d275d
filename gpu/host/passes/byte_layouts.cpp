#include "gpu/host/passes/byte_layouts.h"

#include <algorithm>
#include <iterator>

namespace framelane {
namespace {

constexpr RgbLayout kPlanes{RgbOrder::planes, {0, 0, 0, -1}};

// Whether R G B A, those that there are, have these places in words of `step` bytes.
bool lies_as(const ImageView& view, const std::array<int, 4>& places, int step) {
  const std::byte* first = nullptr;
  for (std::size_t c = 0; c < 4; ++c)
    if (places[c] == 0) first = view.data[c];
  for (std::size_t c = 0; c < 4; ++c) {
    if ((places[c] < 0) != (view.data[c] == nullptr)) return false;
    if (places[c] >= 0 && (view.data[c] != first + places[c] || view.step_bytes[c] != step))
      return false;
  }
  return true;
}

}  // namespace

ChromaOrder chroma_order(const ImageView& view) {
  if (view.step_bytes[1] == 1 && view.step_bytes[2] == 1) return {true, false, false};
  const bool pairs = view.step_bytes[1] == 2 && view.step_bytes[2] == 2 &&
                     view.pitch_bytes[1] == view.pitch_bytes[2];
  if (pairs && view.data[2] == view.data[1] + 1) return {true, true, false};
  if (pairs && view.data[1] == view.data[2] + 1) return {true, true, true};
  return {};
}

const RgbLayout* rgb_layout(const ImageView& view) {
  static constexpr RgbLayout kWords[] = {
      {RgbOrder::rgb, {0, 1, 2, -1}}, {RgbOrder::bgr, {2, 1, 0, -1}},
      {RgbOrder::rgba, {0, 1, 2, 3}}, {RgbOrder::bgra, {2, 1, 0, 3}},
      {RgbOrder::argb, {1, 2, 3, 0}}, {RgbOrder::abgr, {3, 2, 1, 0}}};
  if (view.yuv || view.color_count != 3 || view.type != SampleType::u8) return nullptr;
  const int step = view.step_bytes[0];
  if (step == 1) return view.step_bytes[1] == 1 && view.step_bytes[2] == 1 ? &kPlanes : nullptr;
  const auto* known = std::ranges::find_if(
      kWords, [&](const RgbLayout& layout) { return lies_as(view, layout.places, step); });
  return known != std::end(kWords) && step == (known->places[3] < 0 ? 3 : 4) ? known : nullptr;
}

}  // namespace framelane
