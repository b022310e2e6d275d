#include "app/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "app/assets_folder.h"
#include "app/option_values.h"
#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

std::variant<Options, InfoText> parse(std::vector<const char*> arguments) {
  return parse_options(arguments);
}
Options options_of(std::vector<const char*> arguments) {
  return std::get<Options>(parse(std::move(arguments)));
}
std::string help_of(std::vector<const char*> arguments) {
  return std::get<InfoText>(parse(std::move(arguments))).text;
}
std::string refusal_of(std::vector<const char*> arguments) {
  try {
    (void)parse(std::move(arguments));
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "accepted";
}

TEST(Options, WithoutSubcommandPlays) {
  const Options options = options_of({"clip.mp4", "--fullscreen"});
  EXPECT_EQ(options.command, Command::play);
  EXPECT_EQ(options.input, "clip.mp4");
  EXPECT_TRUE(options.fullscreen);
  EXPECT_EQ(options_of({"--unpaced", "clip.mp4"}).input, "clip.mp4");
}

TEST(Options, PlayTakesNoneOneOrSeveralInputs) {
  EXPECT_EQ(options_of({}).command, Command::play);
  EXPECT_TRUE(options_of({}).inputs.empty());
  EXPECT_TRUE(options_of({"play", "--fullscreen"}).inputs.empty());
  const Options several = options_of({"a.mp4", "--quiet", "b.mp4", "--", "run", "--c"});
  EXPECT_EQ(several.command, Command::play);
  EXPECT_EQ(several.input, "a.mp4");
  EXPECT_THAT(several.inputs, testing::ElementsAre("a.mp4", "b.mp4", "run", "--c"));
}

TEST(Options, DefaultsAreThoseOfTheHelp) {
  const Options options = options_of({"run", "x.mp4"});
  EXPECT_EQ(options.command, Command::run);
  EXPECT_EQ(options.mode, Mode::overlapped);
  EXPECT_EQ(options.lanes, 2);
  EXPECT_EQ(options.memory, HostMemory::pinned);
  EXPECT_EQ(options.device.kind, DeviceChoice::Kind::automatic);
  EXPECT_FALSE(options.device.spin);
  EXPECT_EQ(options.output_format, OutputFormat{});
  EXPECT_EQ(options.plays, 1);
  EXPECT_FALSE(options.start || options.frames);
  EXPECT_TRUE(options.chain.filters.empty());
}

TEST(Options, EverySharedOptionArrives) {
  const Options options = options_of({"run",
                                      "x.mp4",
                                      "--filters",
                                      "eq=contrast=1.2",
                                      "--device",
                                      "cpu:link=12x0.9",
                                      "--mode",
                                      "staged",
                                      "--lanes",
                                      "4",
                                      "--wait",
                                      "spin",
                                      "--host-memory",
                                      "pageable",
                                      "--output-format",
                                      "yuv420p10le",
                                      "--threads",
                                      "3",
                                      "--pinned-limit",
                                      "512M",
                                      "--start",
                                      "1:30.5",
                                      "--frames",
                                      "7",
                                      "--loop",
                                      "0",
                                      "--log",
                                      "a.csv",
                                      "--checksum",
                                      "--quiet",
                                      "--output",
                                      "-",
                                      "--realtime",
                                      "--json"});
  ASSERT_EQ(options.chain.filters.size(), 1U);
  EXPECT_EQ(options.device.kind, DeviceChoice::Kind::cpu);
  EXPECT_DOUBLE_EQ(options.device.link_gb_per_s, 12);
  EXPECT_DOUBLE_EQ(options.device.link_duplex, 0.9);
  EXPECT_TRUE(options.device.spin);
  EXPECT_EQ(options.mode, Mode::staged);
  EXPECT_EQ(options.lanes, 4);
  EXPECT_EQ(options.memory, HostMemory::pageable);
  EXPECT_EQ(options.output_format.named, find_pixel_format("yuv420p10le"));
  EXPECT_EQ(options.threads, 3);
  EXPECT_EQ(options.pinned_limit, 512ULL << 20);
  EXPECT_EQ(options.start, 90s + 500ms);
  EXPECT_EQ(options.frames, 7);
  EXPECT_EQ(options.plays, 0);
  EXPECT_EQ(options.log, "a.csv");
  EXPECT_EQ(options.output, "-");
  EXPECT_TRUE(options.checksum && options.quiet && options.realtime && options.json);
}

TEST(Options, AResidentLoopGoesRoundByItself) {
  EXPECT_EQ(options_of({"run", "x", "--resident", "64"}).resident, 64);
  EXPECT_THROW((void)options_of({"run", "x", "--resident", "64", "--loop", "2"}), UsageError);
}

TEST(Options, WaitHoldsWhicheverSideOfDeviceItStands) {
  EXPECT_TRUE(options_of({"x", "--wait", "spin", "--device", "cpu"}).device.spin);
  EXPECT_TRUE(options_of({"x", "--device", "cpu", "--wait", "spin"}).device.spin);
}

TEST(Options, DoubleDashEndsOptionsAndDashIsStandardInput) {
  EXPECT_EQ(options_of({"--quiet", "--", "-dash.mp4"}).input, "-dash.mp4");
  EXPECT_EQ(options_of({"run", "--", "--help"}).input, "--help");
  EXPECT_EQ(options_of({"run", "-"}).input, "-");
  EXPECT_EQ(options_of({"x", "y", "--log", "a.csv", "--trace", "a_trace.json"}).log, "a.csv");
}

TEST(Options, WrongUsageIsOneLineNamingTheOption) {
  EXPECT_THAT(refusal_of({"run"}), HasSubstr("no input"));
  EXPECT_THAT(refusal_of({"--exit-after", "3"}), HasSubstr("no input"));
  EXPECT_THAT(refusal_of({"--log", "a.csv"}), HasSubstr("no input"));
  EXPECT_THAT(refusal_of({"x", ""}), HasSubstr("INPUT: the name is empty"));
  EXPECT_THAT(refusal_of({"x", "--nonsense"}), HasSubstr("--nonsense"));
  EXPECT_THAT(refusal_of({"run", "x", "y"}), HasSubstr("y"));
  EXPECT_THAT(refusal_of({"x", "--lanes", "9"}), HasSubstr("--lanes: '9' is not"));
  EXPECT_THAT(refusal_of({"x", "--lanes", "0"}), HasSubstr("1 to 8"));
  EXPECT_THAT(refusal_of({"x", "--lanes"}), HasSubstr("--lanes"));
  EXPECT_THAT(refusal_of({"x", "--mode", "fast"}), HasSubstr("serial, overlapped, staged"));
  EXPECT_THAT(refusal_of({"x", "--device", "tpu"}), HasSubstr("--device tpu"));
  EXPECT_THAT(refusal_of({"x", "--filters", "nothere"}), HasSubstr("nothere"));
  EXPECT_THAT(refusal_of({"x", "--output-format", "pal8"}), HasSubstr("pal8"));
  EXPECT_THAT(refusal_of({"x", "--frames", "-1"}), HasSubstr("--frames"));
  EXPECT_THAT(refusal_of({"x", "--start", "-1"}), HasSubstr("--start"));
  EXPECT_THAT(refusal_of({"x", "--quiet", "--verbose"}), HasSubstr("--verbose"));
  EXPECT_THAT(refusal_of({"x", "--exit-after", "0"}), HasSubstr("--exit-after"));
  EXPECT_THAT(refusal_of({"run", "x", "--output", "x.mp4"}), HasSubstr(".nut"));
  EXPECT_THAT(refusal_of({"run", "x", "--output", "nut"}), HasSubstr("--output: 'nut'"));
  EXPECT_THAT(refusal_of({"two\nlines", "--bad\nname"}), HasSubstr("--bad name"));
}

TEST(Options, WhatIsMistypedIsToldWithWhatWasMeant) {
  EXPECT_EQ(refusal_of({"run", "x", "--fliters=eq", "--lane", "3"}),
            "run has no option '--fliters' (did you mean '--filters'?) (see framelane run --help)");
  EXPECT_THAT(refusal_of({"x", "--unpace"}),
              HasSubstr("play has no option '--unpace' (did you mea"));
  EXPECT_THAT(refusal_of({"x", "--filters", "eqq"}), HasSubstr("did you mean 'eq'"));
  EXPECT_THAT(refusal_of({"x", "--filters", "eq=contrats=1"}), HasSubstr("mean 'contrast'"));
  EXPECT_THAT(refusal_of({"x", "--output-format", "yuv420"}), HasSubstr("mean 'yuv420p'"));
  EXPECT_THAT(refusal_of({"x", "--filters", "zoompan"}), Not(HasSubstr("did you mean")));
}

TEST(Options, AFilterTakesTheFilesThatComeWithTheProgram) {
  const test::TempDir folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const char* command : {"run", "bench"}) {
    const bool bench = std::string(command) == "bench";
    const Options options =
        options_of({command, bench ? "pipeline" : "x", "--filters", "lut3d=file=film.cube"});
    EXPECT_TRUE(has_all_files(bench ? *options.bench.chain : options.chain)) << command;
  }
  (void)folder.write("film.cube", "the user's own");
  EXPECT_EQ(to_text(options_of({"x", "--filters", "lut3d=file=film.cube"}).chain),
            "lut3d=file=film.cube");
  std::filesystem::current_path(before);
}

