#pragma once
#include <SDL.h>

#include <cstdint>
#include <optional>

#include "ui/input.h"

namespace framelane {

// SDL's events as inputs and back. `device_per_logical` turns SDL's window positions into device
// pixels.
[[nodiscard]] std::optional<Input> input_of(const SDL_Event& event, double device_per_logical);
[[nodiscard]] SDL_Event event_of(const Input& input, double device_per_logical,
                                 std::uint32_t window_id, std::uint32_t wake_event);

}  // namespace framelane
