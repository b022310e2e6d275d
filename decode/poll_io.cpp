#include "decode/poll_io.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <new>
#include <utility>

namespace framelane {
namespace {

constexpr int kBufferBytes = 64 * 1024;

bool is_regular(int descriptor) {
  struct stat facts {};
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

}  // namespace

PollInput::PollInput(int descriptor, bool owned, std::shared_ptr<Interrupt> interrupt)
    : descriptor_(descriptor), owned_(owned), interrupt_(std::move(interrupt)) {
  auto* buffer = static_cast<unsigned char*>(av_malloc(kBufferBytes));
  const bool seekable = is_regular(descriptor);
  if (buffer != nullptr)
    context_ = avio_alloc_context(buffer, kBufferBytes, 0, this, read_callback, nullptr,
                                  seekable ? seek_callback : nullptr);
  if (context_ == nullptr) {
    av_free(buffer);
    if (owned_) close(descriptor_);
    throw std::bad_alloc();
  }
  context_->seekable = seekable ? AVIO_SEEKABLE_NORMAL : 0;
  // Whoever read the file before has left it elsewhere; FFmpeg takes it to stand at its start.
  if (seekable) static_cast<void>(lseek(descriptor, 0, SEEK_SET));
}

PollInput::~PollInput() {
  av_freep(&context_->buffer);
  avio_context_free(&context_);
  if (owned_) close(descriptor_);
}

int PollInput::read_callback(void* self, std::uint8_t* into, int bytes) {
  return static_cast<PollInput*>(self)->read(into, bytes);
}

std::int64_t PollInput::seek_callback(void* self, std::int64_t offset, int whence) {
  const int descriptor = static_cast<PollInput*>(self)->descriptor_;
  struct stat facts {};
  if ((whence & AVSEEK_SIZE) != 0)
    return fstat(descriptor, &facts) == 0 ? facts.st_size : AVERROR(errno);
  const off_t at = lseek(descriptor, offset, whence & ~AVSEEK_FORCE);
  return at < 0 ? AVERROR(errno) : at;
}

int PollInput::read(std::uint8_t* into, int bytes) {
  for (;;) {
    pollfd waits[2] = {{descriptor_, POLLIN, 0}, {interrupt_->descriptor(), POLLIN, 0}};
    if (poll(waits, 2, -1) < 0 && errno != EINTR) return AVERROR(errno);
    if (interrupt_->raised()) return AVERROR_EXIT;
    if (waits[0].revents == 0) continue;
    const ssize_t got = ::read(descriptor_, into, static_cast<std::size_t>(bytes));
    if (got > 0) return static_cast<int>(got);
    if (got == 0) return AVERROR_EOF;
    if (errno != EINTR && errno != EAGAIN) return AVERROR(errno);
  }
}

}  // namespace framelane
