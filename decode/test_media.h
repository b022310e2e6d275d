#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decode/open_input.h"
#include "gpu/device.h"
#include "gpu/host_pool.h"
#include "gpu/present_texture.h"
#include "gpu/temp_dir_test.h"

// For the tests of decode/: clips made with the ffmpeg program, and what it decodes from them.
namespace framelane::test {

// A device whose memory is the host's; page-locking is granted and counted.
class PlainDevice final : public Device {
 public:
  const DeviceFacts& facts() const override { return facts_; }
  bool aliases_uploads() const override { return true; }
  bool shares_queues() const override { return false; }
  std::unique_ptr<Stream> make_stream() override { return nullptr; }
  std::unique_ptr<Event> make_timing_event() override { return nullptr; }
  std::unique_ptr<Event> make_event() override { return nullptr; }
  std::unique_ptr<DeviceBuffer> allocate(std::size_t) override { return nullptr; }
  bool page_lock(std::byte*, std::size_t) override { return true; }
  void page_unlock(std::byte*) override {}
  float elapsed_ms(const Event&, const Event&) const override { return 0; }
  AllocationCounts allocations() const override { return {}; }
  PresentTextureOffer offer_present_texture(const std::string&) override {
    return {nullptr, "it has no OpenGL"};
  }

 private:
  DeviceFacts facts_;
};

// Runs a shell command; the test fails unless it ends with status 0.
void shell(const std::string& command);
// `ffmpeg -v error -nostdin -y ARGUMENTS`.
void ffmpeg(const std::string& arguments);
// For the shell.
[[nodiscard]] std::string shell_word(const std::string& text);

// XXH3-64 of the planes in order, row by row without padding.
[[nodiscard]] std::uint64_t hash_of(const HostPicture& picture);
// The same of every frame that ffmpeg decodes, converted to `format`.
[[nodiscard]] std::vector<std::uint64_t> reference_hashes(const std::string& file,
                                                          const FrameFacts& facts,
                                                          const std::string& format);

// An opened input with the pool and device it needs.
struct Opened {
  PlainDevice device;
  HostPool pool{device, HostMemory::pinned};
  std::unique_ptr<FrameSource> source;
  explicit Opened(const std::string& input, const OpenOptions& options = {})
      : source(open_input(input, options, pool)) {}
};

struct Seen {
  std::uint64_t hash = 0;
  std::chrono::nanoseconds pts{0};
  bool preroll = false;
  friend bool operator==(const Seen&, const Seen&) = default;
};
[[nodiscard]] Seen seen(const SourceFrame& frame);
// Reads up to `most` frames; stops at the end of the stream.
[[nodiscard]] std::vector<Seen> read_all(FrameSource& source, std::size_t most = SIZE_MAX);
[[nodiscard]] std::vector<std::uint64_t> hashes_of(const std::vector<Seen>& frames);

}  // namespace framelane::test
