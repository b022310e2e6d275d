// Draws the panels' states from fixed models into PNG files: ui_preview FOLDER [scale]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "ui/picture_view.h"
#include "ui/preview_scenes.h"
#include "ui/window.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

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
      frame.overlap = &scene.overlap;
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

void write_hovers(const WriteScene& write) {
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
}

void write_sizes(const WriteScene& write) {
  Scene minimal;
  minimal.settings.hud_full = false;
  write("minimal", minimal);
  Scene middle = logging_scene();
  middle.size = {1280, 720};
  write("middle", middle);
  Scene small = logging_scene();
  small.size = {900, 500};
  write("small", small);
  small.size = {500, 300};
  write("tiny", small);
}

// Windows with hardly more room than for the transport.
void write_tight(const WriteScene& write) {
  Scene tight = logging_scene();
  tight.size = {320, 240};
  write("tight", tight);
  tight.prepare = [](Overlay& overlay) {
    overlay.report_fault("cannot open /clips/song.mp4: no video stream", "Choose another.");
  };
  write("tight_fault", tight);
  tight.prepare = [](Overlay& overlay) { overlay.apply({Action::Kind::toggle_key_help}); };
  write("tight_keys", tight);
  tight.prepare = [](Overlay&) {};
  tight.files.dialog.shown = true;
  write("tight_dialog", tight);
  tight.files.dialog.shown = false;
  tight.transport = {};
  write("tight_empty", tight);
  Scene upright;
  upright.compare.compare.mode = CompareMode::split;
  upright.transport.speed = 2;
  upright.size = {479, 854};
  write("tight_upright", upright);
  upright.size = {480, 854};
  write("upright", upright);
  upright.size = {240, 427};
  write("tight_narrow", upright);
  upright.size = {640, 360};
  write("least", upright);
}

// The open dialog, and the list of keys.
void write_dialogs(const WriteScene& write) {
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
  keys.size = {1280, 720};
  keys.settings.timeline = keys.settings.overlap = keys.settings.filters = true;
  write("keys_all_panels", keys);
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
  write_hovers(write);
  write_sizes(write);
  write_tight(write);
  write_compare_scenes(write);
  write_dialogs(write);
  write_filters_scenes(write);
  write_overlap_scenes(write);
  write_scopes(write);
  write_timeline_scenes(write);
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
