#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/files_model.h"

namespace framelane {

// In the middle of `room`, in a window in which nothing plays: one line, a button, the recent files
// that have a place there.
void draw_no_file(Canvas& canvas, Rect room, const FilesModel* files, std::vector<Action>& actions);

}  // namespace framelane
