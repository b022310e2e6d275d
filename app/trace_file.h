#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/created_file.h"
#include "app/row_writer.h"
#include "decode/pipe_room.h"

namespace framelane {

// A run's stages as a Chrome trace (the JSON object form), for ui.perfetto.dev and
// chrome://tracing: one thread for decode, three a lane (upload, compute, download), one for
// present. Times are microseconds since the run's start. Slices of one thread never overlap; passes
// nest in their frame's. An arrow joins a frame's slices, its id is the frame's number. Where two
// results share an upload, it is there once. Rows may come out of their order by up to a second, as
// those of frames on show do: slices are held so long, and each thread's are written in their
// order. With a stretch it holds only slices and counters of which something lies in it.
// Thread-safety: one thread at a time.
class TraceFile final : public RowSink {
 public:
  // Creates the file. `wait`: as create_file()'s. Throws OutputError, as every member does.
  TraceFile(std::string name, const RunFacts& facts, std::optional<Interval> stretch = {},
            PipeWait wait = {});

  void write(const FrameRow& row) override;
  void interrupted() override {}
  void flush() override;
  // Completes the document. The destructor alone leaves it without its end, which the viewers
  // accept.
  void close() override;

 private:
  struct Slice {
    std::string name;
    Interval at;
    std::string arguments;
    std::vector<Slice> parts;  // inside it, one after the other
  };
  struct Track {
    std::multimap<Nanoseconds, Slice> held;  // by their starts
    Nanoseconds end{0};                      // of the latest slice written
  };

  void begin_event();
  void name_process(const RunFacts& facts);
  void use_track(int tid, const std::string& name);
  void hold(int tid, Slice slice, std::int64_t frame);
  void write_held(Nanoseconds before, std::size_t at_most);
  void write_slice(int tid, const Slice& slice);
  void arrow(int tid, Nanoseconds at, std::int64_t frame);
  void end_arrow();
  void stage(int tid, std::string_view name, const std::optional<Interval>& interval,
             const FrameRow& row, const std::string& more);
  void passes(int tid, const FrameRow& row);
  void counters(const FrameRow& row);
  [[noreturn]] void fail(const char* what, const std::string& why) const;

  [[nodiscard]] bool wanted(const std::optional<Interval>& at) const;

  std::string name_;
  std::optional<Interval> stretch_;
  FilePtr file_;
  bool ordinary_ = true;  // no device, no pipe
  std::string pending_;
  bool first_ = true;
  std::map<int, Track> tracks_;
  Nanoseconds newest_{0};  // end of a slice
  // The arrow of the present frame: where it was last, so that its end can be marked.
  struct Flow {
    int tid = 0;
    Nanoseconds at{0};
    std::int64_t frame = 0;
    int points = 0;
  };
  Flow flow_;
  Nanoseconds fps_since_{0};
  std::int64_t fps_frames_ = 0;
  bool fps_began_ = false;
};

}  // namespace framelane