TEST(Options, NamesTooManyStandInTheirOrder) {
  EXPECT_EQ(refusal_of({"run", "a", "b", "c"}),
            "run: there is no place for 'b' and 'c' (see framelane run --help)");
}

TEST(Options, HelpSaysWhatValuesThereAre) {
  for (const char* command : {"play", "run", "bench", "report", "filters"})
    EXPECT_THAT(help_of({command, "--help"}), Not(HasSubstr("(0x)"))) << command;
  EXPECT_THAT(help_of({"run", "--help"}), HasSubstr("Usage: framelane run INPUT [options]\n"));
  EXPECT_THAT(help_of({"run", "--help"}), HasSubstr("cpu:link=12x0.9"));
  for (const PixelFormat& format : pixel_formats())
    EXPECT_THAT(help_of({"run", "--help"}), HasSubstr(std::string(format.name)));
}

TEST(Options, HowResultsComeToTheScreenIsPlays) {
  EXPECT_EQ(options_of({"x"}).present, PresentChoice::automatic);
  EXPECT_EQ(options_of({"x", "--present", "interop"}).present, PresentChoice::interop);
  EXPECT_EQ(options_of({"x", "--present", "host"}).present, PresentChoice::host);
  EXPECT_FALSE(options_of({"x"}).no_download);
  EXPECT_TRUE(options_of({"x", "--no-download", "--present", "interop"}).no_download);
  EXPECT_THAT(refusal_of({"x", "--present", "cuda"}), HasSubstr("auto, interop, host"));
  EXPECT_THAT(refusal_of({"x", "--no-download", "--present", "host"}), HasSubstr("--no-download"));
  EXPECT_THAT(refusal_of({"run", "x", "--present", "auto"}), HasSubstr("--present"));
  EXPECT_THAT(refusal_of({"run", "x", "--no-download"}), HasSubstr("--no-download"));
}

