#include "gpu/host/passes/sample_groups.h"

namespace framelane {
namespace {

bool same_samples(const ImageView& a, const ImageView& b) {
  return a.type == b.type && a.shift == b.shift && a.max_code == b.max_code;
}

// The component whose sample comes first among those interleaved with c.
int first_beside(const ImageView& view, int c) {
  int first = c;
  for (int other = 0; other < 4; ++other) {
    if (view.data[other] == nullptr || view.step_bytes[other] != view.step_bytes[c]) continue;
    const std::ptrdiff_t before = view.data[first] - view.data[other];
    if (before > 0 && before < view.step_bytes[c]) first = other;
  }
  return first;
}

}  // namespace

std::vector<SampleGroup> common_groups(const ImageView& in, const ImageView& out) {
  std::vector<SampleGroup> groups;
  if (!same_samples(in, out)) return groups;
  for (int c = 0; c < 4; ++c) {
    if ((in.data[c] == nullptr) != (out.data[c] == nullptr)) return {};
    if (out.data[c] == nullptr) continue;
    const int first = first_beside(out, c);
    const bool alike = in.step_bytes[c] == out.step_bytes[c] && first_beside(in, c) == first &&
                       in.data[c] - in.data[first] == out.data[c] - out.data[first];
    if (!alike) return {};
    if (first == c) groups.push_back({c, out.step_bytes[c]});
  }
  return groups;
}

}  // namespace framelane
