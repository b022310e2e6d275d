#include "ui/window_events.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace framelane {
namespace {

struct NamedKey {
  SDL_Keycode code;
  std::string_view name;
};
// Keys that type no text. All others arrive as the text they type, whatever the keyboard's layout.
constexpr std::array kNamedKeys{
    NamedKey{SDLK_LEFT, "LEFT"},      NamedKey{SDLK_RIGHT, "RIGHT"},
    NamedKey{SDLK_UP, "UP"},          NamedKey{SDLK_DOWN, "DOWN"},
    NamedKey{SDLK_HOME, "HOME"},      NamedKey{SDLK_END, "END"},
    NamedKey{SDLK_BACKSPACE, "BS"},   NamedKey{SDLK_ESCAPE, "ESC"},
    NamedKey{SDLK_TAB, "TAB"},        NamedKey{SDLK_RETURN, "ENTER"},
    NamedKey{SDLK_DELETE, "DEL"},     NamedKey{SDLK_SPACE, "SPACE"},
    NamedKey{SDLK_KP_ENTER, "ENTER"}, NamedKey{SDLK_PAGEUP, "PGUP"},
    NamedKey{SDLK_PAGEDOWN, "PGDN"},  NamedKey{SDLK_F1, "F1"},
    NamedKey{SDLK_F2, "F2"},          NamedKey{SDLK_F3, "F3"},
    NamedKey{SDLK_F4, "F4"},          NamedKey{SDLK_F5, "F5"},
    NamedKey{SDLK_F6, "F6"},
};

// With Ctrl a key types no text: its name, and whether Shift only made it what it is.
struct CtrlKey {
  std::string name;
  bool sign = false;
};

CtrlKey with_ctrl(SDL_Keycode code) {
  // Plus and minus wherever the keyboard has them.
  if (code == SDLK_PLUS || code == SDLK_EQUALS || code == SDLK_KP_PLUS) return {"+", true};
  if (code == SDLK_MINUS || code == SDLK_KP_MINUS) return {"-", true};
  if (code <= SDLK_SPACE || code >= 0x7f) return {};
  return {std::string(1, static_cast<char>(code))};
}

std::optional<Input> key_input(const SDL_KeyboardEvent& event) {
  Input input;
  input.kind = Input::Kind::key;
  input.shift = (event.keysym.mod & KMOD_SHIFT) != 0;
  input.ctrl = (event.keysym.mod & KMOD_CTRL) != 0;
  input.alt = (event.keysym.mod & KMOD_LALT) != 0;
  input.repeat = event.repeat != 0;
  const SDL_Keycode code = event.keysym.sym;
  const auto* named = std::ranges::find(kNamedKeys, code, &NamedKey::code);
  if (named != kNamedKeys.end()) {
    input.key = named->name;
  } else if (input.ctrl) {
    const CtrlKey key = with_ctrl(code);
    input.key = key.name;
    if (key.sign) input.shift = false;
  }
  if (input.key.empty()) return std::nullopt;
  return input;
}

std::optional<Input> text_input(const SDL_TextInputEvent& event, const HeldModifiers& held) {
  const std::string_view text = event.text;
  if (text.empty() || text == " ") return std::nullopt;  // SPACE has come as a key
  // X11 sends signs as text with Ctrl too, which have come as keys; AltGr may count as Ctrl.
  if (held.ctrl() && !held.alt_gr()) return std::nullopt;
  Input input;
  input.kind = Input::Kind::key;
  input.key = text;
  input.alt = held.alt();
  return input;
}

Input pointer_input(Input::Kind kind, int x, int y, double scale) {
  Input input;
  input.kind = kind;
  input.x = static_cast<float>(x * scale);
  input.y = static_cast<float>(y * scale);
  return input;
}

std::optional<Input> button_input(const SDL_MouseButtonEvent& event, double scale) {
  if (event.button != SDL_BUTTON_LEFT) return std::nullopt;
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  Input input = pointer_input(down ? Input::Kind::button_down : Input::Kind::button_up, event.x,
                              event.y, scale);
  input.clicks = event.clicks;
  return input;
}

Input wheel_input(const SDL_MouseWheelEvent& event, double scale, const HeldModifiers& held) {
  Input input = pointer_input(Input::Kind::wheel, event.mouseX, event.mouseY, scale);
  input.amount = event.direction == SDL_MOUSEWHEEL_FLIPPED ? -event.preciseY : event.preciseY;
  input.shift = held.shift();
  input.ctrl = held.ctrl();
  input.alt = held.alt();
  return input;
}

std::optional<Input> window_input(const SDL_WindowEvent& event) {
  Input input;
  switch (event.event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      input.kind = Input::Kind::resized;
      return input;
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
      input.kind = Input::Kind::exposed;
      return input;
    case SDL_WINDOWEVENT_LEAVE:
      input.kind = Input::Kind::pointer_leave;
      return input;
    default:
      return std::nullopt;
  }
}

Input drop_input(char* path) {
  Input input;
  input.kind = Input::Kind::drop;
  input.paths = {path};
  SDL_free(path);
  return input;
}

Input quit_input() {
  Input input;
  input.kind = Input::Kind::quit;
  return input;
}

int modifiers_of(const Input& input) {
  return (input.shift ? KMOD_LSHIFT : 0) | (input.ctrl ? KMOD_LCTRL : 0) |
         (input.alt ? KMOD_LALT : 0);
}

void fill_key(SDL_Event& event, const Input& input, std::uint32_t window_id) {
  const auto* named = std::ranges::find(kNamedKeys, input.key, &NamedKey::name);
  const bool named_key = named != kNamedKeys.end();
  if (!named_key && !input.ctrl) {
    event.type = SDL_TEXTINPUT;
    event.text.windowID = window_id;
    SDL_strlcpy(event.text.text, input.key.c_str(), sizeof(event.text.text));
    return;
  }
  event.type = SDL_KEYDOWN;
  event.key.windowID = window_id;
  event.key.state = SDL_PRESSED;
  event.key.repeat = input.repeat ? 1 : 0;
  event.key.keysym.sym = named_key ? named->code : input.key.front();
  event.key.keysym.mod = static_cast<Uint16>(modifiers_of(input));
}

void fill_pointer(SDL_Event& event, const Input& input, double scale, std::uint32_t window_id) {
  const int x = static_cast<int>(std::lround(input.x / scale));
  const int y = static_cast<int>(std::lround(input.y / scale));
  if (input.kind == Input::Kind::pointer_move) {
    event.type = SDL_MOUSEMOTION;
    event.motion.windowID = window_id;
    event.motion.x = x;
    event.motion.y = y;
    return;
  }
  const bool down = input.kind == Input::Kind::button_down;
  event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
  event.button.windowID = window_id;
  event.button.button = SDL_BUTTON_LEFT;
  event.button.clicks = static_cast<Uint8>(std::max(input.clicks, 1));
  event.button.x = x;
  event.button.y = y;
}

void fill_wheel(SDL_Event& event, const Input& input, double scale, std::uint32_t window_id) {
  event.type = SDL_MOUSEWHEEL;
  event.wheel.windowID = window_id;
  event.wheel.preciseY = input.amount;
  event.wheel.mouseX = static_cast<int>(std::lround(input.x / scale));
  event.wheel.mouseY = static_cast<int>(std::lround(input.y / scale));
}

void fill_window(SDL_Event& event, Uint8 what, std::uint32_t window_id) {
  event.type = SDL_WINDOWEVENT;
  event.window.windowID = window_id;
  event.window.event = what;
}

}  // namespace

