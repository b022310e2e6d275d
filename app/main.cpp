#include <clocale>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "app/bench.h"
#include "app/devices_command.h"
#include "app/filters_command.h"
#include "app/options.h"
#include "app/play.h"
#include "app/report.h"
#include "app/run.h"
#include "app/say.h"
#include "app/standard_files.h"
#include "app/stop_signal.h"
#include "decode/library_log.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

// Of FFmpeg's own messages; the rest is counted.
constexpr int kDecoderLines = 50;

int run_program(std::span<const char* const> arguments) {
  const auto parsed = parse_options(arguments);
  if (const auto* info = std::get_if<InfoText>(&parsed)) {
    std::fputs(info->text.c_str(), stdout);
    return 0;
  }
  const auto& options = std::get<Options>(parsed);
  if (options.command == Command::filters) {
    std::fputs(filters_command(options.filter_name, options.json).c_str(), stdout);
    return 0;
  }
  if (options.command == Command::report) return report_command(options);
  if (options.command == Command::devices) {
    std::fputs(devices_command(list_devices(), options.json).c_str(), stdout);
    return 0;
  }
  if (options.verbose)
    set_library_log([](std::string_view line) { say("ffmpeg: " + std::string(line)); },
                    kDecoderLines);
  const StopSignal stop;
  if (options.command == Command::bench) return bench_command(options, stop);
  return options.command == Command::run ? run_command(options, stop) : play_command(options, stop);
}

// Every error ends here: one line, and the status that says of what kind it was.
int fail(const std::exception& error, int status) {
  say(error.what());
  return status;
}

}  // namespace
}  // namespace framelane

int main(int count, char** values) {
  using namespace framelane;
  // X11 takes a window's title only in characters of the locale; numbers keep their points.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  prepare_standard_files();
  try {
    return finish_output(run_program({values + 1, static_cast<std::size_t>(count - 1)}));
  } catch (const UsageError& error) {
    return fail(error, 2);
  } catch (const InputError& error) {
    return fail(error, 3);
  } catch (const DeviceMissing& error) {
    return fail(error, 4);
  } catch (const std::exception& error) {
    return fail(error, 1);
  }
}
