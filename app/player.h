#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/engine.h"
#include "app/first_rows.h"
#include "app/frame_outcome.h"
#include "app/play_clock.h"

namespace framelane {

// The A–B marks, in stream time. With both set play goes round from a to b.
struct AbMarks {
  std::optional<Nanoseconds> a, b;
};

// The presenter's clock and the player's commands, without a window: decides which result is shown
// when. Thread-safety: the main thread alone; the engine's threads run beneath.
class Player {
 public:
  using Host = PlayClock::Host;
  using FinishRow = std::function<void(const ProcessedFrame&, const FrameOutcome&)>;

  struct Options {
    EngineOptions engine;  // clock, results_queue, edits and callbacks are set here
    bool unpaced = false;
    double refresh_hz = 60;      // unpaced: new frames are taken at most this often
    std::function<void()> wake;  // any thread: something arrived
    // For each frame shown or replaced, the first time it is; also from the process thread.
    FinishRow finish_row;
    std::function<void(const SourceFrame&, const PipelineSettings&)>
        finish_dropped;  // mostly on the process thread
  };
  Player(Device& device, Options options);
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  // Ends play; current() stays. What was processed and never shown gets its row. Only the
  // destructor may follow.
  void stop();

  // The frame to show now, if one is due; it stays current(). Call displayed() once it is on the
  // display.
  [[nodiscard]] bool take_due(Host::time_point now);
  void displayed(Host::time_point at, Nanoseconds present);
  [[nodiscard]] const std::optional<ProcessedFrame>& current() const { return current_; }
  // When take_due() should be asked again; nothing while only a wake can change anything.
  [[nodiscard]] std::optional<Host::time_point> next_deadline(Host::time_point now);

  void set_paused(bool on);
  void step(int direction);  // +1 or -1; pauses
  void seek(Nanoseconds to, bool exact);
  void seek_by(Nanoseconds by, bool exact);
  void set_speed(double speed);  // 0.01 to 100
  void set_loop(bool on);
  // Sets A at the frame on show, then B, then takes both away. With B set play goes on at A.
  void mark_ab();
  void set_unpaced(bool on);
  // Turns N decoded frames round and round from the present one, or the A–B stretch if there is
  // one, N then being the most; 0 goes on decoding. The refusal, or empty.
  [[nodiscard]] std::string set_resident(int frames);
  void configure(const PipelineSettings& settings);

  // Filters by another chain from the frame on show on, also while paused. The refusal, with the
  // chain before still in force, or empty. Of edits that come faster than the frame on show is
  // filtered again the last counts.
  [[nodiscard]] std::string set_chain(const Chain& chain);
  [[nodiscard]] const Chain& chain() const { return chain_; }
  // Raised by each edit that is taken; results of its chain carry it.
  [[nodiscard]] std::uint64_t chain_revision() const { return revision_; }
  // The chain's, for frames like the one on show.
  [[nodiscard]] const std::shared_ptr<const ChainPlan>& plan() const { return plan_; }

  // Which scopes are counted of the frames from the one on show on, also while paused: an edit like
  // that of the chain.
  void set_scopes(const ScopeWants& wants);

  // Processes the frame on show and those after it once more: their results went where they cannot
  // be shown any more.
  void run_again() { take_edit(); }

  // After take_due(): what it took is the picture that was on show, by a newer chain.
  [[nodiscard]] bool filtered_again() const { return filtered_again_; }

  [[nodiscard]] bool paused() const { return paused_; }
  [[nodiscard]] bool ended() const { return ended_; }
  // It ended without a frame where it was opened: no seek led past its end, and nothing failed.
  [[nodiscard]] bool came_empty() const { return came_empty_; }
  [[nodiscard]] bool unpaced() const { return unpaced_; }
  [[nodiscard]] bool loop() const { return loop_; }
  [[nodiscard]] const AbMarks& ab() const { return ab_; }
  // When the frame on show has had its time; the past with none.
  [[nodiscard]] Host::time_point shown_until() const;
  [[nodiscard]] int resident() const { return resident_; }
  [[nodiscard]] double speed() const { return speed_; }
  [[nodiscard]] const PipelineSettings& wanted() const { return wanted_; }
  [[nodiscard]] const PresentCounts& counts() const { return counts_; }
  // What went wrong, once. `ended`: nothing more comes; else a command was refused and play goes
  // on.
  struct Fault {
    std::string line;
    bool ended = false;
  };
  [[nodiscard]] std::optional<Fault> take_fault();
  // Whether swapping waits for the display: unpaced, the next frame is then taken half a refresh
  // early.
  void set_swap_waits(bool on) { swap_waits_ = on; }
  [[nodiscard]] Engine& engine() { return *engine_; }
  [[nodiscard]] Nanoseconds buffered() const;

