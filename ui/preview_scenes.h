#pragma once
#include <functional>
#include <string>
#include <vector>

#include "ui/overlay.h"
#include "ui/synthetic_models.h"

namespace framelane {

// One state of the window for ui_preview: models, and what is done before it is drawn.
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
  OverlapModel overlap = synthetic_overlap();
  // Done after the first drawing, each followed by one more.
  std::vector<std::function<void(Overlay&)>> steps;
};

using WriteScene = std::function<void(const char* name, Scene)>;
void write_compare_scenes(const WriteScene& write);
void write_filters_scenes(const WriteScene& write);
void write_overlap_scenes(const WriteScene& write);
void write_timeline_scenes(const WriteScene& write);

}  // namespace framelane
