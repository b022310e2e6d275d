#include "app/run_json.h"

#include <array>
#include <utility>

#include "app/options.h"

namespace framelane {
namespace {

constexpr const char* kPercentileRule =
    "frame times sorted longest first, index = ceil(fraction * count) - 1; fps of a percentile = "
    "1000 / that frame time; average fps = 1000 / mean";

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json ratio_json(Rational ratio) {
  return std::to_string(ratio.num) + "/" + std::to_string(ratio.den);
}

Json color_json(const FrameFacts& frame) {
  return {{"description", describe_color(frame)},
          {"matrix", static_cast<int>(frame.color.matrix)},
          {"primaries", static_cast<int>(frame.color.primaries)},
          {"transfer", static_cast<int>(frame.color.transfer)},
          {"full_range", effective_range(frame) == Range::full},
          {"matrix_assumed", matrix_is_assumed(frame)}};
}

Json input_json(const InputFacts& input) {
  Json json{{"name", input.name},           {"container", input.container},
            {"codec", input.codec},         {"profile", input.codec_profile},
            {"stream", input.stream_index}, {"pixel_format", input.pixel_format},
            {"converted", input.converted}, {"frame_rate", ratio_json(input.frame_rate)},
            {"bit_rate", input.bit_rate},   {"decoder_threads", input.decoder_threads},
            {"notes", input.notes}};
  json["duration_s"] =
      input.duration ? Json(std::chrono::duration<double>(*input.duration).count()) : Json(nullptr);
  if (input.frame.format == nullptr) return json;
  json["width"] = input.frame.width;
  json["height"] = input.frame.height;
  json["color"] = color_json(input.frame);
  json["sample_aspect"] = ratio_json(input.frame.sample_aspect);
  json["rotation"] = input.frame.rotation;
  json["mirror"] = input.frame.mirror;
  return json;
}

Json device_json(const DeviceFacts& device) {
  return {{"name", device.name},
          {"kind", device.kind},
          {"link", device.link},
          {"copy_engines", device.copy_engines},
          {"memory_bytes", device.memory_bytes}};
}

Json series_json(const SampleSeries& series) {
  return {{"count", series.count()},
          {"mean_ms", or_null(series.mean())},
          {"p99_ms", or_null(series.exceeded_by(0.01))},
          {"max_ms", or_null(series.max())}};
}

Json percentiles_json(const SampleSeries& between) {
  constexpr std::array<std::pair<const char*, double>, 3> kDefaultSet{
      {{"97%", 0.97}, {"1%", 0.01}, {"0.1%", 0.001}}};
  const auto entry = [](std::optional<double> ms) {
    const bool known = ms && *ms > 0;
    return Json{{"ms", or_null(ms)}, {"fps", known ? Json(1000 / *ms) : Json(nullptr)}};
  };
  Json json{{"rule", kPercentileRule}, {"average", entry(between.mean())}};
  for (const auto& [name, fraction] : kDefaultSet)
    json[name] = entry(between.exceeded_by(fraction));
  return json;
}

Json bound_json(const ModeSummary& mode, const LinkRates& link) {
  const BoundTerms terms = mode.bound(link);
  const auto largest = terms.largest();
  Json json{{"stage", largest ? Json(name_of(*largest)) : Json(nullptr)},
            {"ms", largest ? Json(*terms[*largest]) : Json(nullptr)},
            {"serial_ms", mode.serial_ms()}};
  for (const BoundStage stage : kBoundStages)
    json["terms_ms"][name_of(stage)] = or_null(terms[stage]);
  return json;
}

Json stages_json(const ModeSummary& mode) {
  Json json{
      {"decode", series_json(mode.decode)},     {"decode_wait", series_json(mode.decode_wait)},
      {"upload", series_json(mode.upload)},     {"filter", series_json(mode.filter)},
      {"download", series_json(mode.download)}, {"latency", series_json(mode.latency)},
      {"present", series_json(mode.present)}};
  json["passes"] = Json::array();
  for (const auto& pass : mode.passes) {
    Json entry{{"name", pass.name}};
    entry.update(series_json(pass.ms));
    json["passes"].push_back(std::move(entry));
  }
  return json;
}

Json mode_json(const ModeSummary& mode, const LinkRates& link) {
  return {{"mode", name_of(mode.mode)},
          {"lanes", mode.lanes},
          {"memory", name_of(mode.memory)},
          {"frames", mode.frames},
          {"warmup", mode.warmup},
          {"dropped", mode.dropped},
          {"displayed", mode.displayed},
          {"measured_ms", or_null(mode.measured_ms())},
          {"processed_fps", or_null(mode.processed_fps())},
          {"displayed_fps", or_null(mode.displayed_fps())},
          {"bytes_up", mode.bytes_up},
          {"bytes_down", mode.bytes_down},
          {"upload_gb_per_s", or_null(mode.upload_gb_per_s())},
          {"download_gb_per_s", or_null(mode.download_gb_per_s())},
          {"bound", bound_json(mode, link)},
          {"efficiency", or_null(mode.efficiency(link))},
          {"verdict", mode.verdict(link)},
          {"percentiles", percentiles_json(mode.between)},
          {"stages", stages_json(mode)}};
}

Json totals_json(const RunTotals& totals, const Summary& summary) {
  return {{"wall_s", std::chrono::duration<double>(totals.wall).count()},
          {"processed", summary.processed()},
          {"dropped", summary.dropped()},
          {"displayed", summary.displayed()},
          {"decoded", totals.decode.decoded},
          {"damaged", totals.decode.corrupt_packets},
          {"concealed", totals.decode.concealed},
          {"decoder_errors", totals.decode.reported},
          {"converted", totals.decode.converted},
          {"cut_short", totals.decode.cut_short},
          {"cpu_copied_bytes", totals.decode.copied_bytes},
          {"frames_outside_arena", totals.decode.outside},
          {"page_locked", totals.page_locked},
          {"page_locked_allocations_after_warmup", or_null(totals.page_locked_allocations)},
          {"device_allocations_after_warmup", or_null(totals.device_allocations)},
          {"host_allocations_after_warmup", or_null(totals.host_allocations)},
          {"device_fallback", totals.device_fallback},
          {"stopped_by", totals.stopped_by}};
}

}  // namespace

Json facts_json(const RunFacts& facts) {
  return {{"schema", kJsonSchema},
          {"program", "framelane"},
          {"version", program_version()},
          {"device", device_json(facts.device)},
          {"driver", facts.device.driver},
          {"link_gb_per_s",
           {{"up", or_null(facts.link.up)},
            {"down", or_null(facts.link.down)},
            {"both", or_null(facts.link.both)}}},
          {"input", input_json(facts.input)},
          {"chain", facts.chain_text}};
}

Json modes_json(const Summary& summary, const RunFacts& facts) {
  Json json = Json::array();
  for (const ModeSummary& mode : summary.modes())
    json.push_back(mode_json(mode, facts.link));
  return json;
}

Json summary_json(const RunFacts& facts, const RunTotals& totals, const Summary& summary) {
  Json json = facts_json(facts);
  json["totals"] = totals_json(totals, summary);
  json["modes"] = modes_json(summary, facts);
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace framelane
