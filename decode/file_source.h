#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

#include "decode/decoder_plan.h"
#include "decode/demuxer.h"
#include "decode/frame_properties.h"
#include "decode/frame_source.h"
#include "decode/joined_times.h"
#include "decode/library_log.h"
#include "decode/picture_maker.h"
#include "decode/slot_buffers.h"

namespace framelane {

// Frames of a file, URL, FIFO or standard input through FFmpeg.
class FileSource final : public FrameSource {
 public:
  // Opens the input and decodes its first frame. Throws InputError.
  FileSource(const InputPlace& place, const OpenOptions& options, HostPool& pool);

  const InputFacts& facts() const override { return facts_; }
  ReadStatus read(SourceFrame& into) override;
  SeekOutcome seek_exact(Time t, int reach) override;
  SeekOutcome start_at(Time t, int reach) override;
  SeekOutcome seek_near(Time t, std::optional<Time> from) override;
  SeekOutcome seek_previous(Time pts, int reach) override;
  SeekOutcome rewind() override;
  void reserve(int extra) override { slots_->reserve_extra(extra); }
  std::uint64_t block_bytes() const override { return slots_->block_bytes(); }
  void interrupt() override { interrupt_->raise(); }
  void resume() override { interrupt_->clear(); }
  DecodeCounts counts() const override;
  std::optional<Time> end() const override;

 private:
  struct Decoded {
    FramePtr frame;
    FrameClock::Stamp stamp;
    Time joined_after{0};
    bool preroll = false;
  };
  // Where a seek of the container came out.
  struct Landing {
    ReadStatus status = ReadStatus::frame;
    bool at_start = false;  // at the stream's first frame
  };

  void open_codec(const OpenOptions& options, HostPool& pool);
  void decode_first();
  void gather_facts(AVFrame& first);

  ReadStatus decode_next(Decoded& into);
  bool receive(Decoded& into);
  void feed();
  ReadStatus finish();
  void restart_decoder();

  SeekOutcome refuse(const std::string& why) const;
  SeekOutcome forward(Time t, int reach, bool over_joins = false);
  [[nodiscard]] bool is_joined();
  template <typename Arrived>
  SeekOutcome seek_back_from(Time want, Arrived arrived);
  Landing land(Time want);
  Landing land_at_start();
  [[nodiscard]] bool is_first(const Decoded& frame) const;
  ReadStatus collect(Time t, int keep, int& kept, bool over_joins = false);

  InputPlace place_;
  std::shared_ptr<Interrupt> interrupt_;
  std::unique_ptr<Demuxer> demuxer_;
  std::unique_ptr<SlotBuffers> slots_;  // outlives the codec
  std::unique_ptr<PictureMaker> maker_;
  std::unique_ptr<FrameClock> clock_;
  JoinedTimes joined_times_;
  CodecPtr codec_;
  PacketPtr packet_;
  FramePtr scratch_;
  InputFacts facts_;

  std::deque<Decoded> ready_;  // decoded, to be read next
  bool packet_waits_ = false;  // the decoder was full
  bool draining_ = false;
  bool ended_ = false;
  int errors_in_a_row_ = 0;
  int read_error_ = 0;  // FFmpeg's code that ended the container, 0 at its proper end
  Time first_pts_{0};
  std::int64_t first_place_ = -1;  // of its packet in the file, where the container tells
  std::optional<Time> given_;      // pts of the frame read last
  Time given_joined_after_{0};     // its SourceFrame::joined_after
  std::optional<bool> joined_;     // whether its times begin again, once that was looked at
  static constexpr std::int64_t kNotReached = INT64_MIN;
  std::atomic<std::int64_t> end_{kNotReached};  // see end()
  std::atomic<std::uint64_t> decoded_{0};
  std::atomic<std::uint64_t> corrupt_{0};
  std::atomic<std::uint64_t> concealed_{0};
  std::uint64_t reported_before_ = library_log_counts().errors;
  std::atomic<bool> cut_short_{false};
};

}  // namespace framelane