TEST(Options, OptionsOfOtherCommandsAreUnknown) {
  EXPECT_THAT(refusal_of({"run", "x", "--fullscreen"}), HasSubstr("--fullscreen"));
  EXPECT_THAT(refusal_of({"play", "x", "--output", "y.nut"}), HasSubstr("--output"));
  EXPECT_THAT(refusal_of({"x", "--checksum"}), HasSubstr("use framelane run --checksum"));
  EXPECT_THAT(help_of({"play", "--help"}), HasSubstr("of run only: play leaves out what is late"));
  EXPECT_THAT(help_of({"run", "--help"}), HasSubstr("--checksum"));
  EXPECT_THAT(refusal_of({"devices", "--lanes", "2"}), HasSubstr("--lanes"));
}

TEST(Options, TwoOutputsOfOneNameAreRefused) {
  EXPECT_THAT(refusal_of({"run", "a.csv", "--log", "./a.csv"}), HasSubstr("same file"));
  for (const char* name : {"a.nut", "x.txt", "csv", "a.CSV"})
    EXPECT_THAT(refusal_of({"run", "x", "--log", name}), HasSubstr("FILE.csv")) << name;
  EXPECT_THAT(refusal_of({"x", "--log", "a.csv", "--trace", "sub/../a.json"}),
              HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"run", "clip.nut", "--output", "clip.nut"}), HasSubstr("the input"));
}

