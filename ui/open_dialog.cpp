#include "ui/open_dialog.h"

#include <algorithm>

#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kRow = 24, kDialogGap = 8, kDialogBar = 4, kDialogBarRoom = 16,
                kDialogHead = 24 + 8 + 16 + 8 + 24 + 8;

// The end of a path says more than its beginning.
std::string last_of(const Canvas& canvas, const std::string& path, float room) {
  const auto fits = [&](const std::string& text) {
    return canvas.width({{text, Theme::kDim, TextSize::small}}) <= room;
  };
  std::string shown = path;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos && !fits(shown);
       slash = path.find('/', slash + 1))
    shown = "…" + path.substr(slash);
  return shown;
}

}  // namespace

Rect OpenDialog::box(Size logical_window, float bottom) {
  constexpr float kWidth = 720, kHeight = 600;
  const auto width = static_cast<float>(logical_window.width);
  const float room = bottom - Theme::kMargin;
  const float wide = std::min(kWidth, width - 2 * Theme::kMargin), high = std::min(kHeight, room);
  return {(width - wide) / 2, Theme::kMargin + (room - high) / 2, wide, high};
}

void OpenDialog::draw(Canvas& canvas, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  catch_up(actions);
  draw_head(canvas, actions);
  const float top = p.y + Theme::kPadding + kDialogHead;
  draw_list(canvas, {p.x + kDialogGap, top, p.w - 2 * kDialogGap, p.bottom() - kDialogGap - top},
            actions);
}

void OpenDialog::draw_head(Canvas& canvas, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float left = p.x + Theme::kPadding, wide = p.w - 2 * Theme::kPadding;
  float y = p.y + Theme::kPadding, right = left + wide;
  const auto button = [&](const char* label, const char* id, const char* tooltip, bool on,
                          bool enabled) {
    const float width = text_button_width(canvas, label);
    if (right - width < left) return false;  // its key does the same
    right -= width;
    const bool clicked =
        text_button(canvas, {right, y, width, 24}, label, {id, tooltip, on, enabled});
    right -= kDialogGap;
    return clicked;
  };
  if (button("Close", "dialog_close", "Close, key ESC", false, true))
    actions.push_back({Kind::toggle_open_dialog});
  const std::string only = for_filter() ? "Not only " + files_.dialog.kinds : "Not only videos";
  if (button("All files", "dialog_all", only.c_str(), files_.dialog.all_files, !recent_))
    actions.push_back({Kind::toggle_all_files});
  if (button("Up", "dialog_up", "The folder above, key BS", false,
             !recent_ && !files_.dialog.parent.empty()))
    go_up(actions);
  if (button("Home", "dialog_home", "Your own folder, key ~", false, !recent_))
    ask_for("~", actions);
  if (!for_filter() && button("Recent", "dialog_recent", "Files played before", recent_, true)) {
    recent_ = !recent_;
    forget_typed();
    rebuild();
  }
  constexpr float kLeastTitle = 80;
  if (right - left >= kLeastTitle)
    canvas.text({left, y, right - left, 24}, {{for_filter() ? "Choose a file" : "Open a file"}});
  y += 24 + kDialogGap;
  const std::string place =
      recent_ ? "Files played before" : last_of(canvas, files_.dialog.folder, wide);
  canvas.text({left, y, wide, 16}, {{place, Theme::kDim, TextSize::small}});
  y += 16 + kDialogGap;
  draw_filter(canvas, {left, y, wide, 24});
}

void OpenDialog::draw_filter(Canvas& canvas, Rect box) const {
  canvas.fill(box, Theme::kWell, Theme::kButtonRadius);
  const Rect inside{box.x + 8, box.y, box.w - 16, box.h};
  if (filter_.empty()) {
    canvas.text(inside, {{"Type to filter, or a path", Theme::kFaint, TextSize::small}});
    return;
  }
  canvas.outline(box, Theme::kDim, Theme::kButtonRadius);
  const float used = canvas.text({inside.x, inside.y, inside.w - 4, inside.h},
                                 {{filter_, Theme::kText, TextSize::small}});
  canvas.fill({inside.x + used + 1, box.y + 5, 1, 14}, Theme::kText);
}

void OpenDialog::draw_list(Canvas& canvas, Rect list, std::vector<Action>& actions) {
  const auto room = static_cast<std::size_t>(std::max(list.h / kRow, 1.0F));
  if (room != room_) {
    room_ = room;
    move_to(static_cast<std::ptrdiff_t>(chosen_));
  }
  if (list.h < kRow) return;
  if (rows_.empty()) {
    canvas.text({list.x + kDialogGap, list.y, list.w - 2 * kDialogGap, kRow},
                {{empty_line(), Theme::kDim, TextSize::small}});
    return;
  }
  const bool longer = rows_.size() > room_;
  const float wide = list.w - (longer ? kDialogBarRoom : 0);
  const std::size_t end = std::min(rows_.size(), first_ + room_);
  for (std::size_t row = first_; row < end; ++row) {
    const float y = list.y + static_cast<float>(row - first_) * kRow;
    draw_row(canvas, {list.x, y, wide, kRow}, row, actions);
  }
  if (longer) draw_scroll_bar(canvas, list);
}

void OpenDialog::draw_row(Canvas& canvas, Rect box, std::size_t row, std::vector<Action>& actions) {
  const Row& shown = rows_[row];
  const Control control = canvas.drag_area("entry_" + std::to_string(row), box, true);
  if (row == chosen_)
    canvas.fill(box, Theme::kControl, Theme::kButtonRadius);
  else if (control.hover)
    canvas.fill(box, Theme::kRowHover, Theme::kButtonRadius);
  float x = box.x + kDialogGap;
  if (!recent_) {
    if (shown.folder) icon_folder(canvas, {x, box.y + 4, 16, 16}, Theme::kDim);
    x += 24;
  }
  const float right = box.right() - kDialogGap;
  const TextLine detail{{shown.detail, Theme::kDim, TextSize::small}};
  const float most = std::min(canvas.width(detail), (right - x) / 2);
  if (!shown.detail.empty()) {
    canvas.text({right - most, box.y, most, box.h}, detail, Align::right);
  }
  canvas.text({x, box.y, std::max(right - most - 16 - x, 24.0F), box.h}, {{shown.name}});
  if (!control.clicked) return;
  chosen_ = row;
  activate(row, actions);
}

void OpenDialog::draw_scroll_bar(Canvas& canvas, Rect list) {
  const Rect track{list.right() - kDialogBarRoom / 2 - kDialogBar / 2, list.y, kDialogBar, list.h};
  const auto rows = static_cast<float>(rows_.size());
  const float length = std::max(list.h * static_cast<float>(room_) / rows, 24.0F);
  const float most = rows - static_cast<float>(room_);
  const Control control = canvas.drag_area(
      "dialog_scroll", {list.right() - kDialogBarRoom, list.y, kDialogBarRoom, list.h}, true);
  if (control.moved) {
    const float at = (canvas.pointer_y() - list.y - length / 2) / (list.h - length);
    scroll_to(static_cast<std::ptrdiff_t>(std::clamp(at, 0.0F, 1.0F) * most + 0.5F));
  }
  canvas.fill(track, Theme::kTrack, Theme::kBarRadius);
  const float y = list.y + (list.h - length) * static_cast<float>(first_) / most;
  canvas.fill({track.x, y, kDialogBar, length}, control.hover ? Theme::kText : Theme::kGrab,
              Theme::kBarRadius);
}

}  // namespace framelane
