#include "ui/icons.h"

#include <array>

namespace framelane {
namespace {

// The corner of a w x h shape centred in the box, on whole logical pixels.
ImVec2 corner(Rect box, float w, float h) {
  return {box.x + static_cast<float>(static_cast<int>((box.w - w) / 2)),
          box.y + static_cast<float>(static_cast<int>((box.h - h) / 2))};
}

}  // namespace

void icon_play(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 14, 16);
  canvas.triangle({x, y}, {x + 14, y + 8}, {x, y + 16}, color);
}

void icon_pause(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 12, 16);
  canvas.fill({x, y, 4, 16}, color);
  canvas.fill({x + 8, y, 4, 16}, color);
}

void icon_step_back(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 14, 12);
  canvas.triangle({x + 11, y}, {x + 11, y + 12}, {x + 2, y + 6}, color);
  canvas.fill({x + 12, y, 2, 12}, color);
}

void icon_step_on(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 14, 12);
  canvas.triangle({x + 3, y}, {x + 12, y + 6}, {x + 3, y + 12}, color);
  canvas.fill({x, y, 2, 12}, color);
}

void icon_loop(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 18, 14);
  const std::array<ImVec2, 5> upper{ImVec2{x + 13, y + 2.5F},
                                    {x + 4.5F, y + 2.5F},
                                    {x + 2.2F, y + 3.4F},
                                    {x + 1, y + 6},
                                    {x + 1, y + 8}};
  const std::array<ImVec2, 5> lower{ImVec2{x + 5, y + 11.5F},
                                    {x + 13.5F, y + 11.5F},
                                    {x + 15.8F, y + 10.6F},
                                    {x + 17, y + 8},
                                    {x + 17, y + 6}};
  canvas.polyline(upper, color, 1.5F);
  canvas.polyline(lower, color, 1.5F);
  canvas.triangle({x + 12, y - 0.5F}, {x + 16, y + 2.5F}, {x + 12, y + 5.5F}, color);
  canvas.triangle({x + 6, y + 8.5F}, {x + 6, y + 14.5F}, {x + 2, y + 11.5F}, color);
}

void icon_panels(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 18, 14);
  canvas.outline({x, y, 18, 14}, color, 2, 1.5F);
  canvas.fill({x + 3, y + 3, 4, 5}, color);
  canvas.fill({x + 3, y + 10, 12, 1.5F}, color);
}

void icon_split(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 18, 14);
  canvas.outline({x, y, 18, 14}, color, 2, 1.5F);
  canvas.fill({x + 9, y, 9, 14}, color, 2);
}

void icon_scopes(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 16, 14);
  canvas.fill({x, y + 8, 3, 6}, color);
  canvas.fill({x + 4.5F, y + 2, 3, 12}, color);
  canvas.fill({x + 9, y, 3, 14}, color);
  canvas.fill({x + 13, y + 5, 3, 9}, color);
}

void icon_camera(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 18, 14);
  canvas.outline({x, y + 2, 18, 12}, color, 2, 1.5F);
  canvas.fill({x + 6, y, 6, 3}, color);
  canvas.ring({x + 9, y + 8}, 3, color, 1.5F);
}

void icon_fullscreen(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 16, 14);
  constexpr float kArm = 5, kThick = 1.75F;
  for (const float left : {x, x + 16 - kThick})
    canvas.fill({left, y, kThick, kArm}, color);
  for (const float left : {x, x + 16 - kThick}) {
    canvas.fill({left, y + 14 - kArm, kThick, kArm}, color);
  }
  for (const float top : {y, y + 14 - kThick}) {
    canvas.fill({x, top, kArm, kThick}, color);
    canvas.fill({x + 16 - kArm, top, kArm, kThick}, color);
  }
}

void icon_record(Canvas& canvas, Rect box, ImU32 color) {
  const ImVec2 centre{box.x + box.w / 2, box.y + box.h / 2};
  canvas.ring(centre, 6.5F, color, 1.5F);
  canvas.disc(centre, 3, color);
}

void icon_minus(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 10, 2);
  canvas.fill({x, y, 10, 2}, color);
}

void icon_plus(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 10, 10);
  canvas.fill({x, y + 4, 10, 2}, color);
  canvas.fill({x + 4, y, 2, 4}, color);
  canvas.fill({x + 4, y + 6, 2, 4}, color);
}

void icon_folder(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 16, 12);
  canvas.fill({x, y, 7, 4}, color, 1);
  canvas.fill({x, y + 2, 16, 10}, color, 1.5F);
}

void icon_warning(Canvas& canvas, Rect box, ImU32 color) {
  const auto [x, y] = corner(box, 16, 14);
  canvas.triangle({x + 8, y}, {x + 16, y + 14}, {x, y + 14}, color);
  canvas.fill({x + 7, y + 5, 2, 5}, Theme::kInk);
  canvas.fill({x + 7, y + 11, 2, 2}, Theme::kInk);
}

}  // namespace framelane