TEST(Options, TwoOutputsAreOneFileThroughLinksToo) {
  const test::TempDir folder;
  const auto link = [&](const char* name, const char* target) {
    std::filesystem::create_symlink(target, folder / name);
  };
  std::filesystem::create_directory(folder / "logs");
  link("same", "logs");
  link("t.json", "a.json");  // nothing is there yet
  link("a.json", "logs/far.json");
  link("loop.json", "loop.json");
  const std::string log = folder / "a.csv", trace = folder / "t.json";
  EXPECT_THAT(refusal_of({"run", "x", "--log", log.c_str(), "--trace", trace.c_str()}),
              HasSubstr("--log's JSON and --trace are the same file"));
  const std::string far = folder / "same/far.csv";
  EXPECT_THAT(refusal_of({"x", "--log", far.c_str(), "--trace", trace.c_str()}),
              HasSubstr("same file"));
  const std::string loop = folder / "loop.json";
  EXPECT_THAT(refusal_of({"run", "x", "--log", log.c_str(), "--trace", loop.c_str()}), "accepted");
}

TEST(Options, StandardOutputIsOneOfTheOutputs) {
  const test::TempDir folder;
  const std::string link = folder / "out.json";
  std::filesystem::create_symlink("/dev/stdout", link);
  // Whatever it is where the tests run: "accepted" where it is thrown away.
  struct stat output {};
  struct stat null {};
  ASSERT_TRUE(stat("/dev/stdout", &output) == 0 && stat("/dev/null", &null) == 0);
  const bool nowhere = output.st_dev == null.st_dev && output.st_ino == null.st_ino;
  const auto expected = nowhere ? HasSubstr("accepted") : HasSubstr("same file");
  EXPECT_THAT(refusal_of({"run", "x", "--output", "-", "--trace", "/dev/stdout"}), expected);
  EXPECT_THAT(refusal_of({"run", "x", "--json", "--trace", link.c_str()}), expected);
  EXPECT_THAT(refusal_of({"run", "x", "--trace", "/dev/stdout"}), "accepted");
  EXPECT_THAT(refusal_of({"run", "-", "--output", "-", "--json"}), "accepted");
  EXPECT_THAT(refusal_of({"bench", "--json", "/dev/null", "--csv", "/dev/null"}), "accepted");
}

TEST(Options, AnOutputThatIsALinkToTheInputIsRefused) {
  const test::TempDir folder;
  const std::string input = folder / "in.nut", link = folder / "link.nut";
  std::ofstream(input) << "x";
  std::filesystem::create_hard_link(input, link);
  EXPECT_THAT(refusal_of({"run", input.c_str(), "--output", link.c_str()}), HasSubstr("the input"));
}

TEST(Options, AnOutputOverOneOfTheFilesThatAnInputNamesIsRefused) {
  const test::TempDir folder;
  const std::string first = folder / "a.nut", second = folder / "b:c.nut";
  for (const std::string& name : {first, second})
    std::ofstream(name) << "x";
  for (const std::string& input :
       {"concat:" + first + "|" + second, "concat:" + second + "|" + first,
        "subfile,,start,0,end,1,,:" + first, "cache:file:" + first})
    EXPECT_THAT(refusal_of({"run", input.c_str(), "--output", first.c_str()}),
                HasSubstr("the input"))
        << input;
  EXPECT_THAT(refusal_of({"run", "pattern:8x8@25", "--output", first.c_str()}), "accepted");
}

TEST(Options, AnOutputOverAFiltersFileIsRefused) {
  const test::TempDir folder;
  const std::string table = folder / "t.cube";
  std::ofstream(table) << "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n";
  const std::string chain = "negate,!lut1d=file=" + table;
  EXPECT_THAT(refusal_of({"run", "x", "--filters", chain.c_str(), "--trace", table.c_str()}),
              HasSubstr("a filter's file"));
}

TEST(Options, AFilterThatLacksItsFileIsRefusedUnlessItIsOff) {
  for (const char* chain : {"lut3d", "lut3d=file=", "negate,lut3d=interp=nearest", "@a:lut3d"})
    for (const char* command : {"run", "play"})
      EXPECT_THAT(refusal_of({command, "x", "--filters", chain}), HasSubstr("lut3d: its file is"));
  EXPECT_THAT(refusal_of({"bench", "pipeline", "--filters", "eq,lut1d"}),
              HasSubstr("column 4: lut1d: its file is missing; it takes the path of a file: "
                        "lut1d=file=lift.cube"));
  EXPECT_THAT(refusal_of({"bench", "filters", "--filters", "eq,lut1d"}), "accepted");
  EXPECT_THAT(refusal_of({"run", "x", "--filters", "!lut3d,!lut1d,curves,convolution"}),
              "accepted");
}

