#include "ui/gl.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "gpu/errors.h"

namespace framelane {
namespace {

GLuint compile(GLenum kind, const std::string& source) {
  const GLuint shader = glCreateShader(kind);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint done = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done == GL_TRUE) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  glDeleteShader(shader);
  throw DeviceError(std::string("OpenGL refused the picture's shader: ") + log.data());
}

GLuint link(const std::string& vertex, const std::string& fragment) {
  const GLuint vertex_shader = compile(GL_VERTEX_SHADER, vertex);
  const GLuint fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
  const GLuint program = glCreateProgram();
  glAttachShader(program, vertex_shader);
  glAttachShader(program, fragment_shader);
  glLinkProgram(program);
  glDeleteShader(vertex_shader);
  glDeleteShader(fragment_shader);
  GLint done = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  if (done == GL_TRUE) return program;
  glDeleteProgram(program);
  throw DeviceError("OpenGL refused to link the picture's shader; update the graphics driver");
}

}  // namespace

GlTexture::GlTexture(GLenum internal_format, Size size, GLenum filter)
    : internal_format_(internal_format), size_(size) {
  glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  const auto wrap = GLint{GL_CLAMP_TO_EDGE};
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format), size.width, size.height, 0,
               GL_RED, GL_UNSIGNED_BYTE, nullptr);
}

GlTexture::~GlTexture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

GlTexture::GlTexture(GlTexture&& other) noexcept
    : name_(std::exchange(other.name_, 0)),
      internal_format_(other.internal_format_),
      size_(other.size_) {}

GlTexture& GlTexture::operator=(GlTexture&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(internal_format_, other.internal_format_);
  std::swap(size_, other.size_);
  return *this;
}

bool GlTexture::is(GLenum internal_format, Size size) const {
  return name_ != 0 && internal_format_ == internal_format && size_ == size;
}

GlProgram::GlProgram(const std::string& vertex, const std::string& fragment)
    : name_(link(vertex, fragment)) {}

GlProgram::~GlProgram() {
  glDeleteProgram(name_);
}

GLint GlProgram::uniform(const char* uniform_name) const {
  return glGetUniformLocation(name_, uniform_name);
}

GlOffscreen::GlOffscreen(Size size) : texture_(GL_RGBA8, size, GL_NEAREST) {
  glGenFramebuffers(1, &name_);
  glBindFramebuffer(GL_FRAMEBUFFER, name_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.name(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &name_);
  throw DeviceError("OpenGL cannot draw a picture of " + std::to_string(size.width) + " x " +
                    std::to_string(size.height) + " pixels");
}

GlOffscreen::~GlOffscreen() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &name_);
}

RgbaImage read_pixels(PixelRect area, int framebuffer_height) {
  RgbaImage image{{area.width, area.height}, {}};
  const std::size_t row = static_cast<std::size_t>(area.width) * 4;
  const auto rows = static_cast<std::size_t>(area.height);
  std::vector<std::byte> upside_down(row * rows);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(area.x, framebuffer_height - area.y - area.height, area.width, area.height, GL_RGBA,
               GL_UNSIGNED_BYTE, upside_down.data());
  image.pixels.resize(upside_down.size());
  for (std::size_t y = 0; y < rows; ++y) {
    std::memcpy(&image.pixels[y * row], &upside_down[(rows - 1 - y) * row], row);
  }
  for (std::size_t i = 3; i < image.pixels.size(); i += 4)
    image.pixels[i] = std::byte{255};
  return image;
}

}  // namespace framelane
