#pragma once
#include <memory>

#include "gpu/picture.h"
#include "ui/geometry.h"
#include "ui/image.h"
#include "ui/rgba_texture.h"

namespace framelane {

// The size a picture is shown at when one of its pixels is one of the display's: sample aspect
// (wider, never lower) and rotation applied.
[[nodiscard]] Size shown_size(const FrameFacts& facts);
// The largest centred rectangle of that aspect inside `outer`.
[[nodiscard]] PixelRect letterbox(Size shown, Size outer);

// Draws host pictures of every native format: uploads the planes as they are, converts in a
// shader by the picture's colour facts. Alpha lies over black. PQ and HLG are shown as coded, not
// tone-mapped. Thread-safety: the thread of the OpenGL context, which outlives the view.
class PictureView {
 public:
  PictureView();
  ~PictureView();
  PictureView(const PictureView&) = delete;
  PictureView& operator=(const PictureView&) = delete;

  // Copies the picture to the GPU; the block may be reused when this returns.
  void show(const HostPicture& picture);
  // Draws that texture from now on, as a picture of those facts in the layout rgba. Copies nothing:
  // the texture stays until another picture is shown or clear().
  void show_texture(const FrameFacts& facts, const RgbaTexture& texture);
  void clear();
  [[nodiscard]] bool has_picture() const;
  // Black, and the picture letterboxed into a drawable of that size. Without a picture: the panels'
  // colour. Throws DeviceError when OpenGL refuses a layout's shader, made when it is first drawn.
  void draw(Size drawable) const;
  // Where draw() puts the picture; empty without one.
  [[nodiscard]] PixelRect area(Size drawable) const;
  // The picture alone at shown_size(). Throws DeviceError when there is none.
  [[nodiscard]] RgbaImage read_picture() const;
  // Textures made so far: constant while size and layout stay the same.
  [[nodiscard]] int textures_made() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
