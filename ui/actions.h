#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace framelane {

// What the user asked for, whether by key, button, mouse or drop. The first group is the player's;
// Overlay::apply() takes the second. Thread-safety: a value.
struct Action {
  enum class Kind : std::uint8_t {
    toggle_pause,
    seek_by,        // value: seconds, key frames are good enough
    seek_by_exact,  // value: seconds
    seek_to,        // value: seconds from the start, exact when `last` is set
    step,           // value: +1 or -1 frame
    scale_speed,    // value: factor
    reset_speed,
    toggle_loop_file,
    mark_ab,        // A, then B, then neither
    playlist_step,  // value: +1 or -1 file
    toggle_serial,  // serial or the mode used before
    cycle_mode,
    use_mode,      // text: name_of() the mode; value: lanes
    change_lanes,  // value: +1 or -1
    toggle_memory,
    toggle_present,  // direct or through the host
    toggle_light,    // HDR and wide colours brought onto an SDR display, or as coded
    toggle_unpaced,
    toggle_resident,
    toggle_log,
    toggle_equality,  // checksums of a resident loop: serial against overlapped
    toggle_histogram,
    toggle_vectorscope,
    toggle_waveform,
    toggle_scopes,    // all off, or those that were on
    set_scopes_side,  // value: 0 before, 1 after
    screenshot_picture,
    screenshot_window,
    toggle_fullscreen,
    leave_fullscreen,
    scale_panels,  // value: steps of a tenth; 0 for the display's own
    open_file,     // text: path or URL; value: seconds from its start
    open_files,    // paths: files and folders, to be played one after the other
    toggle_open_dialog,
    browse_folder,     // text: the folder the open dialog should show
    toggle_all_files,  // of the open dialog
    choose_file,       // text: the endings of its name, "cube|3dl"; paths: what it is now
    take_file,         // text: the path of what was chosen
    set_chain,         // text: the whole chain as it should be
    copy_chain,        // to the clipboard
    paste_chain,       // from the clipboard
    save_preset,       // text: its name
    load_preset,       // text: its name
    save_timeline,     // from_ns, until_ns: the stretch, on the run's clock
    quit,

    toggle_split,
    toggle_side_by_side,
    toggle_difference,
    toggle_flip,  // before instead of after
    move_split,   // value: share of the window's width
    scale_gain,   // of the difference; value: factor
    zoom_by,      // value: quarters of an octave, at the pointer
    zoom_actual,  // 1:1
    zoom_fit,
    pan_across,  // value: share of the window's width, the view moves right
    pan_down,    // of its height

    toggle_hud,
    toggle_hud_size,
    toggle_pixel,
    toggle_panels,  // all of them, or back to what was shown before
    toggle_filters,
    toggle_overlap,
    toggle_timeline,
    toggle_key_help
  };
  Kind kind = Kind::toggle_pause;
  double value = 0;
  bool last = true;  // of a drag on the seek bar: the button was let go
  std::string text{};
  std::vector<std::string> paths{};
  std::int64_t from_ns = 0, until_ns = 0;
  friend bool operator==(const Action&, const Action&) = default;
};

}  // namespace framelane
