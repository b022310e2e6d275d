#include "decode/nut_tags.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "decode/ffmpeg_types.h"

namespace framelane {
namespace {

constexpr const char *kRotate = "rotate", *kMirror = "mirror", *kFieldOrder = "field_order";
constexpr const char *kMaxContent = "max_content", *kMaxDisplay = "max_display";
constexpr const char *kTopFirst = "tt", *kBottomFirst = "bb";

std::string number_word(float value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string_view tag_of(const AVDictionary* tags, const char* key) {
  const AVDictionaryEntry* entry = av_dict_get(tags, key, nullptr, 0);
  return entry == nullptr ? std::string_view() : std::string_view(entry->value);
}

// The enumerations' numbers are FFmpeg's; it knows no name for an empty one.
template <typename Value>
void take_named(const AVDictionary* tags, const char* key, int (*number_of)(const char*),
                Value& into) {
  const std::string name(tag_of(tags, key));
  const int number = into != Value::unspecified || name.empty() ? -1 : number_of(name.c_str());
  if (number >= 0) into = static_cast<Value>(number);
}

template <typename Number>
void take_number(const AVDictionary* tags, const char* key, Number& into) {
  const std::string_view text = tag_of(tags, key);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value > 0) into = value;
}

void take_color(const AVDictionary* tags, FrameFacts& facts) {
  ColorFacts& color = facts.color;
  const bool rgb = facts.format != nullptr && facts.format->family == ColorFamily::rgb;
  take_named(tags, "color_range", av_color_range_from_name, color.range);
  take_named(tags, "colorspace", av_color_space_from_name, color.matrix);
  take_named(tags, "color_primaries", av_color_primaries_from_name, color.primaries);
  take_named(tags, "color_trc", av_color_transfer_from_name, color.transfer);
  take_named(tags, "chroma_sample_location", av_chroma_location_from_name, color.siting);
  if (!rgb && color.matrix == Matrix::rgb) color.matrix = Matrix::unspecified;
}

void take_orientation(const AVDictionary* tags, FrameFacts& facts) {
  if (facts.rotation != 0 || facts.mirror) return;
  int degrees = 0;
  take_number(tags, kRotate, degrees);
  if (degrees % 90 == 0 && degrees < 360) facts.rotation = degrees;
  facts.mirror = tag_of(tags, kMirror) == "1";
}

void take_light(const AVDictionary* tags, const char* key, float& into) {
  float value = 0;
  if (into == 0) take_number(tags, key, value);
  if (std::isfinite(value) && value > 0) into = value;
}

}  // namespace

ColorWords nut_tags(const FrameFacts& facts) {
  ColorWords tags = color_words(facts);
  if (facts.rotation != 0) tags.emplace_back(kRotate, std::to_string(facts.rotation));
  if (facts.mirror) tags.emplace_back(kMirror, "1");
  if (facts.field_order != FieldOrder::progressive)
    tags.emplace_back(kFieldOrder,
                      facts.field_order == FieldOrder::top_first ? kTopFirst : kBottomFirst);
  if (facts.light.max_content > 0)
    tags.emplace_back(kMaxContent, number_word(facts.light.max_content));
  if (facts.light.max_display > 0)
    tags.emplace_back(kMaxDisplay, number_word(facts.light.max_display));
  return tags;
}

void read_nut_tags(const AVDictionary* tags, FrameFacts& facts) {
  take_color(tags, facts);
  take_orientation(tags, facts);
  take_light(tags, kMaxContent, facts.light.max_content);
  take_light(tags, kMaxDisplay, facts.light.max_display);
  if (facts.field_order != FieldOrder::progressive) return;
  const std::string_view order = tag_of(tags, kFieldOrder);
  if (order == kTopFirst) facts.field_order = FieldOrder::top_first;
  if (order == kBottomFirst) facts.field_order = FieldOrder::bottom_first;
}

}  // namespace framelane