 private:
  // Where the present generation's frames began.
  struct Move {
    enum class Kind : std::uint8_t { none, near, exact, previous };
    Kind kind = Kind::none;
    Nanoseconds to{0};
  };
  void begin();
  void go(const Move& move);
  void fetch();
  void note_mark(const ProcessedItem& item);
  [[nodiscard]] bool pop(ProcessedItem& item);
  [[nodiscard]] bool take_next_due(Host::time_point now);
  bool finish(const ProcessedFrame& frame, const FrameOutcome& outcome);

  void take_edit();
  void count_on_show();
  void send_edit();
  void edit_from(const Move& move);
  [[nodiscard]] bool landed() const;
  [[nodiscard]] bool newer_waits() const;
  [[nodiscard]] bool was_shown(const ProcessedFrame& frame) const;
  [[nodiscard]] bool is_on_show(const ProcessedFrame& frame) const;
  void note_revision(std::uint64_t revision);
  void finish_late(const ProcessedItem& item);
  [[nodiscard]] Host::time_point next_refresh(Host::time_point now) const;
  void tell_pacing();
  [[nodiscard]] bool take_newest(Host::time_point now);
  [[nodiscard]] bool take_paced(Host::time_point now);
  [[nodiscard]] bool leaves_out() const;
  [[nodiscard]] Host::time_point due_of_next(Host::time_point now) const;
  void drop_overtaken(Host::time_point now);
  void show_next(Host::time_point now);
  void new_generation(const DecodeAnswer& answer);
  void start_clock(Host::time_point now);
  void tell_loop();
  void end_ab(Nanoseconds b);
  [[nodiscard]] bool still_filling(Host::time_point now);
  [[nodiscard]] Nanoseconds position() const;
  [[nodiscard]] Nanoseconds duration_of(const ProcessedFrame& frame) const;

  Options options_;
  PlayClock clock_;
  std::unique_ptr<Engine> engine_;
  PipelineSettings wanted_;
  std::uint64_t generation_ = 0;
  std::optional<ProcessedFrame> next_;     // taken from the queue, not shown yet
  std::optional<ProcessedFrame> current_;  // on show
  bool at_once_ = true;  // the next frame is shown whatever the clock says: opened, sought, stepped
  std::optional<Host::time_point> filling_since_;  // the clock starts when the queues are full
  bool starved_ = false;                           // the next frame was not there when it was due
  bool stepping_ = false;                          // it must be the very next one
  bool paused_ = false, ended_ = false, unpaced_ = false, loop_ = false;
  AbMarks ab_;
  int resident_ = 0;
  double speed_ = 1;
  Move move_;
  bool sought_ = false, came_empty_ = false;
  std::optional<Nanoseconds> seek_target_;  // where a seek goes while its first frame is awaited
  std::optional<Host::time_point> last_displayed_;
  PresentCounts counts_;
  Chain chain_;
  std::shared_ptr<const ChainPlan> plan_;
  ScopeWants scopes_;
  std::uint64_t revision_ = 0;
  std::optional<std::uint64_t> recounted_;  // the edit that only counted the frame on show
  bool edit_waits_ = false;                 // chain_ is not with the engine yet
  std::optional<std::uint64_t> awaited_;    // sent, none of its frames has arrived
  std::optional<std::uint64_t> returning_;  // generation of an edit's seek to the frame on show
  bool filtered_again_ = false;  // the frame on show took the place of itself: it has its row
  FirstRows rows_;
  // The main thread sleeps until something arrives; only then is it worth waking, thousands of
  // times a second else.
  std::atomic<bool> waiting_{false};
  bool swap_waits_ = false;
  std::optional<Fault> fault_;
};

}  // namespace framelane
