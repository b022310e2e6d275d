#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// Each is defined with its parameter table in the source file of its name.
extern const FilterSpec kEqFilter, kExposureFilter, kNegateFilter, kHueFilter, kGblurFilter,
    kUnsharpFilter, kSobelFilter, kMedianFilter, kTmixFilter;
extern const FilterSpec kCropFilter, kHflipFilter, kVflipFilter, kScaleFilter, kTransposeFilter,
    kFormatFilter;
extern const FilterSpec kTonemapFilter, kColorspaceFilter;

}  // namespace framelane
