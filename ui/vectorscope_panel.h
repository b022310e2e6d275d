#pragma once
#include "ui/scope_parts.h"

namespace framelane {

// Where every pixel's chroma lies, Cb to the right, Cr up: the circle is the highest that 8-bit
// limited video may hold; boxes are the bars at 75 % in the picture's own matrix, the slanted line
// is that of skin, 123 degrees. `texture` 0: nothing was counted yet.
void draw_vectorscope(Canvas& canvas, const ScopesModel& model, unsigned texture,
                      const ScopeLook& look, std::vector<Action>& actions);

}  // namespace framelane
