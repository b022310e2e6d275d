#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// Each is defined with its parameter table in the source file of its name.
extern const FilterSpec kEqFilter, kExposureFilter, kHueFilter, kCurvesFilter, kColorbalanceFilter,
    kColorchannelmixerFilter, kColortemperatureFilter, kVibranceFilter, kColorlevelsFilter,
    kLut1dFilter, kLut3dFilter, kTonemapFilter, kColorspaceFilter, kNegateFilter, kChromakeyFilter,
    kVignetteFilter, kFalsecolorFilter, kZebraFilter, kGblurFilter, kBoxblurFilter, kUnsharpFilter,
    kCasFilter, kSobelFilter, kPrewittFilter, kMedianFilter, kBilateralFilter, kNlmeansFilter,
    kDebandFilter, kErosionFilter, kDilationFilter, kConvolutionFilter, kScaleFilter,
    kTransposeFilter, kHflipFilter, kVflipFilter, kCropFilter, kFormatFilter, kHqdn3dFilter,
    kTmixFilter, kYadifFilter, kBwdifFilter, kDeflickerFilter;

}  // namespace framelane
