#include "app/checksum.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

struct RawFrame {
  std::string xxhsum;  // 16 hex digits
  std::string bytes;
};

// One frame of a format from the ffmpeg program, and what the xxhsum program says of it.
RawFrame make_frame(const test::TempDir& folder, const std::string& format, int width, int height) {
  const std::string raw = folder / "frame.raw", sum = folder / "sum";
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const std::string command = "ffmpeg -v error -nostdin -y -f lavfi -i testsrc=s=" + size +
                              " -frames:v 1 -pix_fmt " + format + " -f rawvideo " + raw +
                              " && xxhsum -H3 " + raw + " > " + sum;
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream sums(sum), content(raw, std::ios::binary);
  std::string word;
  while (sums >> word)
    if (const auto at = word.find_first_of("0123456789abcdef"); word.size() - at == 16) break;
  return {word.substr(word.size() - 16), {std::istreambuf_iterator<char>(content), {}}};
}

// A block of ordinary memory that goes with its last reference.
struct OwnBlock {
  explicit OwnBlock(std::size_t size)
      : bytes(size, std::byte{0xCD}), block{bytes.data(), size, false} {}
  std::vector<std::byte> bytes;
  HostBlock block;
};

// The frame in a picture whose rows are padded with bytes that must not count.
HostPicture padded_picture(const RawFrame& frame, const std::string& format, int width,
                           int height) {
  HostPicture picture;
  picture.facts.format = find_pixel_format(format);
  picture.facts.width = width;
  picture.facts.height = height;
  picture.layout = packed_layout(*picture.facts.format, width, height);
  const auto memory = std::make_shared<OwnBlock>(picture.layout.bytes);
  picture.first = memory->bytes.data();
  picture.block = HostBlockRef(memory, &memory->block);
  const char* from = frame.bytes.data();
  for (int p = 0; p < picture.facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(picture.facts.format->plane_row_bytes(p, width));
    std::byte* to = picture.first + picture.layout.planes[static_cast<std::size_t>(p)].offset;
    for (int y = picture.facts.format->plane_rows(p, height); y > 0; --y) {
      std::memcpy(to, from, row);
      from += row;
      to += picture.pitch(p);
    }
  }
  EXPECT_EQ(from, frame.bytes.data() + frame.bytes.size()) << format;
  return picture;
}

TEST(Checksum, EqualsXxhsumOfTheRawFrame) {
  const test::TempDir folder;
  for (const char* format : {"yuv420p", "yuv422p10le", "yuv444p16le", "nv12", "gray", "rgb24",
                             "gbrp10le", "yuva420p", "bgra"}) {
    const RawFrame frame = make_frame(folder, format, 35, 19);
    char sum[17] = {};
    std::snprintf(
        sum, sizeof sum, "%016llx",
        static_cast<unsigned long long>(picture_checksum(padded_picture(frame, format, 35, 19))));
    EXPECT_EQ(sum, frame.xxhsum) << format;
  }
}

}  // namespace
}  // namespace framelane
