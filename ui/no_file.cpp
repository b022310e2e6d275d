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

void draw_no_file(Canvas& canvas, Size logical_window, float bottom, const FilesModel* files,
                  std::vector<Action>& actions) {
  const auto width = static_cast<float>(logical_window.width);
  const std::size_t known = files != nullptr ? files->recent.size() : 0;
  const float room = std::max(bottom - 2 * Theme::kMargin, kEmptyHead);
  const auto fits = static_cast<std::size_t>((room - kEmptyHead) / kEmptyLine);
  const std::size_t shown = std::min(known, fits);
  const float high = kEmptyHead + static_cast<float>(shown) * kEmptyLine;
  const float wide = std::min(kWide, width - 2 * Theme::kMargin);
  const Rect box{(width - wide) / 2, Theme::kMargin + std::max(0.0F, room - high) / 2, wide, high};
  canvas.begin_panel("no_file", box, 1);
  const std::string opening = files != nullptr ? files->opening : "";
  const std::string line =
      opening.empty() ? "Drop a video here, or open one" : "Opening " + opening;
  canvas.text({box.x + 8, box.y, box.w - 16, kEmptyLine}, {{line, Theme::kDim}}, Align::center);
  const float button = text_button_width(canvas, "Open") + 32;
  const Rect open{(width - button) / 2, box.y + kEmptyLine + 16, button, kEmptyButton};
  if (text_button(canvas, open, "Open",
                  {"open", with_key("Open a file", Kind::toggle_open_dialog)}))
    actions.push_back({Kind::toggle_open_dialog});
  for (std::size_t i = 0; i < shown; ++i) {
    const float y = box.y + kEmptyHead + static_cast<float>(i) * kEmptyLine;
    draw_recent(canvas, {box.x, y, box.w, kEmptyLine}, files->recent[i], i, actions);
  }
}

}  // namespace framelane
