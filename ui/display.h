#pragma once

namespace framelane {

// Whether a window would be seen. Throws DeviceError where windows cannot be made at all.
// Thread-safety: the main thread.
[[nodiscard]] bool display_is_there();

}  // namespace framelane
