#pragma once
#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "decode/output_file.h"

// For the tests of what outputs hold.
namespace framelane {

inline constexpr Rational kRate{25, 1};

inline FrameFacts facts_of(const char* format, int width, int height) {
  FrameFacts facts;
  facts.format = find_pixel_format(format);
  facts.width = width;
  facts.height = height;
  return facts;
}

// A block of ordinary memory that goes with its last reference.
struct OwnBlock {
  explicit OwnBlock(std::size_t size) : bytes(size), block{bytes.data(), size, false} {}
  std::vector<std::byte> bytes;
  HostBlock block;
};

// Rows padded by more than the layout of a pool would.
inline HostPicture picture_of(const FrameFacts& facts, unsigned seed) {
  HostPicture picture;
  picture.facts = facts;
  picture.layout = packed_layout(*facts.format, facts.width, facts.height);
  const auto memory = std::make_shared<OwnBlock>(picture.layout.bytes);
  std::vector<std::byte>& bytes = memory->bytes;
  std::mt19937 random(seed);
  const int top = facts.format->bytes_per_sample == 1 ? 255 : 3;
  for (std::byte& byte : bytes)
    byte = static_cast<std::byte>(static_cast<int>(random() >> 8) & top);
  picture.first = bytes.data();
  picture.block = HostBlockRef(memory, &memory->block);
  return picture;
}

inline std::vector<std::byte> planes_of(const HostPicture& picture) {
  std::vector<std::byte> planes;
  const PixelFormat& format = *picture.facts.format;
  for (int p = 0; p < format.plane_count; ++p)
    for (int y = 0; y < format.plane_rows(p, picture.facts.height); ++y) {
      const std::byte* row = picture.plane(p) + static_cast<std::size_t>(y) * picture.pitch(p);
      planes.insert(planes.end(), row, row + format.plane_row_bytes(p, picture.facts.width));
    }
  return planes;
}

inline std::vector<std::byte> content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline std::vector<std::byte> write_two(const std::string& name, const FrameFacts& facts) {
  OutputFile file(name, facts, kRate);
  std::vector<std::byte> written;
  for (const unsigned seed : {1U, 2U}) {
    const HostPicture picture = picture_of(facts, seed);
    file.write(picture, std::chrono::milliseconds(40 * (seed - 1)), std::chrono::milliseconds(40));
    const auto planes = planes_of(picture);
    written.insert(written.end(), planes.begin(), planes.end());
  }
  file.finish();
  return written;
}

}  // namespace framelane
