#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>

#include "decode/decode_thread.h"

namespace framelane {

// A source frame, or the stream's end, that goes through the pipeline once more.
struct Rerun {
  DecodedItem item;
  bool history = false;  // of a frame: only for the history of those after it
  bool told = false;     // of an end: it was handed on already
};

// The source frames a chain edit runs again: the latest ones whose results may not have been shown
// yet, and before each the reach of the chain, or in a resident loop its whole round.
// Thread-safety: one thread at a time.
class RecentFrames {
 public:
  void clear();
  // `begins`: playing from here is playing from the start; nothing before it matters.
  // `done`: its row is written, or it never has one; it matters only to frames after it.
  void add(const SourceFrame& frame, bool begins, bool done);
  // The end of the stream, or its failure.
  void add_end(const DecodedItem& end);
  void set_done(std::int64_t index);
  // Drops what neither the last `waiting` frames not done nor the `reach` frames before each need.
  void trim(int reach, int waiting);

  // Whether run_again() gives every frame that a chain of such reach looks at.
  [[nodiscard]] bool whole(std::int64_t shown, int reach) const;
  // The frame with index `shown` and all after it, the `reach` before it first, as history. Without
  // such a frame, from the first that is not done. `untold` ends, the last ones, are told again.
  [[nodiscard]] std::deque<Rerun> run_again(std::int64_t shown, int reach, int untold) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    DecodedItem item;
    std::int64_t place = 0;  // counts frames; a gap is a frame that was let go
    bool begins = false;
    bool done = false;
    [[nodiscard]] bool is_frame() const { return item.kind == DecodedItem::Kind::frame; }
  };
  [[nodiscard]] std::size_t first_shown(std::int64_t shown) const;
  [[nodiscard]] std::size_t history_of(std::size_t at, int reach) const;
  [[nodiscard]] std::size_t first_needed(int reach, int waiting) const;
  void drop_between(int reach);
  [[nodiscard]] static int reach_of(const Entry& entry, int reach);

  std::deque<Entry> entries_;
  std::int64_t places_ = 0;
};

}  // namespace framelane
