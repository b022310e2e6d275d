#pragma once
#include "gpu/picture.h"
#include "gpu/source_map.h"
#include "ui/picture_mapping.h"
#include "ui/pixel_model.h"

namespace framelane {

// One picture's component as stored, 0 to its format's max_code(); of subsampled chroma the sample
// that covers the pixel. The component and the pixel are there.
[[nodiscard]] int stored_code(const HostPicture& picture, int c, int x, int y);

// A pixel's colour as the picture view shows it at 1:1: chroma between its samples by their siting,
// the picture's own matrix and range, alpha over black.
[[nodiscard]] Rgb8 displayed_rgb(const HostPicture& picture, int x, int y);

// Reads the source's pixel (x, y), as stored, and its neighbours as they are seen; the picture
// after where it shows that pixel, which `map` says; nothing of one that is not in host memory or
// does not show it. Zoom and marks are left as they are. Thread-safety: any thread that holds both
// pictures.
void probe_pixel(PixelModel& model, const HostPicture& before, const HostPicture& after,
                 const SourceMap& map, int x, int y);

}  // namespace framelane
