#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/hud_model.h"

namespace framelane {

// What the overlap panel shows. Times in milliseconds a frame; no value is drawn as a dash.
struct OverlapModel {
  struct Bar {
    Stage stage = Stage::upload;
    double ms = 0;
  };
  // A mode, or the other kind of memory: measured the last time it was used.
  struct Row {
    std::string name;
    // What a click asks for: that mode with so many lanes, or the other memory.
    Mode mode = Mode::serial;
    int lanes = 1;
    bool other_memory = false;
    bool now = false;         // in use
    bool end_to_end = false;  // its stages do not overlap
    std::vector<Bar> bars;
    std::optional<double> measured_ms;
  };
  struct Term {
    std::string name;
    std::optional<Stage> stage;  // none: the copies both ways
    std::optional<double> ms, gb_per_s;
    bool decides = false;  // the largest: it is the bound
  };
  // Whether serial and overlapped give the same frames.
  struct Equality {
    enum class State : std::uint8_t { off, waiting, equal, differs };
    State state = State::off;
    std::string waits_for;    // waiting: "the resident loop, key R"
    std::uint64_t count = 0;  // frames compared
    std::uint64_t frame = 0;  // differs: the first that does
  };

  std::optional<double> speed_up;        // against serial; once both were measured
  std::optional<double> share_of_bound;  // 1: all of it
  bool serial_known = false;             // measured over enough frames to compare with
  bool overlapped_known = false;         // the same of a mode that overlaps
  std::string frames;                    // what the figures are of: "last burst, 16 frames"
  std::string verdict;                   // a sentence or two
  std::vector<Row> rows;
  std::optional<double> bound_ms;
  std::string bound_name;  // "max(H2D, kernel, D2H)"
  std::string bound_tip;   // its name in words, the link and its rates
  std::vector<Term> terms;
  Equality equality;
};

}  // namespace framelane
