#include "app/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

#include "app/engine.h"
#include "app/open_run.h"
#include "app/output_stage.h"
#include "app/print.h"
#include "app/run_json.h"
#include "app/say.h"
#include "app/told_wait.h"
#include "decode/color_words.h"
#include "decode/output_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
constexpr int kResultsQueue = 4;

// Before the first frame. What the summary repeats is said early on a terminal only.
void say_beginning(const Options& options, const std::string& fallback, const Engine& engine) {
  if (options.quiet) return;
  if (isatty(STDERR_FILENO) == 1) {
    if (!fallback.empty()) say("on the CPU: " + fallback);
    for (const std::string& note : engine.input().notes)
      say(note);
  }
  const auto frames = static_cast<std::uint64_t>(options.resident);
  if (frames > 0)
    say(fmt::format("resident: {} frames, {:.1f} MB kept", frames,
                    static_cast<double>(frames * engine.source_pool().block_bytes) / 1e6));
}

std::string summary_of(const Options& options, const RunFacts& facts, const RunTotals& totals,
                       const OutputStage& stage) {
  const auto& checksum = stage.checksum();
  if (options.json) {
    Json json = summary_json(facts, totals, stage.summary());
    if (checksum) json["checksum"] = fmt::format("{:016x}", *checksum);
    json["error"] = stage.failure() ? Json(*stage.failure()) : Json();
    return json_text(json);
  }
  if (options.quiet) return {};
  std::string text = summary_text(facts, totals, stage.summary());
  if (checksum) text += fmt::format("checksum     {:016x}, of every frame's in order\n", *checksum);
  return text;
}

void print_summary(const Options& options, const std::string& text, const StopSignal& stop) {
  if (options.output == "-")
    std::fputs(text.c_str(), stderr);
  else if (!print(text, told_wait(stop, options.quiet)))
    say("run: standard output: ended while nobody read it");
}

// Before the first frame: what readers do not learn from the output.
void say_what_is_not_told(const Options& options, const FrameFacts& written) {
  if (options.quiet || options.output.empty()) return;
  const OutputKind kind = output_kind(options.output);
  const std::string colour = input_flags(kind, written), upright = upright_flags(written);
  const std::string begin = "--output " + options.output + ": " +
                            (kind == OutputKind::nut ? "readers but framelane" : "readers") +
                            " do not learn its ";
  if (!colour.empty())
    say(begin + "colour from it; ffmpeg does where this stands before -i: " + colour);
  if (!upright.empty())
    say(begin +
        "rotation from it; ffmpeg turns it upright where this stands behind -i: " + upright);
}

void say_what_is_lost(const Options& options, const OutputStage& stage) {
  if (!options.quiet && stage.times_lost())
    say("--output " + options.output +
        ": the frames' own times do not follow its one rate and are lost; FILE.nut keeps them");
}

int process(const Options& options, const StopSignal& stop) {
  const OpenedDevice opened = open_device(options.device);
  const auto link = measure_link(*opened.device, options.memory);
  const auto run_start = Host::now();
  EngineOptions engine_options = engine_options_of(options);
  engine_options.run_start = run_start;
  engine_options.most_lanes = options.lanes;
  engine_options.results_queue = kResultsQueue;
  engine_options.open.interrupt = stop.interrupt();
  Engine engine(*opened.device, std::move(engine_options));
  say_beginning(options, opened.fallback_reason, engine);
  const RunFacts facts{opened.device->facts(), link, engine.input(), to_text(options.chain)};
  OutputStage stage(options, engine, facts, run_start, stop);
  say_what_is_not_told(options, engine.result_facts());
  stage.run();
  RunTotals totals = stage.totals();
  totals.device_fallback = opened.fallback_reason;
  if (stop.number() != 0) totals.stopped_by = StopSignal::name(stop.number());
  print_summary(options, summary_of(options, facts, totals, stage), stop);
  if (stage.summary().processed() == 0 && !stage.failure() && stop.number() == 0) {
    say("no frame was processed: " + why_nothing_came(options, engine.decode().end()));
    return 1;
  }
  say_what_is_lost(options, stage);
  if (stage.failure() && !stage.told()) say(*stage.failure());
  if (stage.failure() && !stage.only_interrupted()) return 1;
  return stop.number() != 0 ? 128 + stop.number() : 0;
}

}  // namespace

int run_command(const Options& options, const StopSignal& stop) {
  try {
    return process(options, stop);
  } catch (const OutputInterrupted& end) {
    say(end.what());
    return 128 + stop.number();
  } catch (const InputError&) {
    if (stop.number() == 0) throw;
    return 128 + stop.number();  // while opening
  }
}

}  // namespace framelane
