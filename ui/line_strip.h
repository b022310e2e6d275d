#pragma once
#include <imgui.h>

#include <span>

namespace framelane {

// A line of soft edges from left to right: neighbours share their corners, so that a long one costs
// few, but at a sharp turn, where a long mitre would grow. Points are multiplied by `scale`; all
// else is in device pixels.
void add_line_strip(ImDrawList& list, std::span<const ImVec2> points, float scale, ImU32 color,
                    float thickness);

// What lies between such a line and `bottom`, with hard edges.
void add_area_strip(ImDrawList& list, std::span<const ImVec2> points, float scale, float bottom,
                    ImU32 color);

}  // namespace framelane
