#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/files_model.h"

namespace framelane {

// The middle of a window in which nothing plays: one line, a button, the recent files that find
// room above `bottom`.
void draw_no_file(Canvas& canvas, Size logical_window, float bottom, const FilesModel* files,
                  std::vector<Action>& actions);

}  // namespace framelane
