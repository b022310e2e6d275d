#pragma once
#include "gpu/chain.h"
#include "gpu/processed_frame.h"
#include "ui/actions.h"
#include "ui/compare_model.h"
#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/pixel_model.h"

namespace framelane {

// What compares the frame on show with its source, magnifies and inspects it: the picture's panes
// by the user's actions, and the models of what is drawn over them. Thread-safety: the thread of
// the picture's OpenGL context.
class CompareView {
 public:
  // Both outlive it.
  CompareView(PictureView& picture, const Overlay& overlay)
      : picture_(picture), overlay_(overlay) {}

  // Carries out what is the comparison's or the zoom's; other actions do nothing. `drawable`: the
  // window's, device pixels.
  void apply(const Action& action, Size drawable);
  // Before the picture is drawn. `shown`: the frame on show, or null.
  void prepare(const ProcessedFrame* shown, const Chain& chain, Size drawable);
  // Another input: the whole picture, and no pixel is known.
  void clear();
  [[nodiscard]] const CompareModel& compare() const { return compare_; }
  [[nodiscard]] const PixelModel& pixel() const { return pixel_; }

 private:
  void apply_compare(const Action& action);
  void apply_zoom(const Action& action, Size drawable);
  void fill_compare(const Chain& chain, Size drawable);
  void fill_pixel(const ProcessedFrame* shown, Size drawable);

  PictureView& picture_;
  const Overlay& overlay_;
  CompareModel compare_;
  PixelModel pixel_;
};

}  // namespace framelane
