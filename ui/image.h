#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ui/geometry.h"

namespace framelane {

// An 8-bit RGBA picture, rows top to bottom without padding. Thread-safety: a value.
struct RgbaImage {
  Size size;
  std::vector<std::byte> pixels;
};

struct PngText {
  std::string key;    // Latin-1, 1 to 79 bytes: "Title", "Software"
  std::string value;  // UTF-8
};

// Writes an RGBA PNG with its text chunks. Throws OutputError; a file begun is then removed.
void write_png(const std::filesystem::path& path, const RgbaImage& image,
               std::span<const PngText> texts = {});

}  // namespace framelane
