#include "app/created_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace framelane {

FilePtr create_file(const std::string& name, std::string& why) {
  constexpr mode_t kAnybody = 0666;  // as far as the user's mask lets
  // Without O_NONBLOCK a pipe is opened only once somebody reads it; its writes wait as always.
  const int number =
      open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, kAnybody);
  if (number < 0) {
    why = errno == ENXIO ? "nobody reads this pipe" : std::generic_category().message(errno);
    return nullptr;
  }
  (void)fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK);
  FilePtr file(fdopen(number, "wb"));
  if (file) return file;
  why = std::generic_category().message(errno);
  close(number);
  return nullptr;
}

}  // namespace framelane
