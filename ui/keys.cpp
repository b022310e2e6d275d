#include "ui/keys.h"

#include <array>

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr std::array kBindings{
    KeyBinding{"SPACE", false, Kind::toggle_pause, 0, "pause"},
    KeyBinding{"p", false, Kind::toggle_pause, 0, "pause"},
    KeyBinding{"LEFT", false, Kind::seek_by, -5, "seek 5 s back or on"},
    KeyBinding{"RIGHT", false, Kind::seek_by, 5, "seek 5 s back or on"},
    KeyBinding{"DOWN", false, Kind::seek_by, -60, "seek 60 s back or on"},
    KeyBinding{"UP", false, Kind::seek_by, 60, "seek 60 s back or on"},
    KeyBinding{"LEFT", true, Kind::seek_by_exact, -1, "seek exactly 1 s back or on"},
    KeyBinding{"RIGHT", true, Kind::seek_by_exact, 1, "seek exactly 1 s back or on"},
    KeyBinding{"HOME", false, Kind::seek_to, 0, "to the start"},
    KeyBinding{",", false, Kind::step, -1, "one frame back or on"},
    KeyBinding{".", false, Kind::step, 1, "one frame back or on"},
    KeyBinding{"[", false, Kind::scale_speed, 1 / 1.1, "speed ÷ 1.1 or × 1.1"},
    KeyBinding{"]", false, Kind::scale_speed, 1.1, "speed ÷ 1.1 or × 1.1"},
    KeyBinding{"{", false, Kind::scale_speed, 0.5, "speed ÷ 2 or × 2"},
    KeyBinding{"}", false, Kind::scale_speed, 2, "speed ÷ 2 or × 2"},
    KeyBinding{"BS", false, Kind::reset_speed, 0, "speed 1"},
    KeyBinding{"l", false, Kind::mark_ab, 0, "loop from A to B: set A, set B, clear"},
    KeyBinding{"L", false, Kind::toggle_loop_file, 0, "loop the file"},
    KeyBinding{"<", false, Kind::playlist_step, -1, "previous or next file"},
    KeyBinding{">", false, Kind::playlist_step, 1, "previous or next file"},
    KeyBinding{"o", false, Kind::toggle_open_dialog, 0, "open a file", Modifier::ctrl},
    KeyBinding{"t", false, Kind::toggle_serial, 0, "serial or overlapped"},
    KeyBinding{"T", false, Kind::cycle_mode, 0, "serial, overlapped or staged"},
    KeyBinding{"-", false, Kind::change_lanes, -1, "one lane less or more"},
    KeyBinding{"+", false, Kind::change_lanes, 1, "one lane less or more"},
    KeyBinding{"M", false, Kind::toggle_memory, 0, "page-locked or pageable"},
    KeyBinding{"H", false, Kind::toggle_present, 0, "present direct or through the host"},
    KeyBinding{"D", false, Kind::toggle_light, 0, "HDR shown as SDR, or as coded"},
    KeyBinding{"u", false, Kind::toggle_unpaced, 0, "unpaced, as fast as it goes"},
    KeyBinding{"R", false, Kind::toggle_resident, 0, "resident loop, without decode"},
    KeyBinding{"k", false, Kind::toggle_equality, 0, "checksums: loop equal to serial"},
    KeyBinding{"r", false, Kind::toggle_log, 0, "start or stop the frame log"},
    KeyBinding{"c", false, Kind::toggle_split, 0, "compare: split line, dragged"},
    KeyBinding{"C", false, Kind::toggle_side_by_side, 0, "compare: side by side"},
    KeyBinding{"d", false, Kind::toggle_difference, 0, "compare: difference"},
    KeyBinding{"G", false, Kind::scale_gain, 0.5, "gain of the difference ÷ 2 or × 2"},
    KeyBinding{"g", false, Kind::scale_gain, 2, "gain of the difference ÷ 2 or × 2"},
    KeyBinding{"a", false, Kind::toggle_flip, 0, "compare: flip before and after"},
    KeyBinding{"P", false, Kind::toggle_pixel, 0, "pixel values under the cursor"},
    KeyBinding{"-", false, Kind::zoom_by, -1, "zoom out or in, at the cursor", Modifier::alt},
    KeyBinding{"+", false, Kind::zoom_by, 1, "zoom out or in, at the cursor", Modifier::alt},
    KeyBinding{"wheel", false, Kind::zoom_by, 1, "zoom at the cursor", Modifier::ctrl},
    KeyBinding{"LEFT", false, Kind::pan_across, -0.1, "pan, or drag the picture", Modifier::alt},
    KeyBinding{"RIGHT", false, Kind::pan_across, 0.1, "pan, or drag the picture", Modifier::alt},
    KeyBinding{"UP", false, Kind::pan_down, -0.1, "pan up or down", Modifier::alt},
    KeyBinding{"DOWN", false, Kind::pan_down, 0.1, "pan up or down", Modifier::alt},
    KeyBinding{"1", false, Kind::zoom_actual, 0, "zoom 1:1, in device pixels", Modifier::alt},
    KeyBinding{"BS", false, Kind::zoom_fit, 0, "zoom reset: the whole picture", Modifier::alt},
    KeyBinding{"F1", false, Kind::toggle_histogram, 0, "histogram, vectors, waveform"},
    KeyBinding{"F2", false, Kind::toggle_vectorscope, 0, "histogram, vectors, waveform"},
    KeyBinding{"F3", false, Kind::toggle_waveform, 0, "histogram, vectors, waveform"},
    KeyBinding{"F4", false, Kind::toggle_filters, 0, "filters panel"},
    KeyBinding{"F5", false, Kind::toggle_overlap, 0, "overlap panel"},
    KeyBinding{"F6", false, Kind::toggle_timeline, 0, "timeline"},
    KeyBinding{"s", false, Kind::screenshot_picture, 0, "screenshot of the picture"},
    KeyBinding{"S", false, Kind::screenshot_window, 0, "screenshot of the window"},
    KeyBinding{"-", false, Kind::scale_panels, -1, "panels smaller or larger", Modifier::ctrl},
    KeyBinding{"+", false, Kind::scale_panels, 1, "panels smaller or larger", Modifier::ctrl},
    KeyBinding{"0", false, Kind::scale_panels, 0, "panels at their own size", Modifier::ctrl},
    KeyBinding{"i", false, Kind::toggle_hud, 0, "HUD on or off"},
    KeyBinding{"I", false, Kind::toggle_panels, 0, "all panels"},
    KeyBinding{"f", false, Kind::toggle_fullscreen, 0, "fullscreen, or double-click"},
    KeyBinding{"ESC", false, Kind::leave_fullscreen, 0, "leave fullscreen"},
    KeyBinding{"?", false, Kind::toggle_key_help, 0, "this list of keys"},
    KeyBinding{"h", false, Kind::toggle_key_help, 0, "this list of keys"},
    KeyBinding{"q", false, Kind::quit, 0, "quit"},
};

