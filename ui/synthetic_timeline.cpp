#include <algorithm>
#include <array>
#include <vector>

#include "ui/synthetic_models.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Nanoseconds, 3> kPasses{11us, 41us, 34us};
constexpr Nanoseconds kCopy = 248us;
constexpr std::uint64_t kBytes = 12'441'600;
constexpr std::int64_t kFirst = 1037;

// Frames one after the other as fast as two copy engines and the lanes allow.
class Simulation {
 public:
  explicit Simulation(int lanes) : free_(static_cast<std::size_t>(lanes), 1ms) {
    model_.rows.resize(free_.size() + 2);
    model_.rows.front().name = "decode";
    for (std::size_t i = 0; i < free_.size(); ++i)
      model_.rows[i + 1].name = "lane " + std::to_string(i);
    model_.rows.back().name = "present";
    model_.names = {"load+eq+exposure", "gblur", "unsharp"};
  }

  void add_frame() {
    const auto lane = static_cast<std::size_t>(frame_ - kFirst) % free_.size();
    blocks_ = &model_.rows[lane + 1].blocks;
    now_ = free_[lane];
    begin_ = std::min(begin_, now_);
    copy(Stage::upload, up_free_);
    for (std::size_t p = 0; p < kPasses.size(); ++p) {
      work(Stage::passes, kPasses[p]);
      blocks_->back().name = p;
    }
    copy(Stage::download, down_free_);
    free_[lane] = now_ + 8us;
    ++frame_;
  }

  TimelineModel model(int frames) {
    for (int i = 0; i < frames; ++i)
      add_frame();
    const Nanoseconds end = *std::ranges::max_element(free_);
    blocks_ = &model_.rows.front().blocks;
    now_ = begin_ - 3ms;
    frame_ = kFirst + frames + 3;
    while (now_ < end) {
      work(Stage::decode, 4900us);
      wait(Stage::decode, 6us);
      ++frame_;
    }
    blocks_ = &model_.rows.back().blocks;
    now_ = end - 1300us;
    frame_ = kFirst - 1;
    work(Stage::present, 350us);
    model_.known_until = end;
    model_.period = frames > 1 ? (end - begin_) / frames : Nanoseconds{0};
    model_.burst = {{begin_, end}, frames};
    return std::move(model_);
  }

 private:
  void work(Stage stage, Nanoseconds length) {
    TimelineBlock block;
    block.start = now_;
    block.end = now_ += length;
    block.frame = frame_;
    block.stage = stage;
    block.waited = Nanoseconds{0};
    blocks_->push_back(block);
  }
  void wait(Stage stage, Nanoseconds length) {
    if (length <= Nanoseconds{0}) return;
    work(stage, length);
    blocks_->back().waiting = true;
  }
  void copy(Stage stage, Nanoseconds& engine_free) {
    const Nanoseconds waits = std::max(engine_free - now_, Nanoseconds{0});
    wait(stage, waits);
    work(stage, kCopy);
    blocks_->back().waited = waits;
    blocks_->back().bytes = kBytes;
    engine_free = now_;
  }

  TimelineModel model_;
  std::vector<Nanoseconds> free_;
  std::vector<TimelineBlock>* blocks_ = nullptr;
  Nanoseconds now_{0}, up_free_{0}, down_free_{0}, begin_ = 1h;
  std::int64_t frame_ = kFirst;
};

}  // namespace

TimelineModel synthetic_timeline(int lanes, int frames) {
  return Simulation(lanes).model(frames);
}

}  // namespace framelane
