#pragma once
#include <epoxy/gl.h>

#include <string>

#include "ui/geometry.h"
#include "ui/image.h"

namespace framelane {

// Move-only owners of OpenGL names. The context must be current when they are made and destroyed.
class GlTexture {
 public:
  GlTexture() = default;
  // An immutable-size 2D texture, clamped at its edges.
  GlTexture(GLenum internal_format, Size size, GLenum filter);
  ~GlTexture();
  GlTexture(GlTexture&& other) noexcept;
  GlTexture& operator=(GlTexture&& other) noexcept;
  [[nodiscard]] GLuint name() const { return name_; }
  [[nodiscard]] bool is(GLenum internal_format, Size size) const;

 private:
  GLuint name_ = 0;
  GLenum internal_format_ = 0;
  Size size_;
};

class GlProgram {
 public:
  // Throws DeviceError with the driver's words.
  GlProgram(const std::string& vertex, const std::string& fragment);
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;
  [[nodiscard]] GLuint name() const { return name_; }
  [[nodiscard]] GLint uniform(const char* uniform_name) const;

 private:
  GLuint name_ = 0;
};

class GlVertexArray {
 public:
  GlVertexArray() { glGenVertexArrays(1, &name_); }
  ~GlVertexArray() { glDeleteVertexArrays(1, &name_); }
  GlVertexArray(const GlVertexArray&) = delete;
  GlVertexArray& operator=(const GlVertexArray&) = delete;
  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

// A framebuffer that draws into one RGBA8 texture while it lives, and then into the window again.
class GlOffscreen {
 public:
  explicit GlOffscreen(Size size);
  ~GlOffscreen();
  GlOffscreen(const GlOffscreen&) = delete;
  GlOffscreen& operator=(const GlOffscreen&) = delete;

 private:
  GlTexture texture_;
  GLuint name_ = 0;
};

// What the bound framebuffer of that height holds, opaque, rows top to bottom.
[[nodiscard]] RgbaImage read_pixels(PixelRect area, int framebuffer_height);

}  // namespace framelane
