#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "app/options.h"
#include "app/summary.h"

namespace framelane {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string number(std::optional<double> value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

void stage_line(Out out, const std::string& name, const SampleSeries& series,
                std::optional<double> gb_per_s = {}) {
  if (series.count() == 0) return;
  fmt::format_to(out, "  {:<22}{:>10}{:>10}{:>10}{:>8}\n", name, number(series.mean(), 3),
                 number(series.exceeded_by(0.01), 3), number(series.max(), 3),
                 gb_per_s ? number(gb_per_s, 1) : "");
}

std::string bound_terms(const BoundTerms& terms) {
  std::string text;
  for (const BoundStage stage : kBoundStages)
    if (terms[stage])
      text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name_of(stage), *terms[stage]);
  return text.empty() ? "-" : text;
}

void stage_table(Out out, const ModeSummary& mode) {
  fmt::format_to(out, "  {:<22}{:>10}{:>10}{:>10}{:>8}\n", "ms a frame", "mean", "p99", "max",
                 "GB/s");
  stage_line(out, "decode", mode.decode);
  stage_line(out, "decode, waiting", mode.decode_wait);
  stage_line(out, "upload", mode.upload, mode.upload_gb_per_s());
  stage_line(out, "passes", mode.filter);
  for (const auto& pass : mode.passes)
    stage_line(out, "  " + pass.name, pass.ms);
  stage_line(out, "download", mode.download, mode.download_gb_per_s());
  stage_line(out, "present", mode.present);
  stage_line(out, "latency", mode.latency);
  stage_line(out, "between frames", mode.between);
}

// Where decoding bounds: what it reaches, and what would be reached without it. Of several inputs
// each has threads of its own number.
std::string limit_text(const ModeSummary& mode, const RunFacts& facts, bool several_inputs) {
  const Finding found = mode.finding(facts.link);
  if (found.kind != Finding::Kind::bound || found.stage != BoundStage::decode) return {};
  const int threads = several_inputs ? 0 : facts.input.decoder_threads;
  std::string text = "the decoder";
  if (threads > 0) text += fmt::format(", {} {}", threads, threads == 1 ? "thread" : "threads");
  text += fmt::format(": {} fps; ", number(mode.processed_fps(), 1));
  const BoundTerms terms = mode.bound(facts.link);
  const auto next = terms.largest_of_device();
  if (!next || *terms[*next] <= 0)
    return text + "nothing else takes time here, filters would show what the device does";
  return text + fmt::format("without it at most {1:.1f}, by {0} (try --resident N)", name_of(*next),
                            1000 / *terms[*next]);
}

// Of several inputs the slowest's to the fastest's.
std::string source_rate_of(std::span<const InputFacts> inputs) {
  std::optional<double> least, most;
  for (const InputFacts& input : inputs) {
    if (input.frame_rate.num <= 0) continue;
    const double rate = double{1} * input.frame_rate.num / input.frame_rate.den;
    least = std::min(least.value_or(rate), rate);
    most = std::max(most.value_or(rate), rate);
  }
  return number(least, 2) + (least == most ? "" : " to " + number(most, 2));
}

void mode_part(Out out, const ModeSummary& mode, const RunFacts& facts,
               std::span<const InputFacts> inputs) {
  fmt::format_to(out, "\n{}, {} {}, {}: {} frames, and {} of warm-up left out\n",
                 name_of(mode.mode), mode.lanes, mode.lanes == 1 ? "lane" : "lanes",
                 name_of(mode.memory), mode.frames, mode.warmup);
  if (mode.frames == 0) {
    fmt::format_to(out, "  verdict    {}\n", mode.verdict(facts.link));
    return;
  }
  fmt::format_to(out, "  fps: source {}, processed {}", source_rate_of(inputs),
                 number(mode.processed_fps(), 2));
  if (mode.displayed_fps()) fmt::format_to(out, ", displayed {}", number(mode.displayed_fps(), 2));
  fmt::format_to(out, "\n");
  stage_table(out, mode);
  fmt::format_to(out, "  bound      {} ms\n", bound_terms(mode.bound(facts.link)));
  fmt::format_to(out, "  verdict    {}\n", mode.verdict(facts.link));
  const std::string limit = limit_text(mode, facts, inputs.size() > 1);
  if (!limit.empty()) fmt::format_to(out, "  limit      {}\n", limit);
}

void line(Out out, const char* name, const std::string& text) {
  if (!text.empty()) fmt::format_to(out, "{:<11}{}\n", name, text);
}

std::string input_line(const InputFacts& input) {
  const FrameFacts& frame = input.frame;
  std::string text = input.name;
  if (frame.format != nullptr)
    text += fmt::format(", {}x{} {}, {}", frame.width, frame.height, input.pixel_format,
                        describe_color(frame));
  if (frame.mirror) text += ", mirrored for showing";
  if (frame.rotation != 0) text += fmt::format(", turned {} degrees for showing", frame.rotation);
  return input.codec.empty() ? text : text + ", " + input.codec;
}

// Each with its notes; of many the last are only counted.
void input_lines(Out out, std::span<const InputFacts> inputs) {
  constexpr std::size_t kMostNamed = 8;
  for (std::size_t i = 0; i < std::min(inputs.size(), kMostNamed); ++i) {
    const std::string name = inputs.size() == 1 ? "input" : fmt::format("input {}", i + 1);
    line(out, name.c_str(), input_line(inputs[i]));
    for (const std::string& note : inputs[i].notes)
      line(out, "", note);
  }
  if (inputs.size() > kMostNamed)
    line(out, "", fmt::format("and {} more inputs", inputs.size() - kMostNamed));
}

std::string device_line(const RunFacts& facts, const RunTotals& totals) {
  std::string text = facts.device.name;
  if (!facts.device.link.empty()) text += ", " + facts.device.link;
  if (!totals.page_locked) text += ", page-locking was refused";
  return totals.device_fallback.empty() ? text : text + "; " + totals.device_fallback;
}

std::string allocation_line(const RunTotals& totals) {
  if (!totals.page_locked_allocations && !totals.device_allocations && !totals.host_allocations)
    return {};
  const auto count = [](const std::optional<std::uint64_t>& value) {
    return value ? fmt::format("{}", *value) : std::string("-");
  };
  return fmt::format("after warm-up: page-locked {}, device {}, picture-sized host {}",
                     count(totals.page_locked_allocations), count(totals.device_allocations),
                     count(totals.host_allocations));
}

std::string decode_line(const DecodeCounts& decode) {
  std::string text = fmt::format("{} frames, {} picture bytes copied by the CPU", decode.decoded,
                                 decode.copied_bytes);
  if (decode.converted > 0) text += fmt::format(", {} frames converted", decode.converted);
  if (decode.outside > 0) text += fmt::format(", {} frames outside the arena", decode.outside);
  return text;
}

std::string damage_line(const DecodeCounts& decode) {
  std::string text;
  const auto tell = [&](std::uint64_t count, const char* one, const char* many) {
    if (count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  tell(decode.concealed, "frame concealed", "frames concealed");
  tell(decode.corrupt_packets, "packet refused", "packets refused");
  tell(decode.reported, "error reported by the decoder", "errors reported by the decoder");
  if (decode.cut_short) text += text.empty() ? "cut short" : ", cut short";
  return text;
}

std::string changes_line(const Summary& summary, bool several_inputs) {
  std::string text;
  for (const Summary::Change& change : summary.changes()) {
    text += fmt::format("{}{}x{} {} from frame {}", text.empty() ? "" : ", ", change.source.width,
                        change.source.height,
                        change.source.format != nullptr ? change.source.format->name : "?",
                        change.frame);
    if (several_inputs) text += fmt::format(" of input {}", change.input);
  }
  const auto told = static_cast<std::int64_t>(summary.changes().size());
  if (summary.changes_counted() > told)
    text += fmt::format(", and {} more", summary.changes_counted() - told);
  return text;
}

}  // namespace

std::string summary_text(const RunFacts& facts, const RunTotals& totals, const Summary& summary) {
  std::string text;
  const Out out(text);
  line(out, "framelane", program_version());
  const std::span<const InputFacts> inputs =
      summary.inputs().empty() ? std::span(&facts.input, 1) : std::span(summary.inputs());
  input_lines(out, inputs);
  line(out, "changes to", changes_line(summary, inputs.size() > 1));
  line(out, "filters", facts.chain_text.empty() ? "none" : facts.chain_text);
  line(out, "device", device_line(facts, totals));
  line(out, "decode", decode_line(totals.decode));
  line(out, "damage", damage_line(totals.decode));
  line(out, "allocated", allocation_line(totals));
  const double seconds = std::chrono::duration<double>(totals.wall).count();
  std::string frames = fmt::format("{} processed", summary.processed());
  if (summary.displayed() > 0) frames += fmt::format(", {} displayed", summary.displayed());
  frames += fmt::format(", {} dropped", summary.dropped());
  if (summary.unprocessed() > 0)
    frames += fmt::format(" ({} of them before the filters)", summary.unprocessed());
  frames += fmt::format(", in {:.2f} s", seconds);
  line(out, "frames",
       totals.stopped_by.empty() ? frames : frames + ", ended by " + totals.stopped_by);
  for (const ModeSummary& mode : summary.modes())
    mode_part(out, mode, facts, inputs);
  return text;
}

}  // namespace framelane
