#include "gpu/image_view.h"

namespace framelane {
namespace {

// The padding of rgb0 and its kind has alpha's place: passes carry it along or write it opaque, so
// that every byte of a result is defined.
bool has_samples(const PixelFormat& format, int c) {
  return format.has_component(c) ||
         (c == 3 && format.components[static_cast<std::size_t>(c)].step_bytes != 0);
}

void place_working(ImageView& view, const ImageFormat& format, std::byte* first, int c) {
  const auto i = static_cast<std::size_t>(c);
  view.data[c] = first + format.layout.planes[i].offset;
  view.pitch_bytes[c] = static_cast<std::ptrdiff_t>(format.layout.planes[i].pitch_bytes);
  view.step_bytes[c] = view.type == SampleType::f16 ? 2 : 4;
}

void place_stored(ImageView& view, const ImageFormat& format, std::byte* first, int c) {
  const ComponentPlace& place = format.pixels->components[static_cast<std::size_t>(c)];
  const PictureLayout::Plane& plane = format.layout.planes[place.plane];
  view.data[c] = first + plane.offset + place.offset_bytes;
  view.pitch_bytes[c] = static_cast<std::ptrdiff_t>(plane.pitch_bytes);
  view.step_bytes[c] = place.step_bytes;
}

}  // namespace

SampleType working_type(const PixelFormat& pixels) {
  return pixels.depth <= 10 ? SampleType::f16 : SampleType::f32;
}

ImageFormat working_format(const PixelFormat& pixels, int width, int height) {
  ImageFormat format{&pixels, true, width, height, {}};
  const std::size_t bytes = working_type(pixels) == SampleType::f16 ? 2 : 4;
  std::size_t next = 0;
  for (int c = 0; c < 4; ++c) {
    if (!pixels.has_component(c)) continue;
    const std::size_t row = static_cast<std::size_t>(pixels.component_width(c, width)) * bytes;
    const auto rows = static_cast<std::size_t>(pixels.component_height(c, height));
    const std::size_t pitch = align_up(row, kPitchAlign);
    format.layout.planes[static_cast<std::size_t>(c)] = {next, pitch};
    format.layout.bytes = next + pitch * (rows - 1) + row;
    next = align_up(next + pitch * rows, kPlaneAlign);
  }
  return format;
}

ImageFormat stored_format(const PixelFormat& pixels, int width, int height,
                          const PictureLayout& layout) {
  return {&pixels, false, width, height, layout};
}

ImageView view_of(const ImageFormat& format, std::byte* first) {
  const PixelFormat& pixels = *format.pixels;
  ImageView view;
  view.width = format.width;
  view.height = format.height;
  view.log2_chroma_w = pixels.log2_chroma_w;
  view.log2_chroma_h = pixels.log2_chroma_h;
  view.color_count = pixels.color_count;
  view.yuv = pixels.family == ColorFamily::yuv;
  view.max_code = pixels.max_code();
  view.shift = format.working ? 0 : pixels.shift;
  view.type = format.working                ? working_type(pixels)
              : pixels.bytes_per_sample > 1 ? SampleType::u16
                                            : SampleType::u8;
  for (int c = 0; c < 4; ++c) {
    if (format.working && pixels.has_component(c)) place_working(view, format, first, c);
    if (!format.working && has_samples(pixels, c)) place_stored(view, format, first, c);
  }
  return view;
}

}  // namespace framelane
