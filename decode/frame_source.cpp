#include "decode/frame_source.h"

namespace framelane {

DecodeCounts& DecodeCounts::operator+=(const DecodeCounts& next) {
  decoded += next.decoded;
  corrupt_packets += next.corrupt_packets;
  concealed += next.concealed;
  reported += next.reported;
  copied_bytes += next.copied_bytes;
  converted += next.converted;
  outside += next.outside;
  cut_short = cut_short || next.cut_short;
  return *this;
}

}  // namespace framelane
