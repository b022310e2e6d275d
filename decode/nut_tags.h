#pragma once
#include "decode/color_words.h"

struct AVDictionary;

namespace framelane {

// What NUT has no field for, as metadata of its stream: color_words(), rotate (clockwise degrees),
// mirror, field_order, and max_content and max_display (cd/m2).
[[nodiscard]] ColorWords nut_tags(const FrameFacts& facts);
// Takes over what such tags say and `facts` leave open. Whatever else stands there is passed over.
void read_nut_tags(const AVDictionary* tags, FrameFacts& facts);

}  // namespace framelane