void HeldModifiers::follow(const SDL_Event& event) {
  if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) held_ = event.key.keysym.mod;
}

std::optional<Input> input_of(const SDL_Event& event, double device_per_logical,
                              const HeldModifiers& held) {
  switch (event.type) {
    case SDL_KEYDOWN:
      return key_input(event.key);
    case SDL_TEXTINPUT:
      return text_input(event.text, held);
    case SDL_MOUSEMOTION:
      return pointer_input(Input::Kind::pointer_move, event.motion.x, event.motion.y,
                           device_per_logical);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return button_input(event.button, device_per_logical);
    case SDL_MOUSEWHEEL:
      return wheel_input(event.wheel, device_per_logical, held);
    case SDL_WINDOWEVENT:
      return window_input(event.window);
    case SDL_DROPFILE:
      return drop_input(event.drop.file);
    case SDL_QUIT:
      return quit_input();
    default:
      return std::nullopt;
  }
}

SDL_Event event_of(const Input& input, double device_per_logical, std::uint32_t window_id,
                   std::uint32_t wake_event) {
  SDL_Event event{};
  switch (input.kind) {
    case Input::Kind::key:
      fill_key(event, input, window_id);
      break;
    case Input::Kind::pointer_move:
    case Input::Kind::button_down:
    case Input::Kind::button_up:
      fill_pointer(event, input, device_per_logical, window_id);
      break;
    case Input::Kind::wheel:
      fill_wheel(event, input, device_per_logical, window_id);
      break;
    case Input::Kind::pointer_leave:
      fill_window(event, SDL_WINDOWEVENT_LEAVE, window_id);
      break;
    case Input::Kind::resized:
      fill_window(event, SDL_WINDOWEVENT_SIZE_CHANGED, window_id);
      break;
    case Input::Kind::exposed:
      fill_window(event, SDL_WINDOWEVENT_EXPOSED, window_id);
      break;
    case Input::Kind::drop:
      event.type = SDL_DROPFILE;
      event.drop.file = SDL_strdup(input.paths.front().c_str());
      break;
    case Input::Kind::quit:
      event.type = SDL_QUIT;
      break;
    case Input::Kind::woken:
      event.type = wake_event;
      break;
  }
  return event;
}

SDL_Event modifiers_event(const Input& input, bool down, std::uint32_t window_id) {
  SDL_Event event{};
  event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  event.key.windowID = window_id;
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = input.ctrl ? SDLK_LCTRL : input.alt ? SDLK_LALT : SDLK_LSHIFT;
  event.key.keysym.mod = static_cast<Uint16>(down ? modifiers_of(input) : KMOD_NONE);
  return event;
}

}  // namespace framelane
