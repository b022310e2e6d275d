#include "ui/picture_textures.h"

#include <algorithm>
#include <initializer_list>

namespace framelane {
namespace {

struct TextureFormat {
  GLenum internal = GL_R8, pixel = GL_RED, type = GL_UNSIGNED_BYTE;
};

// How plane p is stored, as a texture: as many channels as its samples lie side by side.
TextureFormat texture_format(const PixelFormat& format, int p) {
  static constexpr std::array<GLenum, 5> k8{0, GL_R8, GL_RG8, GL_RGB8, GL_RGBA8};
  static constexpr std::array<GLenum, 5> k16{0, GL_R16, GL_RG16, GL_RGB16, GL_RGBA16};
  static constexpr std::array<GLenum, 5> kPixel{0, GL_RED, GL_RG, GL_RGB, GL_RGBA};
  const auto* component = std::ranges::find(format.components, p, &ComponentPlace::plane);
  const std::size_t channels =
      std::clamp(static_cast<std::size_t>(component->step_bytes / format.bytes_per_sample),
                 std::size_t{1}, std::size_t{4});
  const bool bytes = format.bytes_per_sample == 1;
  return {bytes ? k8[channels] : k16[channels], kPixel[channels],
          bytes ? GLenum{GL_UNSIGNED_BYTE} : GLenum{GL_UNSIGNED_SHORT}};
}

// The first component stored in plane p that the format has.
int component_of_plane(const PixelFormat& format, int p) {
  for (int c = 0; c < 4; ++c) {
    if (format.has_component(c) && format.components[static_cast<std::size_t>(c)].plane == p) {
      return c;
    }
  }
  return 0;
}

// Tells OpenGL where the next row begins. False when no setting gives that pitch.
bool set_unpack_pitch(std::size_t pitch, std::size_t pixel_bytes) {
  const std::size_t pixels = pitch / pixel_bytes;
  for (const std::size_t alignment : std::initializer_list<std::size_t>{8, 4, 2, 1}) {
    const std::size_t row = (pixels * pixel_bytes + alignment - 1) / alignment * alignment;
    if (row != pitch) continue;
    glPixelStorei(GL_UNPACK_ALIGNMENT, static_cast<GLint>(alignment));
    glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(pixels));
    return true;
  }
  return false;
}

void copy_plane(const TextureFormat& format, Size size, const std::byte* data, std::size_t pitch,
                std::size_t pixel_bytes) {
  const bool whole = set_unpack_pitch(pitch, pixel_bytes);
  if (whole) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width, size.height, format.pixel, format.type,
                    data);
  } else {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    for (int y = 0; y < size.height; ++y) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y, size.width, 1, format.pixel, format.type,
                      data + static_cast<std::size_t>(y) * pitch);
    }
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

}  // namespace

void PictureTextures::upload(const HostPicture& picture) {
  facts_ = picture.facts;
  filled_elsewhere_ = 0;
  glActiveTexture(GL_TEXTURE0);
  for (int p = 0; p < facts_.format->plane_count; ++p)
    upload_plane(picture, p);
}

void PictureTextures::use(const FrameFacts& facts, const RgbaTexture& texture) {
  facts_ = facts;
  facts_.format = find_pixel_format("rgba");
  filled_elsewhere_ = texture.name();
}

void PictureTextures::clear() {
  filled_elsewhere_ = 0;
  facts_.format = nullptr;
}

void PictureTextures::upload_plane(const HostPicture& picture, int p) {
  const PixelFormat& format = *facts_.format;
  const int c = component_of_plane(format, p);
  const TextureFormat stored = texture_format(format, p);
  const Size size{format.component_width(c, facts_.width),
                  format.component_height(c, facts_.height)};
  GlTexture& texture = textures_[static_cast<std::size_t>(p)];
  if (!texture.is(stored.internal, size)) {
    texture = GlTexture(stored.internal, size, GL_LINEAR);
    ++made_;
  }
  glBindTexture(GL_TEXTURE_2D, texture.name());
  copy_plane(stored, size, picture.plane(p), picture.pitch(p),
             format.components[static_cast<std::size_t>(c)].step_bytes);
}

void PictureTextures::bind(int first_unit) const {
  for (int p = 0; p < facts_.format->plane_count; ++p) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + first_unit + p));
    const GLuint own = textures_[static_cast<std::size_t>(p)].name();
    glBindTexture(GL_TEXTURE_2D, filled_elsewhere_ != 0 ? filled_elsewhere_ : own);
  }
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace framelane
