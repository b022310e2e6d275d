#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/overlap_form.h"

namespace framelane {

// What running the stages at once bought, inside the canvas' panel.
void draw_overlap(Canvas& canvas, const OverlapModel& model, const OverlapForm& form,
                  std::vector<Action>& actions);

}  // namespace framelane
