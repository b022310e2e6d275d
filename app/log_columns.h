#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace framelane {

// The frame log's columns in their order; those of the passes, MsPass_<n>_<name>, come behind.
enum class LogColumn : std::uint8_t {
  frame,
  pts,
  time,
  mode,
  lanes,
  lane,
  warmup,
  decode,
  decode_wait,
  upload,
  filter,
  download,
  latency,
  between,
  upload_start,
  upload_end,
  filter_start,
  filter_end,
  download_start,
  download_end,
  bytes_up,
  bytes_down,
  queue_depth,
  dropped,
  displayed,
  present,
  checksum
};
inline constexpr std::array<std::string_view, 27> kLogColumns{"Frame",           "PTSInS",
                                                              "TimeInMs",        "Mode",
                                                              "Lanes",           "Lane",
                                                              "Warmup",          "MsDecode",
                                                              "MsDecodeWait",    "MsUpload",
                                                              "MsFilter",        "MsDownload",
                                                              "MsLatency",       "MsBetweenFrames",
                                                              "UploadStartMs",   "UploadEndMs",
                                                              "FilterStartMs",   "FilterEndMs",
                                                              "DownloadStartMs", "DownloadEndMs",
                                                              "BytesUp",         "BytesDown",
                                                              "QueueDepth",      "Dropped",
                                                              "Displayed",       "MsPresent",
                                                              "Checksum"};
inline constexpr std::string_view kPassColumn = "MsPass_";

[[nodiscard]] constexpr std::string_view name_of(LogColumn column) {
  return kLogColumns[static_cast<std::size_t>(column)];
}

}  // namespace framelane