TEST(Options, HelpHasExamplesAndOnlyWhatIsThere) {
  EXPECT_THAT(help_of({"--version"}), HasSubstr(program_version()));
  for (const char* command : {"bench", "report", "filters", "devices"})
    EXPECT_THAT(help_of({command, "--help"}), Not(HasSubstr("--trace")));
  EXPECT_THAT(help_of({"--help"}), HasSubstr("framelane run clip.mp4"));
  for (const char* command : {"play", "run", "bench", "report", "filters", "devices"})
    EXPECT_THAT(help_of({command, "-h"}), HasSubstr(std::string("framelane ") + command));
}

TEST(Options, HelpIsReachedByEveryWordThatAsksForIt) {
  const std::string help = help_of({"--help"});
  EXPECT_THAT(help, HasSubstr("framelane [play] [INPUT...]"));
  EXPECT_THAT(help, HasSubstr("framelane run INPUT"));
  EXPECT_EQ(help_of({"help"}), help);
  EXPECT_EQ(help_of({"bogus", "--help"}), help);
  EXPECT_EQ(help_of({"help", "run"}), help_of({"run", "--help"}));
  EXPECT_THAT(help_of({"run", "--help"}), HasSubstr("framelane run"));
}

TEST(Options, HelpOnWhatIsNoCommandIsRefused) {
  EXPECT_THAT(refusal_of({"help", "lanes"}), HasSubstr("no help on 'lanes'"));
  EXPECT_THAT(refusal_of({"help", "clip.mp4", "--quiet"}), HasSubstr("bench"));
}

TEST(Options, ACommandThatIsMistypedOrStandsTooLateIsNoFile) {
  EXPECT_THAT(refusal_of({"runn", "clip.mp4"}), HasSubstr("did you mean framelane run"));
  EXPECT_THAT(refusal_of({"RUN", "clip.mp4"}), HasSubstr("did you mean framelane run"));
  EXPECT_THAT(refusal_of({"benhc"}), HasSubstr("did you mean framelane bench"));
  EXPECT_THAT(refusal_of({"--filters", "negate", "run", "clip.mp4"}), HasSubstr("stands first"));
  EXPECT_THAT(options_of({"fun.mp4", "reports.mkv"}).inputs, testing::SizeIs(2));
  EXPECT_THAT(options_of({"--", "run"}).inputs, testing::ElementsAre("run"));
  const test::TempDir folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  (void)folder.write("runn", "a file of that name");
  const Options options = options_of({"runn"});
  std::filesystem::current_path(before);
  EXPECT_EQ(options.input, "runn");
}

TEST(Options, AnOutputIsWhatItsNameSays) {
  EXPECT_THAT(refusal_of({"x", "--screenshot", "a.jpg"}), HasSubstr("FILE.png"));
  EXPECT_THAT(refusal_of({"x", "--log", "a.txt"}), HasSubstr("FILE.csv"));
}

TEST(Options, AReportTakesOneLogOrTwo) {
  const Options one = options_of({"report", "a/b.csv"});
  EXPECT_EQ(one.command, Command::report);
  EXPECT_EQ(one.logs, std::vector<std::string>{"a/b.csv"});
  EXPECT_EQ(one.page, "a/b.html");
  EXPECT_EQ(options_of({"report", "times"}).page, "times.html");
  const Options two = options_of({"report", "a.csv", "-o", "r.html", "b.csv"});
  EXPECT_EQ(two.logs, (std::vector<std::string>{"a.csv", "b.csv"}));
  EXPECT_EQ(two.page, "r.html");
  EXPECT_THAT(refusal_of({"report"}), HasSubstr("no log"));
  EXPECT_THAT(refusal_of({"report", ""}), HasSubstr("LOG: the name is empty"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "b.csv", "c.csv"}), HasSubstr("c.csv"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "-o", "-"}), HasSubstr("FILE.html"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "--lanes", "2"}), HasSubstr("--lanes"));
}

