#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace framelane {

// What the transport shows. Times in seconds from the start of the stream.
struct TransportModel {
  double position_s = 0;
  std::optional<double> duration_s;          // none: live or unknown; the seek bar is then disabled
  double buffered_s = 0;                     // end of what is decoded ahead
  std::optional<double> ab_from_s, ab_to_s;  // the A–B marks
  double speed = 1.0;
  std::string name;   // file name without its folder
  std::string place;  // in the playlist: "2/7"; empty for a single file
  std::string facts;  // "3840 × 2160, 59.94 fps, H.264 High 5.2, yuv420p, BT.709 limited"
  std::uint64_t frame = 0;
  std::optional<std::uint64_t> frame_count;
  bool count_is_estimate = false;  // worked out from duration and rate
  std::string mode = "overlapped";
  std::uint64_t log_rows = 0;
  std::string log_name;  // file name without its folder
  int lanes = 1;
  bool open = false;  // a file is open; else everything is disabled
  bool seekable = true;
  bool paused = false;
  bool loop_file = false;
  bool lanes_matter = true;  // false in serial mode: the lane buttons are disabled
  bool pinned = true;
  // The filters run on a GPU, so that results may go to the screen direct, without the host.
  bool present_offered = false;
  bool present_direct = false;
  std::string present_unavailable;  // why they cannot; the button is then disabled
  bool unpaced = false;
  bool resident = false;
  bool logging = false;
  bool fullscreen = false;
  bool comparing = false;
  bool scopes = false;  // one of them at least is shown
};

}  // namespace framelane
