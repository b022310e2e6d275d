#include "app/standard_files.h"

#include <fcntl.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>

namespace framelane {

void prepare_standard_files() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Opened the wrong way round: what is printed must not vanish as if it had arrived.
  for (int number = 0; number <= 2; ++number)
    if (fcntl(number, F_GETFD) == -1) (void)open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
}

int finish_output(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  const std::string why = errno == EBADF ? "it is closed" : std::generic_category().message(errno);
  std::fputs(("framelane: standard output cannot be written: " + why + "\n").c_str(), stderr);
  return status == 0 ? 1 : status;
}

}  // namespace framelane
