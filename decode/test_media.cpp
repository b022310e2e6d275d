#include "decode/test_media.h"

#include <stdlib.h>
#include <xxhash.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace framelane::test {
namespace {

std::size_t packed_bytes(const FrameFacts& facts) {
  std::size_t bytes = 0;
  for (int p = 0; p < facts.format->plane_count; ++p)
    bytes += static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width)) *
             static_cast<std::size_t>(facts.format->plane_rows(p, facts.height));
  return bytes;
}

}  // namespace

void shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

void ffmpeg(const std::string& arguments) {
  shell("ffmpeg -v error -nostdin -y " + arguments);
}

std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::uint64_t hash_of(const HostPicture& picture) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  const PixelFormat& format = *picture.facts.format;
  for (int p = 0; p < format.plane_count; ++p)
    for (int y = 0; y < format.plane_rows(p, picture.facts.height); ++y)
      XXH3_64bits_update(state, picture.plane(p) + static_cast<std::size_t>(y) * picture.pitch(p),
                         static_cast<std::size_t>(format.plane_row_bytes(p, picture.facts.width)));
  const std::uint64_t hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return hash;
}

std::vector<std::uint64_t> reference_hashes(const std::string& file, const FrameFacts& facts,
                                            const std::string& format) {
  const std::string command =
      "ffmpeg -v error -nostdin -filter_threads 1 -noautorotate -i file:" + shell_word(file) +
      " -map 0:v:0 -fps_mode passthrough -pix_fmt " + format +
      " -sws_flags bicubic+accurate_rnd+full_chroma_int+full_chroma_inp -f rawvideo -";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("failed: " + command);
  std::vector<char> frame(packed_bytes(facts));
  std::vector<std::uint64_t> hashes;
  while (std::fread(frame.data(), 1, frame.size(), pipe) == frame.size())
    hashes.push_back(XXH3_64bits(frame.data(), frame.size()));
  if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
  return hashes;
}

Seen seen(const SourceFrame& frame) {
  return {hash_of(frame.picture), frame.pts, frame.preroll};
}

std::vector<Seen> read_all(FrameSource& source, std::size_t most) {
  std::vector<Seen> frames;
  SourceFrame frame;
  while (frames.size() < most && source.read(frame) == ReadStatus::frame)
    frames.push_back(seen(frame));
  return frames;
}

std::vector<std::uint64_t> hashes_of(const std::vector<Seen>& frames) {
  std::vector<std::uint64_t> hashes;
  for (const Seen& frame : frames)
    hashes.push_back(frame.hash);
  return hashes;
}

}  // namespace framelane::test
