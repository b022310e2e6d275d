#include "app/row_writer.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <utility>

#include "decode/output_file.h"
#include "gpu/bounded_queue.h"

namespace framelane {
namespace {

constexpr std::size_t kQueuedRows = 4096;
constexpr auto kFlushAfter = std::chrono::milliseconds(500);

// A row, or the mark that play was interrupted.
struct Item {
  std::optional<FrameRow> row;
};

}  // namespace

// Shared with the writer's thread, which is left behind where a write of it never returns.
struct RowWriter::State {
  State(std::string name, std::shared_ptr<RowSink> into)
      : what(std::move(name)), sink(std::move(into)) {}

  void write_all() {
    try {
      for (Item item; next(item);)
        item.row ? sink->write(*item.row) : sink->interrupted();
      sink->close();
    } catch (const OutputInterrupted& failure) {
      end(failure.what(), true);
    } catch (const std::exception& failure) {
      end(failure.what());
    }
  }

  // Waits for an item; flushes meanwhile what has waited long enough. False at the end.
  bool next(Item& item) {
    for (;;) {
      const QueueStatus status = queue.pop_for(item, kFlushAfter);
      if (status == QueueStatus::closed) return false;
      const auto now = std::chrono::steady_clock::now();
      if (now - flushed > kFlushAfter) {
        sink->flush();
        flushed = now;
      }
      if (status == QueueStatus::ok) return true;
    }
  }

  void end(const std::string& why, bool asked_to = false) {
    {
      const std::lock_guard lock(mutex);
      if (!error) given_up = asked_to;
      if (!error) error = why;
    }
    queue.close();
    queue.flush();
  }

  bool take(QueueStatus status) {
    if (status == QueueStatus::timeout)
      end(what + ": the disk is too slow, rows were piling up; it ends here");
    return status == QueueStatus::ok;
  }

  const std::string what;
  const std::shared_ptr<RowSink> sink;  // the writer's
  std::chrono::steady_clock::time_point flushed = std::chrono::steady_clock::now();
  BoundedQueue<Item> queue{kQueuedRows};
  mutable std::mutex mutex;
  std::optional<std::string> error;
  bool given_up = false;
};

RowWriter::RowWriter(std::string what, std::shared_ptr<RowSink> sink)
    : state_(std::make_shared<State>(std::move(what), std::move(sink))),
      writer_([state = state_] { state->write_all(); }) {}

RowWriter::~RowWriter() {
  finish();
}

bool RowWriter::push(FrameRow row) {
  Item item{std::move(row)};
  return state_->queue.push(item) == QueueStatus::ok;
}

bool RowWriter::try_push(FrameRow row) {
  Item item{std::move(row)};
  return state_->take(state_->queue.try_push(item));
}

void RowWriter::interrupted() {
  Item mark;
  (void)state_->take(state_->queue.try_push(mark));
}

void RowWriter::finish() {
  state_->queue.close();
  if (!writer_.joinable()) return;
  error() ? writer_.detach() : writer_.join();
}

std::optional<std::string> RowWriter::error() const {
  const std::lock_guard lock(state_->mutex);
  return state_->error;
}

bool RowWriter::given_up() const {
  const std::lock_guard lock(state_->mutex);
  return state_->given_up;
}

}  // namespace framelane
