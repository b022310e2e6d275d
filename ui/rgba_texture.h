#pragma once
#include "ui/geometry.h"

namespace framelane {

// An RGBA8 texture that another part fills, row 0 on top, for PictureView::show_texture(). Its
// contents are undefined until then. Thread-safety: the thread of the OpenGL context, which
// outlives it.
class RgbaTexture {
 public:
  explicit RgbaTexture(Size size);
  ~RgbaTexture();
  RgbaTexture(const RgbaTexture&) = delete;
  RgbaTexture& operator=(const RgbaTexture&) = delete;
  [[nodiscard]] unsigned name() const { return name_; }  // OpenGL's, of a GL_TEXTURE_2D
  [[nodiscard]] Size size() const { return size_; }

 private:
  unsigned name_ = 0;
  Size size_;
};

}  // namespace framelane
