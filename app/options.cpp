#include "app/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/assets_folder.h"
#include "app/command_words.h"
#include "app/help_texts.h"
#include "app/option_names.h"
#include "app/option_readers.h"
#include "app/option_values.h"
#include "gpu/did_you_mean.h"
#include "gpu/errors.h"
#include "gpu/pipeline.h"

namespace framelane {
namespace {

constexpr int kMostInputs = 1'000'000;

void add_device_options(CLI::App& app, Options& into) {
  add_device_choice(app, into.device, "how the host waits for the device (block)");
  add_text(
      app, "--mode", "serial|overlapped|staged", "how frames go through (overlapped)",
      choice<Mode>(
          "--mode", into.mode,
          {{"serial", Mode::serial}, {"overlapped", Mode::overlapped}, {"staged", Mode::staged}}));
  add_text(app, "--lanes", "N", "frames in flight at once, 1 to 8 (2)",
           whole("--lanes", into.lanes, 1, kMostLanes));
  add_text(
      app, "--host-memory", "pinned|pageable", "memory the copies use (pinned)",
      choice<HostMemory>("--host-memory", into.memory,
                         {{"pinned", HostMemory::pinned}, {"pageable", HostMemory::pageable}}));
  add_text(
      app, "--pinned-limit", "BYTES", "most page-locked memory: 512M, 4G (a quarter of RAM)",
      [&into](const std::string& text) { into.pinned_limit = parse_size("--pinned-limit", text); });
}

void add_source_options(CLI::App& app, Options& into) {
  add_text(app, "--threads", "N", "decoder threads (all cores)",
           whole("--threads", into.threads, 1, 1024));
  add_text(app, "--start", "T", "begin at T: 90, 1:30, 01:02:03.250",
           [&into](const std::string& text) { into.start = parse_time("--start", text); });
  add_text(app, "--frames", "N", "end after N frames", whole("--frames", into.frames));
  add_text(app, "--loop", "N", "play N times in all, 0 without end (1)",
           whole("--loop", into.plays, 0, kNoMost));
  add_text(app, "--resident", "N", "keep N decoded frames in memory and go round them",
           whole("--resident", into.resident, 1, 1'000'000));
}

void add_shared_options(CLI::App& app, Options& into) {
  add_text(
      app, "--filters", "CHAIN", "FFmpeg's chain syntax: eq=contrast=1.2,gblur=sigma=2",
      [&into](const std::string& text) { into.chain = with_assets(parse_complete_chain(text)); });
  add_text(app, "--output-format", "source|rgba|PIXFMT", "layout of the results (source)",
           [&into](const std::string& text) {
             into.output_format = parse_output_format("--output-format", text);
           });
  add_device_options(app, into);
  add_source_options(app, into);
  add_text(app, "--log", "FILE.csv", "one row of times per frame, and FILE.json beside it",
           path("--log", into.log));
  add_text(app, "--trace", "FILE.json", "every stage of every frame, for ui.perfetto.dev",
           path("--trace", into.trace));
  CLI::Option* quiet = app.add_flag("--quiet", into.quiet, "errors only");
  app.add_flag("--verbose", into.verbose, "FFmpeg's own messages too")->excludes(quiet);
}

void add_inputs(const std::vector<std::string>& names, Options& into) {
  for (const std::string& name : names) {
    if (name.empty()) throw UsageError("INPUT: the name is empty");
    into.inputs.push_back(name);
  }
  if (!into.inputs.empty()) into.input = into.inputs.front();
}

void add_play_options(CLI::App& app, Options& into) {
  app.add_option_function<std::vector<std::string>>(
         "INPUT", [&into](const std::vector<std::string>& names) { add_inputs(names, into); },
         "what to open: files one after the other, or folders of them")
      ->type_name("")
      ->expected(0, kMostInputs);
  add_shared_options(app, into);
  add_flag(app, "--fullscreen", into.fullscreen, "begin in full screen");
  add_flag(app, "--unpaced", into.unpaced, "as fast as everything allows");
  add_text(app, "--present", "auto|interop|host",
           "results to the screen: from the GPU where it can, or through the host (auto)",
           choice<PresentChoice>("--present", into.present,
                                 {{"auto", PresentChoice::automatic},
                                  {"interop", PresentChoice::interop},
                                  {"host", PresentChoice::host}}));
  add_flag(app, "--no-download", into.no_download,
           "with interop: leave out the copy to the host; the log has NA for it");
  add_flag(app, "--checksum", into.checksum,
           "of run only: play leaves out what is late; key k compares the modes");
  add_text(app, "--exit-after", "N", "end after N frames shown",
           whole("--exit-after", into.exit_after));
  add_text(app, "--screenshot", "FILE.png", "save the window at the end",
           path("--screenshot", into.screenshot));
}

void add_run_options(CLI::App& app, Options& into) {
  app.add_option_function<std::string>("INPUT", path("INPUT", into.input), "what to open")
      ->type_name("");
  add_shared_options(app, into);
  add_text(app, "--output", "FILE.nut|FILE.y4m|FILE.raw|-",
           "the results, uncompressed; - is NUT to standard output", path("--output", into.output));
  add_flag(app, "--checksum", into.checksum, "XXH3-64 of every result");
  add_flag(app, "--realtime", into.realtime, "no faster than the frames' own times");
  add_flag(app, "--json", into.json,
           "summary as JSON on standard output (standard error with --output -)");
}

void add_report_options(CLI::App& app, Options& into) {
  const auto read = [&into](const std::string& name) {
    path("LOG", into.logs.emplace_back())(name);
  };
  app.add_option_function<std::string>("LOG", read, "what --log wrote")->type_name("");
  app.add_option_function<std::string>("LOG2", read, "another, to compare with")->type_name("");
  add_text(app, "-o,--output", "FILE.html", "the page (LOG.html beside the first log)",
           path("--output", into.page));
  add_flag(app, "--quiet", into.quiet, "errors only");
}

void set_up(CLI::App& app) {
  app.footer(help_end(app.get_parent() == nullptr ? "" : app.get_name()));
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("OPTIONS", "options");
}

// FILE.csv's page is FILE.html, any other name's has .html added.
std::string page_name_of(const std::string& log) {
  constexpr std::string_view kCsv = ".csv";
  return (log.ends_with(kCsv) ? log.substr(0, log.size() - kCsv.size()) : log) + ".html";
}

void validate(const Options& options) {
  const bool play = options.command == Command::play;
  const bool needs_input = options.command == Command::run ||
                           (play && (options.exit_after || !options.log.empty() ||
                                     !options.trace.empty() || !options.screenshot.empty()));
  if (needs_input && options.input.empty())
    throw UsageError("no input: name a file, a URL, - or pattern:3840x2160@60 (see --help)");
  refuse_wrong_endings(options);
  if (options.resident > 0 && options.plays != 1)
    throw UsageError("--resident goes round until it is ended: give it --frames instead of --loop");
  if (play && options.checksum)
    throw UsageError(
        "--checksum: play leaves out what is late and has no checksum of its own; use framelane "
        "run "
        "--checksum, or key k in a resident loop");
  if (options.no_download && options.present == PresentChoice::host)
    throw UsageError("--no-download leaves nothing to show with --present host: leave one out");
  if (options.command == Command::report && options.logs.empty())
    throw UsageError("no log: name a CSV that --log wrote, or two (see --help)");
  validate_bench(options.bench);
  refuse_shared_names(options);
}

// The parser's own messages may span lines, and may repeat a file's name with anything in it.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

// The program's own usage lines: the parser's would hide that play needs not be named.
struct HelpFormatter : CLI::Formatter {
  std::string make_usage(const CLI::App* app, std::string) const override {
    return usage_text(app->get_parent() == nullptr ? "" : app->get_name());
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_positional() ? "" : Formatter::make_option_opts(option);
  }
};

// The subcommands of one command line, all reading into one Options.
struct Parser {
  CLI::App root{"framelane: filters every frame of a video on the GPU, live", "framelane"};
  Options options;

