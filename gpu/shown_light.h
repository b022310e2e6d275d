#pragma once
#include <cstdint>
#include <string>

#include "gpu/filters/tone_curve.h"
#include "gpu/frame_facts.h"

namespace framelane {

// How pictures made for another display come on one of BT.709: PQ and HLG are tone-mapped, wide
// primaries are brought into BT.709's, or the codes are shown as they are. Of the presentation
// alone: no result changes.
enum class ShownLight : std::uint8_t { standard, coded };

// What has to be done for such colours; nothing where they are standard already.
enum class LightMapping : std::uint8_t { none, pq, hlg, wide };
[[nodiscard]] LightMapping light_mapping(const ColorFacts& color, ShownLight shown);
// What such a picture is once that is done.
[[nodiscard]] FrameFacts as_shown(const FrameFacts& facts, ShownLight shown);
// The chain that does it; empty where nothing is to be done.
[[nodiscard]] std::string mapping_chain(LightMapping mapping);
// The curve of that chain.
[[nodiscard]] ToneCurve shown_tone(const FrameFacts& facts);
// "PQ shown as SDR", "HLG as coded"; empty where there is no choice.
[[nodiscard]] std::string describe_light(const ColorFacts& color, ShownLight shown);

}  // namespace framelane
