#pragma once
#include <memory>

#include "decode/ffmpeg_types.h"
#include "decode/interrupt.h"

namespace framelane {

// FFmpeg's input from a descriptor that may block: standard input or a FIFO. Waits with poll() for
// data or for the interrupt, which FFmpeg's own protocols do not do. A regular file behind the
// descriptor is read from its start and can be sought in. Thread-safety: one thread at a time.
class PollInput {
 public:
  // Closes the descriptor in the end when it owns it.
  PollInput(int descriptor, bool owned, std::shared_ptr<Interrupt> interrupt);
  ~PollInput();
  PollInput(const PollInput&) = delete;
  PollInput& operator=(const PollInput&) = delete;

  [[nodiscard]] AVIOContext* context() const { return context_; }

 private:
  static int read_callback(void* self, std::uint8_t* into, int bytes);
  static std::int64_t seek_callback(void* self, std::int64_t offset, int whence);
  int read(std::uint8_t* into, int bytes);

  int descriptor_;
  bool owned_;
  std::shared_ptr<Interrupt> interrupt_;
  AVIOContext* context_ = nullptr;
};

}  // namespace framelane
