#include "decode/interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

#include "gpu/errors.h"

namespace framelane {

Interrupt::Interrupt() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw InputError("no file descriptor is left: close other files");
}

Interrupt::~Interrupt() {
  close(descriptor_);
}

void Interrupt::raise() noexcept {
  raised_.store(true, std::memory_order_release);
  const std::uint64_t one = 1;
  // A full counter is readable already.
  if (write(descriptor_, &one, sizeof one) < 0) return;
}

void Interrupt::clear() noexcept {
  std::uint64_t count = 0;
  if (read(descriptor_, &count, sizeof count) < 0) count = 0;
  raised_.store(false, std::memory_order_release);
}

}  // namespace framelane
