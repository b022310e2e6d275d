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

// What to give ffmpeg before -i so that it takes an output's colour as what `facts` say it is:
// "-color_range tv -colorspace bt2020nc". Empty where a reader that is told nothing assumes the
// same: SDR in the range and the matrix usual for the layout and size.
[[nodiscard]] std::string input_flags(OutputKind kind, const FrameFacts& facts);
// What to give ffmpeg behind -i so that it shows such pictures upright: "-vf transpose=clock";
// empty where they are. No ffmpeg before 6 can be told of a rotation in another way.
[[nodiscard]] std::string upright_flags(const FrameFacts& facts);

}  // namespace framelane
