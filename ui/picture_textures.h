#pragma once
#include <array>

#include "gpu/picture.h"
#include "ui/gl.h"
#include "ui/rgba_texture.h"

namespace framelane {

// One picture's planes on the GL side, as they are stored. Thread-safety: the thread of the OpenGL
// context, which outlives them.
class PictureTextures {
 public:
  // Copies the picture; the block may be reused when this returns.
  void upload(const HostPicture& picture);
  // Takes a texture that another part fills, as a picture of those facts in the layout rgba, until
  // the next upload() or clear(); it must live as long.
  void use(const FrameFacts& facts, const RgbaTexture& texture);
  void clear();
  [[nodiscard]] bool has_picture() const { return facts_.format != nullptr; }
  [[nodiscard]] const FrameFacts& facts() const { return facts_; }
  // Binds plane p to texture unit first_unit + p.
  void bind(int first_unit) const;
  // Textures made so far: constant while size and layout stay the same.
  [[nodiscard]] int made() const { return made_; }

 private:
  void upload_plane(const HostPicture& picture, int p);

  std::array<GlTexture, 4> textures_;
  GLuint filled_elsewhere_ = 0;  // the texture of another part that is shown instead
  FrameFacts facts_;
  int made_ = 0;
};

}  // namespace framelane
