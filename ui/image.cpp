#include "ui/image.h"

#include <fcntl.h>
#include <png.h>
#include <poll.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
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
using Clock = std::chrono::steady_clock;

// How long, all in all, the reader of a pipe is waited for.
constexpr auto kPatience = std::chrono::seconds(3);

struct PngFile {
  File file;
  bool may_wait = false;  // a pipe or a device
  Clock::duration patience = kPatience;

  void wait_for_room() {
    pollfd room{fileno(file.get()), POLLOUT, 0};
    for (int found = -1; found < 0;) {
      const auto began = Clock::now();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(patience);
      found = poll(&room, 1, static_cast<int>(left.count()));
      if (found < 0 && errno != EINTR) return;  // the write will say what it is
      if (found == 0) throw OutputError("nobody reads this pipe any more");
      patience = std::max(patience - (Clock::now() - began), Clock::duration(0));
    }
  }
  void write(const png_byte* bytes, std::size_t count) {
    while (count > 0) {
      if (may_wait) wait_for_room();
      // A pipe that has room takes as much at once without waiting.
      const std::size_t part = may_wait ? std::min<std::size_t>(count, PIPE_BUF) : count;
      if (std::fwrite(bytes, 1, part, file.get()) != part)
        throw OutputError(std::generic_category().message(errno));
      bytes += part;
      count -= part;
    }
  }
};

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
  static_cast<PngFile*>(png_get_io_ptr(png))->write(bytes, count);
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

void write_rows(PngFile& file, const RgbaImage& image, std::span<const PngText> texts) {
  PngWriter writer;
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore_warning);
  if (writer.png == nullptr) throw OutputError("out of memory");
  writer.info = png_create_info_struct(writer.png);
  png_set_write_fn(writer.png, &file, write_bytes, flush_later);
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
  PngFile file{File(fdopen(opened, "wb"))};
  if (!file.file) throw refuse(std::generic_category().message(errno));
  struct stat facts {};
  file.may_wait = fstat(opened, &facts) == 0 && !S_ISREG(facts.st_mode);
  if (file.may_wait) (void)std::setvbuf(file.file.get(), nullptr, _IONBF, 0);
  try {
    write_rows(file, image, texts);
    if (std::fclose(file.file.release()) != 0)
      throw OutputError(std::generic_category().message(errno));
  } catch (const OutputError& error) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    throw refuse(error.what());
  }
}

}  // namespace framelane
