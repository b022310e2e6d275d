#include "ui/picture_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "gpu/errors.h"
#include "ui/gl.h"
#include "ui/picture_shader.h"

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

void upload_plane(const TextureFormat& format, Size size, const std::byte* data, std::size_t pitch,
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

// Enough samples that none of the stored picture is passed over when it is shown smaller.
int taps_for(int stored, int shown) {
  return std::clamp(static_cast<int>(std::ceil(0.5 * stored / std::max(shown, 1) - 0.01)), 1, 4);
}

}  // namespace

struct PictureView::State {
  std::unique_ptr<GlProgram> program;  // of `shape`
  PictureShape shape;
  GlVertexArray vertices;
  std::array<GlTexture, 4> textures;
  GLuint filled_elsewhere = 0;  // the texture of another part that is shown instead
  FrameFacts facts;
  int textures_made = 0;

  void upload(const HostPicture& picture, int p);
  void use_program(PixelRect area);
  void set_uniforms(PixelRect area) const;
  void draw_in(PixelRect area, int drawable_height);
};

void PictureView::State::upload(const HostPicture& picture, int p) {
  const PixelFormat& format = *facts.format;
  const int c = component_of_plane(format, p);
  const TextureFormat stored = texture_format(format, p);
  const Size size{format.component_width(c, facts.width), format.component_height(c, facts.height)};
  GlTexture& texture = textures[static_cast<std::size_t>(p)];
  if (!texture.is(stored.internal, size)) {
    texture = GlTexture(stored.internal, size, GL_LINEAR);
    ++textures_made;
  }
  glBindTexture(GL_TEXTURE_2D, texture.name());
  upload_plane(stored, size, picture.plane(p), picture.pitch(p),
               format.components[static_cast<std::size_t>(c)].step_bytes);
}

void PictureView::State::use_program(PixelRect area) {
  const bool lies = facts.rotation % 180 != 0;
  const PictureShape wanted{facts.format, taps_for(lies ? facts.height : facts.width, area.width),
                            taps_for(lies ? facts.width : facts.height, area.height)};
  if (!program || shape != wanted) {
    program = std::make_unique<GlProgram>(picture_vertex_source(), picture_fragment_source(wanted));
    shape = wanted;
  }
  glUseProgram(program->name());
}

void PictureView::State::set_uniforms(PixelRect area) const {
  const PictureUniforms u = picture_uniforms(facts);
  const auto at = [&](const char* name) { return program->uniform(name); };
  const auto width = static_cast<float>(facts.width), height = static_cast<float>(facts.height);
  const float across = 1.0F / static_cast<float>(area.width);
  const float down = 1.0F / static_cast<float>(area.height);
  glUniformMatrix3fv(at("to_rgb"), 1, GL_FALSE, u.to_rgb.data());
  glUniform3fv(at("to_rgb_offset"), 1, u.to_rgb_offset.data());
  glUniform1f(at("alpha_gain"), u.alpha_gain);
  glUniform2fv(at("chroma_scale"), 1, u.chroma_scale.data());
  glUniform2fv(at("chroma_shift"), 1, u.chroma_shift.data());
  glUniformMatrix2fv(at("turn"), 1, GL_FALSE, u.turn.data());
  glUniform2fv(at("move"), 1, u.move.data());
  glUniform2f(at("size"), width, height);
  glUniform2f(at("step_across"), u.turn[0] * width * across, u.turn[1] * height * across);
  glUniform2f(at("step_down"), u.turn[2] * width * down, u.turn[3] * height * down);
}

void PictureView::State::draw_in(PixelRect area, int drawable_height) {
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DITHER);
  glViewport(area.x, drawable_height - area.y - area.height, area.width, area.height);
  use_program(area);
  set_uniforms(area);
  for (int p = 0; p < facts.format->plane_count; ++p) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + p));
    const GLuint own = textures[static_cast<std::size_t>(p)].name();
    glBindTexture(GL_TEXTURE_2D, filled_elsewhere != 0 ? filled_elsewhere : own);
    glUniform1i(program->uniform(("plane" + std::to_string(p)).c_str()), p);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  glUseProgram(0);
}

PictureView::PictureView() : state_(std::make_unique<State>()) {}
PictureView::~PictureView() = default;

void PictureView::show(const HostPicture& picture) {
  state_->facts = picture.facts;
  state_->filled_elsewhere = 0;
  glActiveTexture(GL_TEXTURE0);
  for (int p = 0; p < picture.facts.format->plane_count; ++p)
    state_->upload(picture, p);
}

void PictureView::show_texture(const FrameFacts& facts, const RgbaTexture& texture) {
  state_->facts = facts;
  state_->facts.format = find_pixel_format("rgba");
  state_->filled_elsewhere = texture.name();
}

void PictureView::clear() {
  state_->filled_elsewhere = 0;
  state_->facts.format = nullptr;
}

bool PictureView::has_picture() const {
  return state_->facts.format != nullptr;
}

void PictureView::draw(Size drawable) const {
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, drawable.width, drawable.height);
  const float level = has_picture() ? 0.0F : 1.0F;
  glClearColor(level * 15 / 255, level * 18 / 255, level * 22 / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const PixelRect where = area(drawable);
  if (where.width > 0 && where.height > 0) state_->draw_in(where, drawable.height);
}

PixelRect PictureView::area(Size drawable) const {
  return has_picture() ? letterbox(shown_size(state_->facts), drawable) : PixelRect{};
}

RgbaImage PictureView::read_picture() const {
  if (!has_picture()) throw DeviceError("no picture is on show yet; wait for the first frame");
  const auto [width, height] = shown_size(state_->facts);
  const GlOffscreen target({width, height});
  state_->draw_in({0, 0, width, height}, height);
  return read_pixels({0, 0, width, height}, height);
}

int PictureView::textures_made() const {
  return state_->textures_made;
}

Size shown_size(const FrameFacts& facts) {
  const double aspect =
      static_cast<double>(facts.sample_aspect.num) / std::max(facts.sample_aspect.den, 1);
  Size size{facts.width, facts.height};
  if (aspect > 1) size.width = std::max(1, static_cast<int>(std::lround(size.width * aspect)));
  if (aspect > 0 && aspect < 1) {
    size.height = std::max(1, static_cast<int>(std::lround(size.height / aspect)));
  }
  if (facts.rotation % 180 != 0) std::swap(size.width, size.height);
  return size;
}

PixelRect letterbox(Size shown, Size outer) {
  if (shown.width <= 0 || shown.height <= 0 || outer.width <= 0 || outer.height <= 0) return {};
  const double factor = std::min(static_cast<double>(outer.width) / shown.width,
                                 static_cast<double>(outer.height) / shown.height);
  PixelRect area;
  area.width = std::clamp(static_cast<int>(std::lround(shown.width * factor)), 1, outer.width);
  area.height = std::clamp(static_cast<int>(std::lround(shown.height * factor)), 1, outer.height);
  area.x = (outer.width - area.width) / 2;
  area.y = (outer.height - area.height) / 2;
  return area;
}

}  // namespace framelane
