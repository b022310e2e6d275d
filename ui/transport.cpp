#include "ui/transport.h"

#include <algorithm>

#include "ui/number_text.h"
#include "ui/transport_row.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr const char *kDirect = "direct", *kViaHost = "via host";
constexpr float kNameRoom = 120, kLogNameMost = 220;

TextLine frame_line(const TransportModel& model, std::uint64_t frame) {
  if (!model.open) return {{"frame ", Theme::kFaint}, {kNoValue, Theme::kFaint}};
  TextLine line{{"frame ", Theme::kDim}, {std::to_string(frame)}};
  if (model.frame_count) {
    const char* of = model.count_is_estimate ? " of about " : " of ";
    line.push_back({of + std::to_string(*model.frame_count), Theme::kDim});
  }
  return line;
}

// As wide as the line will get, so that nothing moves while frames count up.
float frame_width(const Canvas& canvas, const TransportModel& model) {
  return canvas.width(frame_line(model, std::max(model.frame, model.frame_count.value_or(99'999))));
}

TextLine log_line(std::uint64_t rows) {
  return {{"logging "}, {count_text(rows) + " rows", Theme::kDim}};
}

struct Widths {
  float modes, memory, present, log_rows, log_name, frame;
  float facts;  // of the name and the facts, beyond the room that is always kept
};

Widths widths_of(const TransportRow& row, bool show_facts) {
  Widths wide{};
  if (show_facts && !row.model.facts.empty()) {
    const float text = row.canvas.width({{row.model.place + "  " + row.model.name}}) + 16 +
                       row.canvas.width({{row.model.facts, Theme::kDim, TextSize::small}});
    wide.facts = std::max(0.0F, text - kNameRoom);
  }
  wide.modes = row.chip_width({"overlapped", "staged", "serial"}) + 8 + kChip +
               row.chip_width({"8 lanes"}) + kChip + 8;
  wide.memory = row.chip_width({"page-locked", "pageable"}) + 8 + row.chip_width({"unpaced"}) + 8 +
                row.chip_width({"resident"}) + 8;
  if (row.model.present_offered) wide.present = row.chip_width({kDirect, kViaHost}) + 8;
  if (row.model.logging) {
    constexpr std::uint64_t kUsualMost = 99'999;
    wide.log_rows = row.canvas.width(log_line(std::max(row.model.log_rows, kUsualMost))) + 8;
    const TextLine name{{row.model.log_name, Theme::kDim, TextSize::small}};
    wide.log_name =
        row.model.log_name.empty() ? 0 : std::min(row.canvas.width(name), kLogNameMost) + 8;
  }
  wide.frame = frame_width(row.canvas, row.model) + 24;
  return wide;
}

// What finds room beside the buttons that are always there, the most needed first.
struct ShownParts {
  bool frame = false, modes = false, memory = false, present = false;
  bool log_rows = false, log_name = false;
};

ShownParts parts_for(const Widths& wide, float room) {
  ShownParts parts;
  const auto fits = [&](float width) {
    const bool yes = width <= room;
    room = yes ? room - width : -1;
    return yes;
  };
  parts.frame = fits(wide.frame);
  parts.modes = fits(wide.modes);
  parts.log_rows = fits(wide.log_rows);
  parts.memory = fits(wide.memory);
  parts.present = fits(wide.present);
  // The button's tooltip says it too; the facts stand here alone.
  parts.log_name = fits(wide.log_name + wide.facts);
  return parts;
}

// Without the one whose place the speed needs in a narrow window, where its key does the same.
void draw_view_buttons(TransportRow& row, bool hud_shown, bool narrow) {
  row.icon(row.take_right(kTransportIcon, kTransportIcon), icon_fullscreen, "fullscreen",
           row.model.fullscreen ? "Leave fullscreen" : "Fullscreen", {Kind::toggle_fullscreen});
  if (!narrow)
    row.icon(row.take_right(kTransportIcon, kTransportIcon), icon_camera, "screenshot",
             "Screenshot of the picture", {Kind::screenshot_picture});
  row.icon(row.take_right(kTransportIcon, kTransportIcon), icon_panels, "hud", "HUD",
           {Kind::toggle_hud}, hud_shown);
  row.icon(row.take_right(kTransportIcon, kTransportIcon), icon_scopes, "scopes",
           "Scopes: F1 histogram, F2 vectorscope, F3 waveform", {Kind::toggle_scopes},
           row.model.scopes);
  row.icon(row.take_right(kTransportIcon, kTransportIcon), icon_split, "compare",
           "Compare before and after", {Kind::toggle_split}, row.model.comparing);
}

void draw_log(TransportRow& row, const ShownParts& parts, const Widths& wide) {
  const bool on = row.model.logging;
  if (on && parts.log_name && wide.log_name > 0) {
    row.canvas.text(row.take_right(wide.log_name, kChip),
                    {{row.model.log_name, Theme::kDim, TextSize::small}});
  }
  if (on && parts.log_rows) {
    row.canvas.text(row.take_right(wide.log_rows, kChip), log_line(row.model.log_rows));
  }
  const Rect box = row.take_right(kTransportIcon, kTransportIcon);
  std::string tooltip =
      with_key(on ? "Stop the frame log" : "Record the frame log", Kind::toggle_log);
  if (on && !row.model.log_name.empty()) tooltip += ": " + row.model.log_name;
  const ButtonLook look{"log", tooltip, false, row.model.open};
  const Icon shape = on ? Icon{[](Canvas& canvas, Rect at, ImU32) {
    canvas.disc({at.x + at.w / 2, at.y + at.h / 2}, 5, Theme::kFault);
  }}
                        : Icon{icon_record};
  if (icon_button(row.canvas, box, shape, look)) row.actions.push_back({Kind::toggle_log});
}

void draw_present(TransportRow& row) {
  const TransportModel& model = row.model;
  if (!model.present_offered) return;
  const bool can = model.present_unavailable.empty();
  const std::string text = !can ? "Results go through the host: " + model.present_unavailable
                           : model.present_direct
                               ? "Results go to the screen direct; send them through the host"
                               : "Results go through the host; send them to the screen direct";
  row.right -= 8;
  row.chip(row.take_right(row.chip_width({kDirect, kViaHost}), kChip),
           model.present_direct ? kDirect : kViaHost, "present", text, {Kind::toggle_present},
           false, can);
}

void draw_memory(TransportRow& row) {
  const TransportModel& model = row.model;
  row.right -= 8;
  row.chip(row.take_right(row.chip_width({"resident"}), kChip), "resident", "resident",
           "Resident loop: decoded frames go round, decode is out of the way",
           {Kind::toggle_resident}, model.resident);
  row.right -= 8;
  row.chip(row.take_right(row.chip_width({"unpaced"}), kChip), "unpaced", "unpaced",
           "Unpaced: process as fast as everything allows", {Kind::toggle_unpaced}, model.unpaced);
  row.right -= 8;
  row.chip(row.take_right(row.chip_width({"page-locked", "pageable"}), kChip),
           model.pinned ? "page-locked" : "pageable", "memory",
           model.pinned ? "Host memory is page-locked; make it pageable"
                        : "Host memory is pageable; page-lock it",
           {Kind::toggle_memory});
}

void draw_modes(TransportRow& row) {
  const TransportModel& model = row.model;
  row.right -= 8;
  const bool lanes = model.lanes_matter;
  row.icon(row.take_right(kChip, kChip), icon_plus, "lanes_more", "One lane more",
           {Kind::change_lanes, 1}, false, lanes && model.lanes < 8);
  const Rect count = row.take_right(row.chip_width({"8 lanes"}), kChip);
  const ImU32 color = lanes && model.open ? Theme::kText : Theme::kFaint;
  row.canvas.text(count,
                  {{counted(static_cast<std::uint64_t>(std::max(model.lanes, 0)), "lane"), color,
                    TextSize::small}},
                  Align::center);
  row.icon(row.take_right(kChip, kChip), icon_minus, "lanes_less", "One lane less",
           {Kind::change_lanes, -1}, false, lanes && model.lanes > 1);
  row.right -= 8;
  row.chip(row.take_right(row.chip_width({"overlapped", "staged", "serial"}), kChip), model.mode,
           "mode", "Serial or overlapped; T also offers staged", {Kind::toggle_serial});
}

void draw_name(TransportRow& row, bool show_facts) {
  row.left += 24;
  const float room = row.right - row.left - 24;
  if (room < 24) return;
  TextLine name{{row.model.name}};
  if (!row.model.place.empty()) name.insert(name.begin(), {row.model.place + "  ", Theme::kDim});
  const TextLine facts{{row.model.facts, Theme::kDim, TextSize::small}};
  const Rect box{row.left, row.y + 4, room, kChip};
  const float used = row.canvas.text(box, name);
  const float left = room - used - 16;
  if (show_facts && left >= 160 && !row.model.facts.empty()) {
    row.canvas.text({box.x + used + 16, box.y, left, kChip}, facts);
  }
}

}  // namespace

Rect transport_box(Size logical_window) {
  const auto width = static_cast<float>(logical_window.width);
  const auto height = static_cast<float>(logical_window.height);
  const float margin = margin_of(logical_window);
  return {margin, height - margin - kTransportHeight, width - 2 * margin, kTransportHeight};
}

void draw_transport(Canvas& canvas, const TransportModel& model, bool show_facts, bool hud_shown,
                    std::vector<Action>& actions) {
  draw_seek_row(canvas, model, actions);
  const Rect p = canvas.panel();
  TransportRow row{canvas,  model, actions, p.x + Theme::kPadding, p.right() - Theme::kPadding,
                   p.y + 32};
  constexpr float kNarrow = 460;
  const bool narrow = row.right - row.left < kNarrow;
  draw_play_buttons(row);
  draw_view_buttons(row, hud_shown, narrow);
  const Widths wide = widths_of(row, show_facts);
  const ShownParts parts = parts_for(wide, row.right - row.left - kTransportIcon - kNameRoom - 48);
  row.right -= narrow ? 8 : 16;
  if (parts.frame) {
    canvas.text(row.take_right(wide.frame - 24, kChip), frame_line(model, model.frame),
                Align::right);
    row.right -= 8;
  }
  draw_log(row, parts, wide);
  if (parts.memory) draw_memory(row);
  if (parts.present) draw_present(row);
  if (parts.modes) draw_modes(row);
  draw_name(row, show_facts);
}

}  // namespace framelane
