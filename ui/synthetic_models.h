#pragma once
#include "gpu/picture.h"
#include "ui/files_model.h"
#include "ui/filters_model.h"
#include "ui/hud_model.h"
#include "ui/overlap_model.h"
#include "ui/pixel_model.h"
#include "ui/scopes_model.h"
#include "ui/timeline_model.h"
#include "ui/transport_model.h"

namespace framelane {

// Models and pictures with fixed contents, for tests and the preview program.
[[nodiscard]] HudModel synthetic_hud();
[[nodiscard]] TransportModel synthetic_transport();
// A pixel of a 10-bit 4:2:0 source with alpha, known, and its neighbours.
[[nodiscard]] PixelModel synthetic_pixel();
// Four recent files, and a folder of folders and clips, the dialog closed.
[[nodiscard]] FilesModel synthetic_files();
// Four filters in three passes, the last one disabled.
[[nodiscard]] FiltersModel synthetic_filters();
// Every filter there is, in some passes, with the numbers of a slow machine.
[[nodiscard]] FiltersModel synthetic_long_chain();
// Overlapped with three lanes, every mode but staged measured before, frames equal.
[[nodiscard]] OverlapModel synthetic_overlap();
// All scopes, of the landscape below and of one with more contrast.
[[nodiscard]] ScopesModel synthetic_scopes();
// A burst of so many 4K frames in three passes, and what decoded and presented others meanwhile.
[[nodiscard]] TimelineModel synthetic_timeline(int lanes = 3, int frames = 16);
[[nodiscard]] std::shared_ptr<const ScopeTables> synthetic_tables(const HostPicture& picture);
// A picture of that layout in memory of its own; every sample 0.
[[nodiscard]] HostPicture empty_picture(const FrameFacts& facts);
// An rgb24 landscape of gradients.
[[nodiscard]] HostPicture synthetic_landscape(int width, int height);

}  // namespace framelane
