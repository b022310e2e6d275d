#include "ui/synthetic_models.h"

namespace framelane {
namespace {

using Row = OverlapModel::Row;

Row row(const char* name, Mode mode, int lanes) {
  Row made;
  made.name = name;
  made.mode = mode;
  made.lanes = lanes;
  return made;
}

Row measured(Row made, double ms, double upload, double passes, double download) {
  made.measured_ms = ms;
  made.bars = {{Stage::upload, upload}, {Stage::passes, passes}, {Stage::download, download}};
  return made;
}

}  // namespace

OverlapModel synthetic_overlap() {
  OverlapModel model;
  model.speed_up = 2.115;
  model.share_of_bound = 0.958;
  model.serial_known = model.overlapped_known = true;
  model.frames = "last burst, 16 frames";
  model.verdict =
      "Bound by copies both ways: 0.249 of 0.260 ms a frame; output in the source's layout would "
      "cut it to 0.114 ms.";
  model.rows = {
      measured(row("serial", Mode::serial, 3), 0.55, 0.228, 0.086, 0.228),
      measured(row("overlapped, 2 lanes", Mode::overlapped, 2), 0.291, 0.245, 0.086, 0.245),
      measured(row("overlapped, 3 lanes", Mode::overlapped, 3), 0.26, 0.247, 0.086, 0.247),
      row("staged", Mode::staged, 3),
      measured(row("pageable, 3 lanes", Mode::overlapped, 3), 2.118, 1.02, 0.086, 1.01)};
  model.rows[0].end_to_end = model.rows[4].end_to_end = true;
  model.rows[2].now = true;
  model.rows[4].other_memory = true;
  model.bound_ms = 0.249;
  model.bound_name = "max(H2D, kernel, D2H)";
  model.bound_tip =
      "compute overlaps both: max(H2D, kernel, D2H); 3 copy engines, PCIe Gen5 x16; measured 54.6 "
      "GB/s up, 54.5 down, 99.8 both ways";
  model.terms = {{"upload", Stage::upload, 0.247, 50.4},
                 {"passes", Stage::passes, 0.086, {}},
                 {"download", Stage::download, 0.247, 50.4},
                 {"copies both ways", {}, 0.249, 99.8, true}};
  model.equality = {OverlapModel::Equality::State::equal, {}, 512, 0};
  return model;
}

}  // namespace framelane
