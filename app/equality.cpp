#include "app/equality.h"

#include <tuple>
#include <utility>

#include "app/checksum.h"

namespace framelane {

void EqualityBook::add(Nanoseconds pts, bool serial, std::uint64_t checksum) {
  (serial ? serial_ : overlapped_)[pts] = checksum;
  const auto& others = serial ? overlapped_ : serial_;
  const auto other = others.find(pts);
  if (other == others.end()) return;
  ++compared_;
  if (other->second != checksum && !differs_) differs_ = pts;
}

EqualityResult EqualityBook::result() const {
  return {!serial_.empty(), !overlapped_.empty(), compared_, differs_};
}

EqualityCheck::~EqualityCheck() {
  set_on(false);
}

void EqualityCheck::set_on(bool on) {
  if (on == this->on()) return;
  {
    std::lock_guard lock(mutex_);
    wanted_ = on;
    book_.clear();
    next_.reset();
  }
  if (on) {
    thread_ = std::thread([this] { run(); });
    return;
  }
  changed_.notify_all();
  thread_.join();
}

void EqualityCheck::add(const ProcessedFrame& frame) {
  if (!frame.source->resident || !frame.downloaded()) return;
  std::lock_guard lock(mutex_);
  if (!wanted_ || busy_ || next_) return;
  next_ = Work{frame.picture, frame.pts, frame.times.mode == Mode::serial, frame.generation,
               frame.revision};
  changed_.notify_all();
}

void EqualityCheck::clear() {
  std::unique_lock lock(mutex_);
  next_.reset();
  changed_.wait(lock, [&] { return !busy_; });
  book_.clear();
  generation_ = revision_ = 0;
}

EqualityResult EqualityCheck::result() const {
  std::lock_guard lock(mutex_);
  return book_.result();
}

void EqualityCheck::settle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !busy_ && !next_; });
}

// Late ones of the loop or the chain before count no longer.
void EqualityCheck::enter(const Work& work, std::uint64_t checksum) {
  const auto at = std::pair(work.generation, work.revision);
  const auto now = std::pair(generation_, revision_);
  if (at < now) return;
  if (at > now) book_.clear();
  std::tie(generation_, revision_) = at;
  book_.add(work.pts, work.serial, checksum);
}

void EqualityCheck::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !wanted_ || next_; });
    if (!wanted_) return;
    Work work = *std::exchange(next_, std::nullopt);
    busy_ = true;
    lock.unlock();
    const std::uint64_t checksum = picture_checksum(work.picture);
    work.picture = {};
    lock.lock();
    busy_ = false;
    if (wanted_) enter(work, checksum);
    changed_.notify_all();
  }
}

}  // namespace framelane
