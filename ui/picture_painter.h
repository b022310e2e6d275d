#pragma once
#include <memory>
#include <string>
#include <vector>

#include "ui/gl.h"
#include "ui/picture_mapping.h"
#include "ui/picture_shader.h"
#include "ui/picture_textures.h"

namespace framelane {

// Draws uploaded pictures into the bound framebuffer; its shaders are made when first needed and
// kept. Thread-safety: the thread of the OpenGL context, which outlives it.
class PicturePainter {
 public:
  struct Place {
    Placed whole;            // where the whole picture lies in the window
    bool magnified = false;  // by whole stored pixels, not smoothly
  };
  // Draws the pixels of `part`, which lies inside the picture and the framebuffer of that height.
  // Throws DeviceError when OpenGL refuses a layout's shader.
  void draw(const PictureTextures& picture, const Place& place, PixelRect part, int height);
  struct Held {
    const PictureTextures& picture;
    Place place;
  };
  void draw_difference(const Held& after, const Held& before, double gain, PixelRect part,
                       int height);
  // How pictures drawn from now on come on the display.
  void set_light(ShownLight light) { light_ = light; }

 private:
  struct Key {
    PictureShape first, second;  // second.format is null for one picture
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Made {
    Key key;
    std::unique_ptr<GlProgram> program;
  };
  const GlProgram& use_program(const Key& key);
  void fill(const GlProgram& program, PixelRect part, int height);

  [[nodiscard]] PictureShape shape_of(const FrameFacts& facts, const Place& place) const;

  GlVertexArray vertices_;
  ShownLight light_ = ShownLight::standard;
  std::vector<Made> made_;  // the latest used last
};

}  // namespace framelane
