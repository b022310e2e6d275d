#include "decode/decode_thread.h"

#include <thread>
#include <utility>

#include "decode/decode_loop.h"
#include "gpu/errors.h"
#include "gpu/memory_facts.h"

namespace framelane {

struct DecodeThread::State {
  std::unique_ptr<FrameSource> source;
  const InputFacts facts;
  BoundedQueue<DecodedItem>& queue;
  CommandBox commands;
  DecodeLoop loop;
  std::thread thread;

  State(std::unique_ptr<FrameSource> from, BoundedQueue<DecodedItem>& to, const DecodeStart& start)
      : source(std::move(from)),
        facts(source->facts()),
        queue(to),
        commands(*source),
        loop(*source, queue, commands, start) {}

  DecodeAnswer seek(const SeekRequest& request);
  [[nodiscard]] DecodeAnswer weigh_resident(int frames) const;
};

DecodeThread::DecodeThread(std::unique_ptr<FrameSource> source, BoundedQueue<DecodedItem>& queue,
                           const DecodeStart& start)
    : state_(std::make_unique<State>(std::move(source), queue, start)) {
  const DecodeAnswer answer = state_->weigh_resident(start.resident);
  if (!answer.accepted) throw UsageError("--resident " + answer.why);
  // Each round of a resident loop begins anew: it needs no frames before.
  const int reach = start.resident > 0 ? 0 : start.reach;
  const SeekRequest first{SeekRequest::Kind::start, start.at.value_or(Time(0)), reach, {}};
  state_->commands.give(false, [&](DecodeCommands& commands) {
    if (start.resident > 0)
      commands.move =
          ResidentRequest{start.resident, start.at ? std::optional(first) : std::nullopt};
    else if (start.at)
      commands.move = first;
  });
  state_->thread = std::thread([state = state_.get()] { state->loop.run(); });
}

DecodeThread::~DecodeThread() {
  stop();
}

void DecodeThread::stop() {
  if (!state_->thread.joinable()) return;
  state_->commands.give(true, [](DecodeCommands& commands) { commands.stop = true; });
  state_->queue.interrupt();
  state_->thread.join();
}

DecodeAnswer DecodeThread::State::seek(const SeekRequest& request) {
  const bool back = request.kind == SeekRequest::Kind::previous || request.t <= loop.newest_pts();
  if (!facts.seekable && back)
    return {false, commands.generation(),
            facts.name + ": cannot go back in a pipe; play the file itself"};
  DecodeAnswer answer;
  // Data that a pipe's interrupted read has taken would be lost; it goes forward anyway.
  answer.generation = commands.give(facts.seekable, [&](DecodeCommands& waiting) {
    waiting.move = request;
    ++waiting.generation;
  });
  queue.interrupt();
  return answer;
}

DecodeAnswer DecodeThread::seek_exact(Time t, int reach) {
  return state_->seek({SeekRequest::Kind::exact, t, reach, {}});
}

DecodeAnswer DecodeThread::seek_near(Time t, std::optional<Time> from) {
  return state_->seek({SeekRequest::Kind::near, t, 0, from});
}

DecodeAnswer DecodeThread::seek_previous(Time pts, int reach) {
  return state_->seek({SeekRequest::Kind::previous, pts, reach, {}});
}

void DecodeThread::set_loop(const LoopSetting& loop) {
  state_->commands.give(false, [&](DecodeCommands& commands) { commands.loop = loop; });
}

DecodeAnswer DecodeThread::State::weigh_resident(int frames) const {
  DecodeAnswer answer;
  answer.generation = commands.generation();
  answer.bytes = source->block_bytes() * static_cast<std::uint64_t>(frames);
  answer.free_bytes = free_memory_bytes();
  if (answer.bytes <= answer.free_bytes / 2) return answer;
  answer.accepted = false;
  answer.why = std::to_string(frames) + " frames take " + std::to_string(answer.bytes >> 20) +
               " MB, more than half of the " + std::to_string(answer.free_bytes >> 20) +
               " MB that are free; take fewer";
  return answer;
}

DecodeAnswer DecodeThread::set_resident(int frames, std::optional<Time> from) {
  DecodeAnswer answer = state_->weigh_resident(frames);
  if (!answer.accepted) return answer;
  if (from && !state_->facts.seekable) {
    answer.accepted = false;
    answer.why = state_->facts.name + ": cannot go back in a pipe; play the file itself";
    return answer;
  }
  answer.generation = state_->commands.give(from.has_value(), [&](DecodeCommands& commands) {
    const auto* seek = std::get_if<SeekRequest>(&commands.move);
    if (seek != nullptr && frames == 0) return;  // a seek leaves the resident loop anyway
    ResidentRequest keep{frames, {}};
    if (from)
      keep.from = SeekRequest{SeekRequest::Kind::exact, *from, 0, {}};
    else if (seek != nullptr)
      keep.from = *seek;
    commands.move = keep;
    if (from) ++commands.generation;
  });
  state_->queue.interrupt();
  return answer;
}

const InputFacts& DecodeThread::facts() const {
  return state_->facts;
}

DecodeCounts DecodeThread::counts() const {
  return state_->source->counts();
}

std::optional<DecodeThread::Time> DecodeThread::end() const {
  return state_->source->end();
}

std::int64_t DecodeThread::frames_counted() const {
  return state_->loop.frames_counted();
}

std::uint64_t DecodeThread::generation() const {
  return state_->commands.generation();
}

}  // namespace framelane
