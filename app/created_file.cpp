#include "app/created_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "decode/pipe_room.h"

namespace framelane {
namespace {

// A pipe or device whose writes can be given up. Behind a FILE.
class Pipe {
 public:
  Pipe(int number, PipeWait wait, const std::string& name)
      : number_(number), room_(std::move(wait), name) {}
  ~Pipe() { ::close(number_); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // How much was taken; what is less than all is a failure, and errno says which.
  std::size_t write(const char* bytes, std::size_t count) {
    std::size_t taken = 0;
    while (taken < count && wait_for_room()) {
      const ssize_t written = ::write(number_, bytes + taken, count - taken);
      if (written >= 0)
        taken += static_cast<std::size_t>(written);
      else if (errno != EINTR && errno != EAGAIN)
        break;
    }
    return taken;
  }

 private:
  bool wait_for_room() {
    const PipeRoom::Found found = room_.wait(number_);
    if (found == PipeRoom::Found::given_up) errno = EINTR;
    return found == PipeRoom::Found::room;
  }

  int number_;
  PipeRoom room_;
};

FilePtr file_of(std::unique_ptr<Pipe> pipe) {
  cookie_io_functions_t calls{};
  calls.write = [](void* into, const char* bytes, std::size_t count) {
    return static_cast<ssize_t>(static_cast<Pipe*>(into)->write(bytes, count));
  };
  calls.close = [](void* into) {
    delete static_cast<Pipe*>(into);
    return 0;
  };
  FilePtr file(fopencookie(pipe.get(), "wb", calls));
  if (!file) return file;
  (void)pipe.release();  // the file's
  // Or the program's end would wait to write what is left in a buffer.
  (void)std::setvbuf(file.get(), nullptr, _IONBF, 0);
  return file;
}

}  // namespace

FilePtr create_file(const std::string& name, std::string& why, PipeWait wait) {
  constexpr mode_t kAnybody = 0666;  // as far as the user's mask lets
  // Without O_NONBLOCK a pipe is opened only once somebody reads it.
  const int number =
      open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, kAnybody);
  if (number < 0) {
    why = errno == ENXIO ? "nobody reads this pipe" : std::generic_category().message(errno);
    return nullptr;
  }
  struct stat facts {};
  const bool waits = fstat(number, &facts) != 0 || !S_ISREG(facts.st_mode);
  if (waits && wait.interrupt) {
    if (FilePtr file = file_of(std::make_unique<Pipe>(number, std::move(wait), name))) return file;
    why = std::generic_category().message(errno);
    return nullptr;
  }
  (void)fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK);
  FilePtr file(fdopen(number, "wb"));
  if (file) return file;
  why = std::generic_category().message(errno);
  close(number);
  return nullptr;
}

std::string why_not_written() {
  return errno == EINTR ? "ended while nobody read it" : std::generic_category().message(errno);
}

}  // namespace framelane
