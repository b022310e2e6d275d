#pragma once
#include <memory>

namespace framelane {

struct VideoDriver;

// The connection to the display, kept for the windows that are opened while it lives: a server may
// begin anew, and refuse the next one for that moment, when its only client goes.
// Thread-safety: the main thread.
class Display {
 public:
  Display();  // throws DeviceError where windows cannot be made at all
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  // Whether a window would be seen.
  [[nodiscard]] bool is_there() const;

 private:
  std::unique_ptr<VideoDriver> driver_;
};

}  // namespace framelane