std::string shown_key(const KeyBinding& binding) {
  const char* held = binding.modifier == Modifier::alt    ? "Alt+"
                     : binding.modifier == Modifier::ctrl ? "Ctrl+"
                                                          : "";
  return std::string(held) + (binding.shift ? "Shift+" : "") + std::string(binding.key);
}

bool holds(const Input& input, Modifier modifier) {
  return input.alt == (modifier == Modifier::alt) && input.ctrl == (modifier == Modifier::ctrl);
}

}  // namespace

std::span<const KeyBinding> key_bindings() {
  return kBindings;
}

std::optional<Action> action_of(const Input& input) {
  const bool wheel = input.kind == Input::Kind::wheel;
  if (input.kind != Input::Kind::key && !wheel) return std::nullopt;
  const std::string_view key = wheel ? "wheel" : std::string_view(input.key);
  for (const KeyBinding& binding : kBindings) {
    if (binding.key == key && binding.shift == input.shift && holds(input, binding.modifier)) {
      return Action{binding.action, wheel ? binding.value * input.amount : binding.value};
    }
  }
  return std::nullopt;
}

std::string key_name(Action::Kind action, double value) {
  for (const KeyBinding& binding : kBindings) {
    if (binding.action == action && binding.value == value) return shown_key(binding);
  }
  return {};
}

std::vector<KeyLine> key_lines() {
  std::vector<KeyLine> lines;
  for (const KeyBinding& binding : kBindings) {
    if (lines.empty() || lines.back().help != binding.help) lines.push_back({{}, binding.help});
    lines.back().keys.push_back(shown_key(binding));
  }
  return lines;
}

}  // namespace framelane
