// Draws the panels' states from fixed models into PNG files: ui_preview FOLDER [scale]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"
#include "ui/window.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

struct Scene {
  HudModel hud = synthetic_hud();
  TransportModel transport = synthetic_transport();
  FilesModel files = synthetic_files();
  Overlay::Settings settings{true, true, false};
  Size size{1920, 1080};
  double scale = 1;
  CompareModel compare;
  PixelModel pixel = synthetic_pixel();
  std::function<void(Overlay&)> prepare = [](Overlay&) {};
  ScopesModel scopes;
  float pointer_x = -1, pointer_y = -1;
  FiltersModel filters = synthetic_filters();
  TimelineModel timeline = synthetic_timeline();
  // Done after the first drawing, each followed by one more.
  std::vector<std::function<void(Overlay&)>> steps;
};

void add_passes(HudModel& hud) {
  for (const char* name : {"unsharp", "gblur", "load+eq+exposure"}) {
    StageRow row = hud.rows[2];
    row.name = name;
    row.single = true;
    row.mean_ms = 0.0287;
    hud.rows.insert(hud.rows.begin() + 3, row);
  }
}

void write_scene(Window& window, PictureView& view, const std::filesystem::path& file,
                 Scene scene) {
  Overlay overlay(scene.settings);
  window.resize({static_cast<int>(scene.size.width * scene.scale),
                 static_cast<int>(scene.size.height * scene.scale)});
  while (window.poll()) {
  }
  scene.prepare(overlay);
  std::vector<Action> actions;
  for (Nanoseconds now{0}; now <= 1'000ms; now += 500ms) {
    if (scene.pointer_x >= 0) {
      Input move;
      move.kind = Input::Kind::pointer_move;
      move.x = scene.pointer_x * static_cast<float>(scene.scale);
      move.y = scene.pointer_y * static_cast<float>(scene.scale);
      if (now > 0ns) overlay.handle(move, now, actions);
    }
    const Size size = window.drawable();
    CompareModel compare = scene.compare;
    view.set_compare(compare.compare);
    if (view.wants_before()) view.show_before(synthetic_landscape(480, 270));
    view.draw(size);
    compare.picture = view.area(size);
    compare.split = view.split_column(size);
    compare.second =
        compare.compare.shown() == CompareMode::side_by_side ? view.panes(size).back().box.x : 0;
    scene.transport.comparing = compare.compare.on();
    const auto draw = [&] {
      Overlay::Frame frame{&scene.hud, &scene.transport, size, scene.scale, now};
      frame.filters = &scene.filters;
      frame.compare = &compare;
      frame.pixel = &scene.pixel;
      frame.files = &scene.files;
      frame.scopes = &scene.scopes;
      frame.timeline = &scene.timeline;
      return overlay.draw(frame);
    };
    actions = draw();
    for (const auto& step : scene.steps) {
      if (now > 0ns) break;
      step(overlay);
      actions = draw();
    }
  }
  write_png(file, window.read_back());
  window.swap();
  std::printf("%s\n", file.c_str());
}

Scene logging_scene() {
  Scene scene;
  scene.transport.logging = scene.hud.logging = true;
  scene.transport.log_rows = scene.hud.log_rows = 1037;
  scene.transport.log_name = "framelane_lake_dawn_2160p60_2024-05-01_12-00-00.csv";
  add_passes(scene.hud);
  return scene;
}

Scene states_scene() {
  Scene scene;
  scene.hud.notice = "warming up, frame 12 of 60";
  for (StageRow& row : scene.hud.rows)
    row.p99_ms.reset();
  scene.hud.rows[0].mean_ms = 18.204;
  scene.hud.rows[0].over_budget_ms = 1.5;
  scene.hud.rows[3].mean_ms.reset();
  scene.hud.rows[3].gb_per_s.reset();
  scene.hud.processed_fps = 3612.41;
  scene.hud.unpaced = scene.hud.resident = true;
  scene.transport.unpaced = scene.transport.resident = scene.transport.loop_file = true;
  scene.transport.paused = true;
  scene.transport.present_direct = false;
  scene.transport.present_unavailable = "OpenGL is drawn by llvmpipe";
  scene.hud.decoded = 1234567;
  scene.prepare = [](Overlay& overlay) {
    overlay.report_fault("The log stopped: no space left on /data.", "Free some, then press r.");
    overlay.apply({Action::Kind::toggle_key_help});
  };
  return scene;
}

