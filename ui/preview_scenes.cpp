#include "ui/preview_scenes.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

Scene compare_scene() {
  Scene scene;
  scene.settings.hud_full = false;
  scene.hud.paused = scene.transport.paused = true;
  scene.hud.frame = 1036;
  scene.compare.compare.mode = CompareMode::split;
  scene.compare.chain = "eq exposure gblur unsharp";
  scene.pixel.marks = {{660, 360, 1, 1}};
  scene.prepare = [](Overlay& overlay) { overlay.apply({Action::Kind::toggle_pixel}); };
  return scene;
}

void point(Overlay& overlay, Input::Kind kind, float x, float y) {
  Input input;
  input.kind = kind;
  input.x = x;
  input.y = y;
  input.clicks = 1;
  std::vector<Action> actions;
  overlay.handle(input, 0ns, actions);
}

std::function<void(Overlay&)> click(const std::string& id) {
  return [id](Overlay& overlay) {
    const Rect box = overlay.control_box(id);
    point(overlay, Input::Kind::button_down, box.x + box.w / 2, box.y + box.h / 2);
    point(overlay, Input::Kind::button_up, box.x + box.w / 2, box.y + box.h / 2);
  };
}

std::function<void(Overlay&)> type(const std::string& text) {
  return [text](Overlay& overlay) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = text;
    std::vector<Action> actions;
    overlay.handle(input, 0ns, actions);
  };
}

Scene filters_scene() {
  Scene scene;
  scene.settings.filters = true;
  return scene;
}

}  // namespace

void write_compare_scenes(const WriteScene& write) {
  Scene scene = compare_scene();
  write("compare", scene);
  scene.compare.compare.mode = CompareMode::difference;
  scene.compare.compare.gain = 8;
  write("difference", scene);
  scene.compare.compare.mode = CompareMode::side_by_side;
  write("side_by_side", scene);
  scene.compare.compare.flip = true;
  write("flip", scene);
  scene = compare_scene();
  scene.settings.hud_full = true;
  scene.size = {1280, 720};
  scene.compare.compare.split = 0.25;
  write("compare_middle", scene);
  scene.compare.compare.mode = CompareMode::difference;
  write("difference_middle", scene);
  scene.size = {900, 500};
  write("compare_small", scene);
  scene.size = {490, 280};
  write("compare_tiny", scene);
}

void write_filters_scenes(const WriteScene& write) {
  Scene scene = filters_scene();
  scene.pointer_x = 1600;
  scene.pointer_y = 320;
  write("filters", scene);
  scene.pointer_y = 92;
  write("filters_header", scene);
  scene = filters_scene();
  scene.steps = {click("filter2.sigma.value"), type("2000")};
  write("filters_typing", scene);
  scene.steps = {click("filters.Add"), type("blur")};
  write("filters_add", scene);
  scene.steps = {click("filters.Add")};
  write("filters_add_all", scene);
  scene.steps.clear();
  scene.filters.chain = parse_chain(
      "lut3d=file=/looks/film.cube,lut1d,curves=preset=vintage:red='0/0.1 0.5/0.6 1/1',!lut3d");
  write("filters_tables", scene);
  scene.steps = {click("filter1.interp")};
  write("filters_choices", scene);
  scene.filters = synthetic_filters();
  scene.steps = {click("filters.Presets"), type("night")};
  write("filters_presets", scene);
  scene.steps = {[](Overlay& overlay) {
    const Rect grip = overlay.control_box("filter0.grip");
    point(overlay, Input::Kind::button_down, grip.x + 12, grip.y + 12);
    point(overlay, Input::Kind::pointer_move, grip.x + 12, grip.y + 250);
  }};
  write("filters_drag", scene);
  scene.steps = {click("filter0.more"), type("TAB"), type("TAB"), type("TAB"), type("TAB")};
  scene.filters = synthetic_long_chain();
  write("filters_long", scene);
  scene.steps.clear();
  scene.size = {1280, 720};
  scene.filters = synthetic_filters();
  scene.prepare = [](Overlay& overlay) { overlay.report_fault("The log stopped.", "Free some."); };
  write("filters_middle", scene);
  scene.size = {900, 500};
  write("filters_small", scene);
  scene.size = {490, 290};
  write("filters_tiny", scene);
}

// Lanes, pointed at, held, and in windows with less room.
void write_timeline_scenes(const WriteScene& write) {
  Scene scene;
  scene.settings.filters = scene.settings.timeline = true;
  scene.pointer_x = 1000;
  scene.pointer_y = 884;
  write("timeline", scene);
  scene.pointer_y = 860;
  scene.timeline = synthetic_timeline(2);
  write("timeline_two_lanes", scene);
  scene.timeline = synthetic_timeline(1);
  scene.timeline.burst.reset();
  write("timeline_serial", scene);
  scene.timeline = synthetic_timeline(8, 400);
  scene.steps = {click("timeline.hold"), click("timeline.out"), click("timeline.out"),
                 click("timeline.out")};
  write("timeline_eight_lanes", scene);
  Scene empty;
  empty.settings.timeline = true;
  empty.timeline = {};
  empty.timeline.rows = {{"decode", {}}, {"lane 0", {}}, {"present", {}}};
  write("timeline_empty", empty);
  scene.timeline = synthetic_timeline();
  scene.steps.clear();
  scene.pointer_x = -1;
  scene.size = {1280, 720};
  write("timeline_middle", scene);
  scene.pointer_x = 700;
  scene.pointer_y = 530;
  write("timeline_middle_pointed", scene);
  scene.size = {900, 500};
  write("timeline_small", scene);
  scene.size = {500, 290};
  write("timeline_tiny", scene);
}

}  // namespace framelane
