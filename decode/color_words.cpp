#include "decode/color_words.h"

#include "decode/ffmpeg_types.h"

namespace framelane {
namespace {

bool is_sdr(Transfer transfer) {
  switch (static_cast<AVColorTransferCharacteristic>(transfer)) {
    case AVCOL_TRC_BT709:
    case AVCOL_TRC_UNSPECIFIED:
    case AVCOL_TRC_SMPTE170M:
    case AVCOL_TRC_IEC61966_2_1:
    case AVCOL_TRC_BT2020_10:
    case AVCOL_TRC_BT2020_12:
      return true;
    default:
      return false;
  }
}

bool is_narrow(Primaries primaries) {
  switch (static_cast<AVColorPrimaries>(primaries)) {
    case AVCOL_PRI_BT709:
    case AVCOL_PRI_UNSPECIFIED:
    case AVCOL_PRI_BT470BG:
    case AVCOL_PRI_SMPTE170M:
      return true;
    default:
      return false;
  }
}

// The two names of BT.601's matrix are one.
Matrix plain(Matrix matrix) {
  return matrix == Matrix::bt470bg ? Matrix::bt601 : matrix;
}

bool is_assumed(OutputKind kind, const FrameFacts& facts) {
  FrameFacts untagged = facts;
  untagged.color = {};
  const bool range_is_kept = kind == OutputKind::y4m;
  return is_sdr(facts.color.transfer) && is_narrow(facts.color.primaries) &&
         (range_is_kept || effective_range(facts) == effective_range(untagged)) &&
         plain(effective_matrix(facts)) == plain(effective_matrix(untagged));
}

std::string color_flags(const FrameFacts& facts) {
  std::string flags;
  for (const auto& [option, value] : color_words(facts))
    if (option != "chroma_sample_location" || facts.color.siting != Siting::left)
      flags += " -" + option + " " + value;
  return flags;
}

}  // namespace

ColorWords color_words(const FrameFacts& facts) {
  const ColorFacts& color = facts.color;
  ColorWords words{{"color_range", effective_range(facts) == Range::full ? "pc" : "tv"}};
  const auto add = [&words](const char* option, const char* value) {
    if (value != nullptr) words.emplace_back(option, value);
  };
  if (color.matrix != Matrix::unspecified)
    add("colorspace", av_color_space_name(static_cast<AVColorSpace>(color.matrix)));
  if (color.primaries != Primaries::unspecified)
    add("color_primaries", av_color_primaries_name(static_cast<AVColorPrimaries>(color.primaries)));
  if (color.transfer != Transfer::unspecified)
    add("color_trc",
        av_color_transfer_name(static_cast<AVColorTransferCharacteristic>(color.transfer)));
  if (color.siting != Siting::unspecified)
    add("chroma_sample_location",
        av_chroma_location_name(static_cast<AVChromaLocation>(color.siting)));
  return words;
}

std::string input_flags(OutputKind kind, const FrameFacts& facts) {
  const std::string flags = is_assumed(kind, facts) ? "" : color_flags(facts);
  return flags.empty() ? flags : flags.substr(1);
}

std::string upright_flags(const FrameFacts& facts) {
  std::string chain = facts.mirror ? ",hflip" : "";
  if (facts.rotation == 90) chain += ",transpose=clock";
  if (facts.rotation == 180) chain += ",hflip,vflip";
  if (facts.rotation == 270) chain += ",transpose=cclock";
  return chain.empty() ? chain : "-vf " + chain.substr(1);
}

}  // namespace framelane
