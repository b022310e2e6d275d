#pragma once
#include <epoxy/gl.h>

#include "ui/image.h"
#include "ui/rgba_texture.h"

// A texture's bytes, for tests that fill one themselves or ask what another part put into it.
namespace framelane {

inline void write_texture(unsigned name, const RgbaImage& image) {
  glBindTexture(GL_TEXTURE_2D, name);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, image.size.width, image.size.height, GL_RGBA,
                  GL_UNSIGNED_BYTE, image.pixels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

// Row 0 first, with its alpha.
inline RgbaImage read_texture(const RgbaTexture& texture) {
  const Size size = texture.size();
  RgbaImage image{size, {}};
  image.pixels.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) *
                      4);
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
  return image;
}

}  // namespace framelane
