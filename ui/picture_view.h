#pragma once
#include <memory>
#include <vector>

#include "gpu/picture.h"
#include "gpu/shown_light.h"
#include "gpu/source_map.h"
#include "ui/compare.h"
#include "ui/image.h"
#include "ui/picture_mapping.h"
#include "ui/rgba_texture.h"

namespace framelane {

// Draws host pictures of every native format: uploads the planes as they are, converts in a
// shader by the picture's colour facts. Alpha lies over black. PQ, HLG and wide colours are
// brought onto an SDR display unless told otherwise. Two pictures of one frame, before and after
// its filters, can be compared, whatever their sizes, layouts and colour facts: what one shows of
// the scene lies over the same of the other. Side by side, and where filters turned the picture,
// each is whole in its own shape. Thread-safety: the thread of the OpenGL context, which outlives
// the view.
class PictureView {
 public:
  PictureView();
  ~PictureView();
  PictureView(const PictureView&) = delete;
  PictureView& operator=(const PictureView&) = delete;

  // Copies the picture to the GPU; the block may be reused when this returns. The picture before
  // it, if one is held, is then of another frame and no longer drawn.
  void show(const HostPicture& picture);
  // Draws that texture from now on, as a picture of those facts in the layout rgba. Copies nothing:
  // the texture stays until another picture is shown or clear().
  void show_texture(const FrameFacts& facts, const RgbaTexture& texture);
  // `map`: from the picture on show to this one.
  void show_before(const HostPicture& picture, const SourceMap& map = {});
  // Comparing, and show_before() was not called since the picture on show came.
  [[nodiscard]] bool wants_before() const;
  void clear();
  [[nodiscard]] bool has_picture() const;

  void set_light(ShownLight light);

  void set_compare(const Compare& compare);
  [[nodiscard]] const Compare& compare() const;

  // See ViewZoom. `at`: a place in the window that stays where it is.
  void zoom_by(double quarters, Point at, Size drawable);
  void zoom_to(double factor, Point at, Size drawable);
  void fit();
  void pan(Point by, Size drawable);
  [[nodiscard]] bool zoomed() const;
  [[nodiscard]] double zoom_factor(Size drawable) const;  // 0 without a picture

  // Black, and the picture letterboxed or zoomed into a drawable of that size. Without a picture:
  // the panels' colour. Throws DeviceError when OpenGL refuses a layout's shader, made when it is
  // first drawn.
  void draw(Size drawable) const;
  // What draw() divides the window into: one part, or the picture before and the one after.
  struct Pane {
    PixelRect box;
    Placed placed;  // the whole picture, window coordinates
    bool before = false;
    Placed beneath;  // the picture before, of a pane that shows both; else empty
  };
  [[nodiscard]] std::vector<Pane> panes(Size drawable) const;  // empty without a picture
  // What of the drawable draw() covers with pictures; empty without one.
  [[nodiscard]] PixelRect area(Size drawable) const;
  // The split line: the first column of the picture after.
  [[nodiscard]] int split_column(Size drawable) const;

  // One picture alone at its shown_size(). Throw DeviceError when there is none.
  [[nodiscard]] RgbaImage read_picture() const;
  [[nodiscard]] RgbaImage read_before() const;
  // area() of what draw() shows, and the split line.
  [[nodiscard]] RgbaImage read_composite(Size drawable) const;
  // Textures made so far: constant while size and layout stay the same.
  [[nodiscard]] int textures_made() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
