#include "ui/overlap_form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/theme.h"

namespace framelane {
namespace {

constexpr float kFormWidth = 352, kHeadOnly = 40, kMostSpacing = 8;
constexpr float kUnderVerdict = 2;

// What follows the head line: the verdict in as many lines as fit, at least one, the modes and the
// light.
std::optional<OverlapForm> compact_form(const OverlapModel& model, float room) {
  OverlapForm form;
  form.compact = form.verdict = form.modes = form.light = true;
  form.height = kHeadOnly + kUnderVerdict + overlap_rows_height(model) + OverlapForm::kLight;
  form.verdict_lines =
      std::min(OverlapForm::kVerdictLines,
               static_cast<int>(std::floor((room - form.height) / OverlapForm::kVerdictLine)));
  if (form.verdict_lines < 1) return std::nullopt;
  form.height += OverlapForm::kVerdictLine * static_cast<float>(form.verdict_lines);
  return form;
}

}  // namespace

float overlap_rows_height(const OverlapModel& model) {
  return OverlapForm::kDense + OverlapForm::kRow * static_cast<float>(model.rows.size());
}

OverlapForm overlap_form(const OverlapModel& model, float room) {
  OverlapForm form;
  form.height = 2 * Theme::kPadding + OverlapForm::kHead;
  const auto take = [&](bool& part, bool after, float height) {
    part = after && form.height + height <= room;
    if (part) form.height += height;
  };
  take(form.numbers, true, OverlapForm::kNumbers);
  take(form.verdict, form.numbers, OverlapForm::kVerdict);
  take(form.modes, form.verdict, overlap_rows_height(model));
  take(form.light, form.modes, OverlapForm::kLight);
  if (!form.light)
    if (const auto compact = compact_form(model, room)) return *compact;
  if (!form.numbers) {
    form.height = kHeadOnly;
    return form;
  }
  // A head and what terms follow it, below a gap.
  const float left = room - form.height - OverlapForm::kTermsGap - OverlapForm::kDense;
  const auto most = static_cast<float>(model.terms.size());
  if (form.light && left >= OverlapForm::kDense) {
    form.terms = static_cast<int>(std::min(most, std::floor(left / OverlapForm::kDense)));
    form.height +=
        OverlapForm::kTermsGap + OverlapForm::kDense * static_cast<float>(1 + form.terms);
  }
  if (!form.light) return form;
  form.spacing = std::clamp(std::floor((room - form.height) / 3), 0.0F, kMostSpacing);
  form.height += 3 * form.spacing;
  return form;
}

Rect overlap_box(const OverlapForm& form, float top) {
  return {Theme::kMargin, top, kFormWidth, form.height};
}

double overlap_scale_end(const OverlapModel& model) {
  double most = model.bound_ms.value_or(0);
  for (const OverlapModel::Row& row : model.rows) {
    if (row.other_memory) continue;
    double sum = 0, longest = 0;
    for (const OverlapModel::Bar& bar : row.bars) {
      sum += bar.ms;
      longest = std::max(longest, bar.ms);
    }
    most = std::max({most, row.end_to_end ? sum : longest, row.measured_ms.value_or(0)});
  }
  if (most <= 0) return 1;
  const double ten = std::pow(10, std::floor(std::log10(most * 1.05)));
  constexpr std::array kSteps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
  for (const double step : kSteps)
    if (step * ten >= most * 1.05) return step * ten;
  return 10 * ten;
}

}  // namespace framelane
