#include "ui/picture_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace framelane {
namespace {

constexpr std::size_t kMostPrograms = 8;

// Enough samples that none of the stored picture is passed over when it is shown smaller.
int taps_for(Point step) {
  const double stored = std::hypot(step.x, step.y);
  return std::clamp(static_cast<int>(std::ceil(0.5 * stored - 0.01)), 1, 4);
}

void set_uniforms(const GlProgram& program, char number, const FrameFacts& facts,
                  LightMapping light, const Placed& whole, PixelRect part) {
  const PictureUniforms u = picture_uniforms(facts);
  const auto at = [&](std::string name) { return program.uniform((name += number).c_str()); };
  const auto set_point = [&](const char* name, Point p) {
    glUniform2f(at(name), static_cast<float>(p.x), static_cast<float>(p.y));
  };
  glUniformMatrix3fv(at("to_rgb"), 1, GL_FALSE, u.to_rgb.data());
  glUniform3fv(at("to_rgb_offset"), 1, u.to_rgb_offset.data());
  glUniform1f(at("alpha_gain"), u.alpha_gain);
  glUniform2fv(at("chroma_scale"), 1, u.chroma_scale.data());
  glUniform2fv(at("chroma_shift"), 1, u.chroma_shift.data());
  if (light != LightMapping::none) {
    const LightUniforms display = light_uniforms(facts);
    glUniformMatrix3fv(at("to_display"), 1, GL_FALSE, display.to_display.data());
    glUniform3fv(at("tone"), 1, display.tone.data());
  }
  const PictureMapping mapping(facts, whole);
  set_point("size", {1.0 * facts.width, 1.0 * facts.height});
  set_point("base", mapping.stored({1.0 * part.x, 1.0 * part.y}));
  set_point("across", mapping.across());
  set_point("down", mapping.down());
}

void set_textures(const GlProgram& program, char number, const PictureTextures& picture,
                  int first_unit) {
  picture.bind(first_unit);
  for (int p = 0; p < picture.facts().format->plane_count; ++p) {
    const std::string name = "plane" + std::to_string(p) + "_" + number;
    glUniform1i(program.uniform(name.c_str()), first_unit + p);
  }
}

}  // namespace

PictureShape PicturePainter::shape_of(const FrameFacts& facts, const Place& place) const {
  const PictureMapping mapping(facts, place.whole);
  const LightMapping light = light_mapping(facts.color, light_);
  if (place.magnified || mapping.one_to_one()) return {facts.format, 1, 1, true, light};
  return {facts.format, taps_for(mapping.across()), taps_for(mapping.down()), false, light};
}

const GlProgram& PicturePainter::use_program(const Key& key) {
  auto found = std::ranges::find(made_, key, &Made::key);
  if (found == made_.end()) {
    if (made_.size() == kMostPrograms) made_.erase(made_.begin());
    const std::string source = key.second.format == nullptr
                                   ? picture_fragment_source(key.first)
                                   : difference_fragment_source(key.first, key.second);
    made_.push_back({key, std::make_unique<GlProgram>(picture_vertex_source(), source)});
  } else {
    std::rotate(found, found + 1, made_.end());
  }
  glUseProgram(made_.back().program->name());
  return *made_.back().program;
}

void PicturePainter::fill(const GlProgram& program, PixelRect part, int height) {
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DITHER);
  glViewport(part.x, height - part.y - part.height, part.width, part.height);
  glUniform2f(program.uniform("corner"), static_cast<float>(part.x),
              static_cast<float>(height - part.y));
  glBindVertexArray(vertices_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  glUseProgram(0);
}

void PicturePainter::draw(const PictureTextures& picture, const Place& place, PixelRect part,
                          int height) {
  if (part.width <= 0 || part.height <= 0) return;
  const PictureShape shape = shape_of(picture.facts(), place);
  const GlProgram& program = use_program({shape, {}});
  set_uniforms(program, '0', picture.facts(), shape.light, place.whole, part);
  set_textures(program, '0', picture, 0);
  fill(program, part, height);
}

void PicturePainter::draw_difference(const Held& after, const Held& before, double gain,
                                     PixelRect part, int height) {
  if (part.width <= 0 || part.height <= 0) return;
  const FrameFacts &first = after.picture.facts(), &second = before.picture.facts();
  const Key key{shape_of(first, after.place), shape_of(second, before.place)};
  const GlProgram& program = use_program(key);
  set_uniforms(program, '0', first, key.first.light, after.place.whole, part);
  set_uniforms(program, '1', second, key.second.light, before.place.whole, part);
  set_textures(program, '0', after.picture, 0);
  set_textures(program, '1', before.picture, first.format->plane_count);
  glUniform1f(program.uniform("gain"), static_cast<float>(gain));
  fill(program, part, height);
}

}  // namespace framelane
