#include "ui/image.h"

#include <fcntl.h>
#include <png.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "gpu/errors.h"

namespace framelane {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct PngWriter {
  png_structp png = nullptr;
  png_infop info = nullptr;
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
};

// libpng reports through a callback that must not return; throwing there unwinds to write_png().
[[noreturn]] void fail(png_structp, png_const_charp message) {
  throw OutputError(message);
}
void ignore_warning(png_structp, png_const_charp) {}

// libpng's own says of a failure only that it is one.
void write_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  auto* file = static_cast<std::FILE*>(png_get_io_ptr(png));
  if (std::fwrite(bytes, 1, count, file) != count)
    throw OutputError(std::generic_category().message(errno));
}
void flush_later(png_structp) {}

void set_texts(const PngWriter& writer, std::span<const PngText> texts) {
  for (const PngText& text : texts) {
    png_text chunk{};
    std::string key = text.key;
    std::string value = text.value;
    chunk.compression = PNG_ITXT_COMPRESSION_NONE;
    chunk.key = key.data();
    chunk.text = value.data();
    png_set_text(writer.png, writer.info, &chunk, 1);
  }
}

void write_rows(std::FILE* file, const RgbaImage& image, std::span<const PngText> texts) {
  PngWriter writer;
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore_warning);
  if (writer.png == nullptr) throw OutputError("out of memory");
  writer.info = png_create_info_struct(writer.png);
  png_set_write_fn(writer.png, file, write_bytes, flush_later);
  const auto width = static_cast<std::size_t>(image.size.width);
  png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(image.size.width),
               static_cast<png_uint_32>(image.size.height), 8, PNG_COLOR_TYPE_RGBA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // Runs of differences to the left: a third of the time of level 3, and no larger. Quitting waits
  // for pictures of 4K being packed.
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_compression_strategy(writer.png, Z_RLE);
  png_set_compression_level(writer.png, 1);
  set_texts(writer, texts);
  png_write_info(writer.png, writer.info);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.size.height); ++y) {
    png_write_row(writer.png, reinterpret_cast<png_const_bytep>(&image.pixels[y * width * 4]));
  }
  png_write_end(writer.png, nullptr);
}

// A pipe that nobody reads is refused (ENXIO) instead of waited for. -1 and errno on failure.
int open_to_write(const std::filesystem::path& path) {
  constexpr mode_t kAnybody = 0666;
  const int opened =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, kAnybody);
  if (opened >= 0) (void)fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK);
  return opened;
}

}  // namespace

void write_png(const std::filesystem::path& path, const RgbaImage& image,
               std::span<const PngText> texts) {
  const auto refuse = [&](const std::string& why) {
    return OutputError("cannot write the picture " + path.string() + ": " + why);
  };
  if (image.size.width <= 0 || image.size.height <= 0) throw refuse("it has no pixels");
  const int opened = open_to_write(path);
  if (opened < 0)
    throw refuse(errno == ENXIO ? "nobody reads this pipe"
                                : std::generic_category().message(errno));
  File file(fdopen(opened, "wb"));
  if (!file) throw refuse(std::generic_category().message(errno));
  try {
    write_rows(file.get(), image, texts);
    if (std::fclose(file.release()) != 0) throw OutputError(std::generic_category().message(errno));
  } catch (const OutputError& error) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    throw refuse(error.what());
  }
}

}  // namespace framelane
