#include <utility>

#include "app/frame_log.h"
#include "app/trace_file.h"
#include "app/viewer.h"
#include "gpu/errors.h"

// What the user saves: pictures, the window, the timeline's stretch.

namespace framelane {

// The log's default name without its ending; no file is there that has one of these.
std::string Viewer::default_stem(std::initializer_list<std::string_view> endings) {
  const std::string log =
      default_log_name(player_->engine().input().name, std::chrono::system_clock::now());
  return saver_.free_stem(log.substr(0, log.rfind('.')), endings);
}

std::string Viewer::default_name(const std::string& ending) {
  return default_stem({ending}) + ending;
}

void Viewer::save_png(const std::string& path, RgbaImage image) {
  std::vector<PngText> texts{{"Software", std::string("framelane ") + program_version()},
                             {"Source", player_->engine().input().name},
                             {"Description", to_text(options_.chain)}};
  saver_.save(path, [image = std::move(image), texts = std::move(texts)](const std::string& name) {
    write_png(name, image, texts);
  });
}

// While comparing three files tell one frame: before, after, and what the window shows of both.
void Viewer::save_picture() {
  // Of a file just opened there is none yet.
  if (!picture_->has_picture() || !player_->current()) return;
  if (!picture_->compare().on()) return save_png(default_name(".png"), picture_->read_picture());
  prepare_compare(window_->drawable());
  // One time of day for all three.
  const std::string name = default_stem({"_before.png", "_after.png", "_compare.png"});
  save_png(name + "_before.png", picture_->read_before());
  save_png(name + "_after.png", picture_->read_picture());
  try {
    save_png(name + "_compare.png", picture_->read_composite(window_->drawable()));
  } catch (const DeviceError& error) {
    tell_failure(error.what());
  }
}

void Viewer::save_timeline(const Interval& stretch) {
  std::vector<FrameRow> rows = timeline_feed_.rows(stretch);
  if (rows.empty()) return overlay_->report_note("No frame is on the timeline yet");
  saver_.save(default_name("_timeline.json"),
              [stretch, rows = std::move(rows), facts = log_.facts()](const std::string& name) {
                TraceFile trace(name, facts, stretch);
                for (const FrameRow& row : rows)
                  trace.write(row);
                trace.close();
              });
}

void Viewer::finish_saving(bool wait) {
  for (const FileSaver::Outcome& saved : saver_.take(wait)) {
    dirty_ = true;
    if (saved.error.empty())
      overlay_->report_note("Saved " + saved.path);
    else
      tell_failure(saved.error);
  }
}

}  // namespace framelane
