#include "gpu/filters/filter.h"

#include <algorithm>
#include <string>

#include "gpu/filters/filters.h"
#include "gpu/filters/numbers.h"

namespace framelane {
namespace {

constexpr const FilterSpec* kShipped[] = {
    &kEqFilter,
    &kExposureFilter,
    &kHueFilter,
    &kCurvesFilter,
    &kColorbalanceFilter,
    &kColorchannelmixerFilter,
    &kColortemperatureFilter,
    &kVibranceFilter,
    &kColorlevelsFilter,
    &kLut1dFilter,
    &kLut3dFilter,
    &kTonemapFilter,
    &kColorspaceFilter,
    &kNegateFilter,
    &kChromakeyFilter,
    &kVignetteFilter,
    &kFalsecolorFilter,
    &kZebraFilter,
    &kGblurFilter,
    &kBoxblurFilter,
    &kUnsharpFilter,
    &kCasFilter,
    &kSobelFilter,
    &kPrewittFilter,
    &kMedianFilter,
    &kBilateralFilter,
    &kNlmeansFilter,
    &kDebandFilter,
    &kErosionFilter,
    &kDilationFilter,
    &kConvolutionFilter,
    &kScaleFilter,
    &kTransposeFilter,
    &kHflipFilter,
    &kVflipFilter,
    &kCropFilter,
    &kFormatFilter,
    &kHqdn3dFilter,
    &kTmixFilter,
    &kYadifFilter,
    &kBwdifFilter,
    &kDeflickerFilter,
};

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(width, out.size() + 1), ' ');
  return out;
}

const char* type_name(Parameter::Type type) {
  switch (type) {
    case Parameter::Type::integer:
      return "integer";
    case Parameter::Type::boolean:
      return "true/false";
    case Parameter::Type::flags:
      return "flags";
    case Parameter::Type::list:
      return "list";
    case Parameter::Type::choice:
      return "choice";
    case Parameter::Type::text:
      return "text";
    case Parameter::Type::file:
      return "file";
    case Parameter::Type::number:
      break;
  }
  return "number";
}

std::string name_text(const Parameter& parameter) {
  std::string text(parameter.name);
  if (!parameter.short_name.empty()) text += ", " + std::string(parameter.short_name);
  return text;
}

std::string parameter_text(const Parameter& parameter) {
  std::string text =
      "  " + padded(name_text(parameter), 20) + padded(type_name(parameter.type), 11);
  text += padded(range_text(parameter), 18) + std::string(parameter.help);
  if (!parameter.unit.empty()) text += " (" + std::string(parameter.unit) + ")";
  if (is_required(parameter)) return text + "; required\n";
  const std::string standard = value_text(parameter, default_value(parameter));
  return text + "; default " + (standard.empty() ? "none" : standard) + "\n";
}

const char* space_text(FilterSpace space) {
  switch (space) {
    case FilterSpace::planes:
      return "the source's own planes and subsampling";
    case FilterSpace::yuv_planes:
      return "the source's own planes; RGB goes through BT.709 limited YUV";
    case FilterSpace::rgb:
      break;
  }
  return "full-range R'G'B' through the frame's matrix";
}

}  // namespace

FilterRegistry shipped_filters() {
  return kShipped;
}

const FilterSpec* find_filter(std::string_view name, FilterRegistry registry) {
  const auto found =
      std::ranges::find_if(registry, [&](const FilterSpec* f) { return f->name == name; });
  return found == registry.end() ? nullptr : *found;
}

FilterValues default_values(const FilterSpec& filter) {
  FilterValues values;
  for (const Parameter& parameter : filter.parameters)
    values.push_back(default_value(parameter));
  return values;
}

std::string filters_help(FilterRegistry registry) {
  std::size_t longest = 0;
  for (const FilterSpec* filter : registry)
    longest = std::max(longest, filter->name.size());
  std::string text;
  for (const FilterSpec* filter : registry)
    text += padded(filter->name, longest + 2) + std::string(filter->help) + "\n";
  return text;
}

std::string filter_help(const FilterSpec& filter) {
  std::string text = std::string(filter.name) + ": " + std::string(filter.help) + "\n";
  text += std::string("works in ") + space_text(filter.space) + "\n";
  for (const Parameter& parameter : filter.parameters)
    text += parameter_text(parameter);
  text += "example: --filters \"" + std::string(filter.example) + "\"\n";
  if (!filter.notes.empty()) text += std::string(filter.notes) + "\n";
  return text;
}

}  // namespace framelane