TEST(Options, AReportOverwritesNoLog) {
  EXPECT_THAT(refusal_of({"report", "a.csv", "-o", "./a.csv"}), HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "b.csv", "-o", "b.csv"}), HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "-o", "a.json"}), HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"report", "a.csv", "x/../a.csv"}), HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"report", "a.html", "-o", "a.html"}), HasSubstr("same file"));
}

TEST(Options, BenchTakesAKindAndWaitsSpinning) {
  const Options options =
      options_of({"bench", "pipeline", "--quick", "--repeats", "7", "--size", "1920x1080",
                  "--filters", "negate", "--json", "a.json", "--csv", "a.csv"});
  EXPECT_EQ(options.command, Command::bench);
  EXPECT_EQ(options.bench.kind, BenchKind::pipeline);
  EXPECT_TRUE(options.bench.quick && options.device.spin);
  EXPECT_EQ(options.bench.repeats, 7);
  EXPECT_EQ(options.bench.width, 1920);
  EXPECT_EQ(options.bench.height, 1080);
  ASSERT_TRUE(options.bench.chain);
  EXPECT_EQ(to_text(*options.bench.chain), "negate");
  EXPECT_EQ(options.bench.json, "a.json");
  EXPECT_EQ(options.bench.csv, "a.csv");
  EXPECT_EQ(options_of({"bench"}).bench.kind, BenchKind::transfer);
  EXPECT_EQ(options_of({"bench"}).bench.repeats, 5);
  EXPECT_FALSE(options_of({"bench", "--wait", "block"}).device.spin);
  EXPECT_TRUE(options_of({"bench", "--device", "cpu"}).device.spin);
}

TEST(Options, WrongBenchUsageIsOneLineNamingTheOption) {
  EXPECT_THAT(refusal_of({"bench", "everything"}), HasSubstr("transfer, pipeline, filters"));
  EXPECT_THAT(refusal_of({"bench", "--repeats", "0"}), HasSubstr("--repeats: '0'"));
  EXPECT_THAT(refusal_of({"bench", "--size", "640x480"}), HasSubstr("--size"));
  EXPECT_THAT(refusal_of({"bench", "pipeline", "--size", "640"}), HasSubstr("--size: '640'"));
  EXPECT_THAT(refusal_of({"bench", "pipeline", "--size", "8x8"}), HasSubstr("16 to 16384"));
  EXPECT_THAT(refusal_of({"bench", "pipeline", "--size", "99999x99"}), HasSubstr("--size"));
  EXPECT_THAT(refusal_of({"bench", "transfer", "--filters", "negate"}), HasSubstr("--filters"));
  EXPECT_THAT(refusal_of({"bench", "pipeline", "--filters", "nothere"}), HasSubstr("nothere"));
  EXPECT_THAT(refusal_of({"bench", "--json", "a", "--csv", "./a"}), HasSubstr("same file"));
  EXPECT_THAT(refusal_of({"bench", "--lanes=2"}), HasSubstr("--lanes"));
}

TEST(OptionValues, Times) {
  EXPECT_EQ(parse_time("--start", "90"), 90s);
  EXPECT_EQ(parse_time("--start", "0.000000001"), 1ns);
  EXPECT_EQ(parse_time("--start", "90:00"), 90min);
  EXPECT_EQ(parse_time("--start", "01:02:03.25"), 1h + 2min + 3s + 250ms);
  for (const char* wrong : {"", ":", "1:", "1:60", "1:2:3:4", "1e3", "+1", "-1", "1,5", "nan",
                            "inf", "1 ", "1.2.3", "99999999999", "1:60:00"})
    EXPECT_THROW((void)parse_time("--start", wrong), UsageError) << wrong;
}

TEST(OptionValues, Sizes) {
  EXPECT_EQ(parse_size("--pinned-limit", "123"), 123U);
  EXPECT_EQ(parse_size("--pinned-limit", "2k"), 2048U);
  EXPECT_EQ(parse_size("--pinned-limit", "3G"), 3ULL << 30);
  for (const char* wrong : {"", "0", "G", "-1", "1.5G", "1T", "99999999999G", "1 G"})
    EXPECT_THROW((void)parse_size("--pinned-limit", wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace framelane