Scene scopes_scene() {
  Scene scene;
  scene.settings.hud_full = false;
  scene.scopes = synthetic_scopes();
  scene.transport.scopes = true;
  scene.transport.paused = true;
  return scene;
}

// Those of a small window, and fewer than all.
template <typename Write>
void write_scopes(const Write& write) {
  Scene all = scopes_scene();
  write("scopes", all);
  all.scopes.on.side = ScopeSide::before;
  all.settings.hud_full = true;
  all.size = {1280, 720};
  write("scopes_middle", all);
  all.size = {900, 500};
  all.scopes.latest = Scope::waveform;
  write("scopes_small", all);
  all.size = {500, 300};
  all.scopes.latest = Scope::vectorscope;
  write("scopes_tiny", all);
  Scene few = scopes_scene();
  few.scopes.on = {true, false, false};
  write("scopes_histogram", few);
  few.scopes.on = {false, false, true};
  write("scopes_vectorscope", few);
  few.scopes.on = {true, true, false};
  few.scopes.tables = {};
  few.scopes.cost_ms = {};
  write("scopes_waiting", few);
}

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

void write_compare_scenes(const std::function<void(const char*, Scene)>& write) {
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

template <class Write>
void write_filters(const Write& write) {
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
template <class Write>
void write_timelines(const Write& write) {
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

int run(const std::filesystem::path& folder, double scale) {
  std::filesystem::create_directories(folder);
  Window window({"preview", {1920, 1080}, Size{1920, 1080}, 1.0, false});
  PictureView view;
  view.show(synthetic_landscape(960, 540));
  const auto write = [&](const char* name, Scene scene) {
    scene.scale = scale;
    write_scene(window, view, folder / (std::string(name) + ".png"), scene);
  };
  write("main", logging_scene());
  write("states", states_scene());
  Scene minimal;
  minimal.settings.hud_full = false;
  write("minimal", minimal);
  Scene hover;
  hover.pointer_x = 100;
  hover.pointer_y = 196;
  write("hover_row", hover);
  hover.pointer_x = 700;
  hover.pointer_y = 1012;
  write("hover_seek", hover);
  hover.pointer_x = 1832;
  hover.pointer_y = 1040;
  write("hover_button", hover);
  Scene middle = logging_scene();
  middle.size = {1280, 720};
  write("middle", middle);
  Scene small = logging_scene();
  small.size = {900, 500};
  write("small", small);
  small.size = {500, 300};
  write("tiny", small);
  write_compare_scenes(write);
  Scene dialog;
  dialog.files.dialog.shown = true;
  dialog.transport.ab_from_s = 30;
  dialog.transport.ab_to_s = 61;
  dialog.transport.place = "2/7";
  dialog.transport.count_is_estimate = true;
  dialog.pointer_x = 900;
  dialog.pointer_y = 400;
  write("open_dialog", dialog);
  dialog.size = {1280, 720};
  write("open_dialog_middle", dialog);
  dialog.size = {500, 300};
  write("open_dialog_tiny", dialog);
  Scene keys;
  keys.size = {1280, 720};
  keys.transport.ab_from_s = 30;
  keys.transport.place = "2/7";
  keys.prepare = [](Overlay& overlay) { overlay.apply({Action::Kind::toggle_key_help}); };
  write("keys_middle", keys);
  keys.size = {640, 400};
  write("keys_small", keys);
  write_filters(write);
  write_scopes(write);
  write_timelines(write);
  Scene none;
  none.transport = {};
  view.clear();
  write("no_file", none);
  none.size = {640, 400};
  write("no_file_small", none);
  return 0;
}

}  // namespace
}  // namespace framelane

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: ui_preview FOLDER [scale]\n");
    return 2;
  }
  try {
    return framelane::run(arguments[1], count > 2 ? std::atof(arguments[2]) : 1.0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
