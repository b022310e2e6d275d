#include <utility>

#include "ui/preview_scenes.h"

// The overlap panel's states.

namespace framelane {
namespace {

Scene overlap_scene() {
  Scene scene;
  scene.settings.overlap = scene.settings.filters = scene.settings.timeline = true;
  return scene;
}

// Two lanes, a third one not tried yet; as mock-two-lanes.png.
OverlapModel two_lanes() {
  OverlapModel model = synthetic_overlap();
  std::swap(model.rows[1].now, model.rows[2].now);
  model.rows[2].bars.clear();
  model.rows[2].measured_ms.reset();
  model.rows[4].name = "pageable, 2 lanes";
  model.speed_up = 1.89;
  model.share_of_bound = 0.856;
  model.verdict =
      "2 lanes leave the copies idle 14 % of the time: 0.291 ms a frame, bound 0.249 ms; one lane "
      "more (key +) may help.";
  model.equality = {OverlapModel::Equality::State::differs, {}, 512, 1041};
  return model;
}

// Unpaced, decoding; serial was not tried yet.
OverlapModel decoding() {
  OverlapModel model = synthetic_overlap();
  model.rows[0] = model.rows[3];
  model.rows[0].name = "serial";
  model.rows[1].measured_ms.reset();
  model.rows[1].bars.clear();
  model.rows[2].bars.insert(model.rows[2].bars.begin(), {Stage::decode, 6.0});
  model.rows[2].measured_ms = 6.105;
  model.rows[4].measured_ms.reset();
  model.rows[4].bars.clear();
  model.terms.insert(model.terms.begin(), {"decode", Stage::decode, 6.0, {}, true});
  model.terms.back().decides = false;
  model.bound_ms = 6.0;
  model.speed_up.reset();
  model.share_of_bound.reset();
  model.serial_known = false;
  model.frames = "last 256 frames";
  model.verdict =
      "Bound by decode: 6.000 of 6.105 ms a frame on 16 threads; a resident loop (key R) leaves it "
      "out.";
  model.equality = {};
  return model;
}

OverlapModel paced() {
  OverlapModel model = synthetic_overlap();
  model.speed_up.reset();
  model.share_of_bound.reset();
  model.verdict = "One frame in flight at a time, nothing to overlap; press u.";
  model.equality = {OverlapModel::Equality::State::waiting, "the resident loop, key R", 0, 0};
  return model;
}

}  // namespace

void write_overlap_scenes(const WriteScene& write) {
  Scene scene = overlap_scene();
  scene.pointer_x = 120;
  scene.pointer_y = 560;
  write("overlap", scene);
  scene.pointer_x = -1;
  scene.overlap = two_lanes();
  write("overlap_two_lanes", scene);
  scene.overlap = decoding();
  write("overlap_decoding", scene);
  scene.overlap = paced();
  scene.settings.hud_full = false;
  write("overlap_paced", scene);
  scene.size = {1280, 720};
  scene.settings.hud_full = true;
  write("overlap_middle", scene);
  scene.settings.filters = false;
  scene.overlap = synthetic_overlap();
  scene.size = {900, 500};
  write("overlap_small", scene);
  scene.size = {490, 290};
  scene.prepare = [](Overlay& overlay) { overlay.report_fault("The log stopped.", "Free some."); };
  write("overlap_tiny", scene);
}

}  // namespace framelane