  Parser() {
    root.formatter(std::make_shared<HelpFormatter>());
    set_up(root);
    root.set_version_flag("--version", std::string("framelane ") + program_version());
    root.require_subcommand(1);
    root.get_formatter()->label("SUBCOMMAND", "COMMAND");
    add_command(Command::play, "play", "the viewer (what framelane INPUT does too)",
                add_play_options);
    add_command(Command::run, "run", "no window: process, log, check, write", add_run_options);
    CLI::App* bench =
        add_command(Command::bench, "bench", "what overlapping buys on this machine", nullptr);
    add_bench_options(*bench, options.bench, options.device);
    add_flag(*bench, "--quiet", options.quiet, "no progress line");
    add_command(Command::report, "report", "logs as one HTML page: times, overlap, comparison",
                add_report_options);
    CLI::App* filters =
        add_command(Command::filters, "filters", "the filters and their options", nullptr);
    filters
        ->add_option_function<std::string>("NAME", path("NAME", options.filter_name),
                                           "one filter's options")
        ->type_name("");
    add_flag(*filters, "--json", options.json, "for machines");
    CLI::App* devices =
        add_command(Command::devices, "devices", "what filters can run on", nullptr);
    add_flag(*devices, "--json", options.json, "for machines");
  }

  CLI::App* add_command(Command command, const char* name, const char* help,
                        void (*add_options)(CLI::App&, Options&)) {
    CLI::App* app = root.add_subcommand(name, help);
    set_up(*app);
    if (add_options != nullptr) add_options(*app, options);
    app->callback([this, command] { options.command = command; });
    return app;
  }
};

// What of the command line nothing takes: the first option there is not, else the names.
std::string unexpected_words(const CLI::App& root) {
  const CLI::App& command = *root.get_subcommands().front();
  const std::vector<std::string> words = root.remaining(true);
  const auto is_option = [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-');
  };
  const auto option = std::ranges::find_if(words, is_option);
  const std::string see = fmt::format(" (see framelane {} --help)", command.get_name());
  if (option == words.end())
    return fmt::format("{}: there is no place for '{}'{}", command.get_name(),
                       fmt::join(words, "' and '"), see);
  const std::string name = option->substr(0, option->find('='));
  const std::vector<std::string> names = names_of_options(command);
  const std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("{} has no option '{}'{}{}", command.get_name(), name,
                     did_you_mean(name, known), see);
}

// What stands behind "--": names that may begin with a dash. The parser would take none of them
// once an INPUT has come before.
std::vector<std::string> take_names_at_end(std::vector<std::string>& words) {
  const auto mark = std::find(words.begin(), words.end(), "--");
  if (mark == words.end()) return {};
  std::vector<std::string> names(mark + 1, words.end());
  words.erase(mark, words.end());
  return names;
}

}  // namespace

std::variant<Options, InfoText> parse_options(std::span<const char* const> arguments) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  take_help_word(words);
  const bool command = !words.empty() && names_command(words.front());
  if (!command) words.insert(words.begin(), "play");
  const bool play = words.front() == "play";
  const std::vector<std::string> at_end =
      play ? take_names_at_end(words) : std::vector<std::string>{};
  std::reverse(words.begin(), words.end());  // the parser takes them last first
  Parser parser;
  try {
    parser.root.parse(std::move(words));
    refuse_misplaced_commands(parser.options.inputs);
    add_inputs(at_end, parser.options);
  } catch (const CLI::CallForHelp&) {
    // What was not called a command gets the help that lists them.
    return InfoText{command ? parser.root.help() : Parser{}.root.help()};
  } catch (const CLI::CallForVersion& version) {
    return InfoText{std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    throw UsageError(one_line(unexpected_words(parser.root)));
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(error.what()) + " (see --help)");
  } catch (const UsageError& error) {
    throw UsageError(one_line(error.what()));
  }
  Options& read = parser.options;
  if (!read.logs.empty() && read.page.empty()) read.page = page_name_of(read.logs.front());
  validate(read);
  return std::move(parser.options);
}

const char* program_version() {
  return FRAMELANE_VERSION;
}

}  // namespace framelane
