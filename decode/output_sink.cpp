#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>
#include <utility>

#include "decode/output_writer.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr auto kLookForReader = std::chrono::milliseconds(20);

[[noreturn]] void fail_system(const std::string& what) {
  const int why = errno;
  throw OutputError(what + ": " +
                    (why == EBADF ? "it is closed" : std::generic_category().message(why)));
}

bool is_kind(int descriptor, mode_t kind) {
  struct stat facts {};
  return fstat(descriptor, &facts) == 0 && (facts.st_mode & S_IFMT) == kind;
}

bool is_pipe(const std::string& name) {
  struct stat facts {};
  return stat(name.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode);
}

}  // namespace

OutputSink::OutputSink(const OutputPlace& place)
    : room_(place.wait, place.name == "-" ? "standard output" : place.name),
      owned_(place.name != "-") {
  descriptor_ = owned_ ? open_file(place) : STDOUT_FILENO;
  may_block_ = !is_kind(descriptor_, S_IFREG);
  if (owned_ || !is_kind(descriptor_, S_IFIFO)) return;
  // Standard output is shared with other programs, which O_NONBLOCK would surprise: the pipe is
  // opened again.
  const int own = open("/proc/self/fd/1", O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (own < 0) return;
  descriptor_ = own;
  owned_ = true;
}

// A FIFO that nobody reads yet is waited for.
int OutputSink::open_file(const OutputPlace& place) {
  const Interrupt* interrupt = place.wait.interrupt.get();
  const auto since = std::chrono::steady_clock::now();
  for (;;) {
    const int descriptor =
        open(place.name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor >= 0) return descriptor;
    if (errno != EINTR && (errno != ENXIO || !is_pipe(place.name)))
      fail_system("output " + place.name + " cannot be created");
    if (interrupt != nullptr && interrupt->raised())
      throw OutputInterrupted("output " + place.name + ": ended before anybody read it");
    (void)room_.tell_if_due(since);
    pollfd wait{interrupt == nullptr ? -1 : interrupt->descriptor(), POLLIN, 0};
    (void)poll(&wait, 1, static_cast<int>(kLookForReader.count()));
  }
}

OutputSink::~OutputSink() {
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputSink::wait_for_room() {
  const PipeRoom::Found found = room_.wait(descriptor_);
  if (found == PipeRoom::Found::given_up) throw OutputInterrupted("ended while nobody read it");
  if (found == PipeRoom::Found::failed) fail_system("cannot be written");
}

void OutputSink::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (may_block_) wait_for_room();
    // What cannot be made non-blocking takes as much at once without waiting.
    const std::size_t most = may_block_ && !owned_ ? PIPE_BUF : bytes.size();
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(most, bytes.size()));
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) fail_system("cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputSink::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (owned_ && descriptor >= 0 && ::close(descriptor) != 0) fail_system("cannot be closed");
}

std::int64_t OutputSink::seek(std::int64_t offset, int whence) {
  return lseek(descriptor_, offset, whence);
}

}  // namespace framelane
