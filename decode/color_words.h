#pragma once
#include <string>
#include <utility>
#include <vector>

#include "decode/output_file.h"

namespace framelane {

// What is tagged of a picture's colour, as FFmpeg's options and their values: "color_range" and
// "tv", "colorspace" and "bt2020nc" and so on. The range is always among them.
using ColorWords = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] ColorWords color_words(const FrameFacts& facts);

// What to give ffmpeg before -i so that it takes an output as what `facts` say it is:
// "-color_range tv -colorspace bt2020nc -display_rotation 270". Empty where a reader that is told
// nothing assumes the same: SDR in the range and the matrix usual for the layout and size, upright.
[[nodiscard]] std::string input_flags(OutputKind kind, const FrameFacts& facts);

}  // namespace framelane
