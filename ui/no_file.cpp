#include "ui/no_file.h"

#include <algorithm>
#include <string>

#include "ui/open_dialog.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kEmptyLine = 24, kEmptyButton = 32, kWide = 560;
constexpr float kEmptyHead = kEmptyLine + 16 + kEmptyButton + 24;

void draw_recent(Canvas& canvas, Rect box, const RecentLine& file, std::size_t index,
                 std::vector<Action>& actions) {
  const std::string where = recent_detail(file);
  const Control control = canvas.control("recent_" + std::to_string(index), box, file.path);
  if (control.hover) canvas.fill(box, Theme::kRowHover, Theme::kButtonRadius);
  const TextLine detail{{where, Theme::kDim, TextSize::small}};
  const Rect inside{box.x + 8, box.y, box.w - 16, box.h};
  const float most = std::min(canvas.width(detail), inside.w / 2);
  if (!where.empty())
    canvas.text({inside.right() - most, box.y, most, box.h}, detail, Align::right);
  canvas.text({inside.x, box.y, inside.w - most - 16, box.h}, {{file.name}});
  if (control.clicked) actions.push_back({Kind::open_file, file.position_s, true, file.path});
}

}  // namespace

void draw_no_file(Canvas& canvas, Rect room, const FilesModel* files,
                  std::vector<Action>& actions) {
  const std::size_t known = files != nullptr ? files->recent.size() : 0;
  const float most = std::max(room.h, kEmptyHead);
  const auto fits = static_cast<std::size_t>((most - kEmptyHead) / kEmptyLine);
  const std::size_t shown = std::min(known, fits);
  const float high = kEmptyHead + static_cast<float>(shown) * kEmptyLine;
  const float wide = std::min(kWide, room.w);
  const Rect box{room.x + (room.w - wide) / 2, room.y + (most - high) / 2, wide, high};
  canvas.begin_panel("no_file", box, 1);
  const std::string opening = files != nullptr ? files->opening : "";
  std::string line = opening.empty() ? "Drop a video here, or open one" : "Opening " + opening;
  if (opening.empty() && canvas.width({{line}}) > box.w - 16) line = "Drop a video here";
  canvas.text({box.x + 8, box.y, box.w - 16, kEmptyLine}, {{line, Theme::kDim}}, Align::center);
  const float button = text_button_width(canvas, "Open") + 32;
  const Rect open{room.x + (room.w - button) / 2, box.y + kEmptyLine + 16, button, kEmptyButton};
  if (text_button(canvas, open, "Open",
                  {"open", with_key("Open a file", Kind::toggle_open_dialog)}))
    actions.push_back({Kind::toggle_open_dialog});
  for (std::size_t i = 0; i < shown; ++i) {
    const float y = box.y + kEmptyHead + static_cast<float>(i) * kEmptyLine;
    draw_recent(canvas, {box.x, y, box.w, kEmptyLine}, files->recent[i], i, actions);
  }
}

}  // namespace framelane
