#pragma once
#include <SDL.h>

#include <cstdint>
#include <optional>

#include "ui/input.h"

namespace framelane {

// What was held when an event came. Typed text and the wheel do not say, and once frames are slow
// the keyboard is past it by the time an event is looked at; the keys' own events are in order.
class HeldModifiers {
 public:
  void follow(const SDL_Event& event);  // of every event
  [[nodiscard]] bool shift() const { return (held_ & KMOD_SHIFT) != 0; }
  [[nodiscard]] bool ctrl() const { return (held_ & KMOD_CTRL) != 0; }
  [[nodiscard]] bool alt() const { return (held_ & KMOD_LALT) != 0; }
  [[nodiscard]] bool alt_gr() const { return (held_ & KMOD_RALT) != 0; }

 private:
  Uint16 held_ = KMOD_NONE;
};

// SDL's events as inputs and back. `device_per_logical` turns SDL's window positions into device
// pixels.
[[nodiscard]] std::optional<Input> input_of(const SDL_Event& event, double device_per_logical,
                                            const HeldModifiers& held);
[[nodiscard]] SDL_Event event_of(const Input& input, double device_per_logical,
                                 std::uint32_t window_id, std::uint32_t wake_event);
// Its modifiers going down or all up, as the keyboard says that before and after it.
[[nodiscard]] SDL_Event modifiers_event(const Input& input, bool down, std::uint32_t window_id);

}  // namespace framelane
