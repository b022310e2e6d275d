#include "app/bench_options.h"

#include <tuple>

#include "app/assets_folder.h"
#include "app/option_readers.h"

namespace framelane {

const char* name_of(BenchKind kind) {
  switch (kind) {
    case BenchKind::transfer:
      return "transfer";
    case BenchKind::pipeline:
      return "pipeline";
    case BenchKind::filters:
      return "filters";
  }
  return "";
}

void add_bench_options(CLI::App& app, BenchOptions& into, DeviceChoice& device) {
  app.preparse_callback([&device](std::size_t) { device.spin = true; });
  app.add_option_function<std::string>("KIND",
                                       choice<BenchKind>("bench", into.kind,
                                                         {{"transfer", BenchKind::transfer},
                                                          {"pipeline", BenchKind::pipeline},
                                                          {"filters", BenchKind::filters}}),
                                       "transfer, pipeline or filters (transfer)")
      ->type_name("");
  add_device_choice(app, device, "how the host waits for the device (spin)");
  add_text(app, "--repeats", "N", "of every measurement (5)",
           whole("--repeats", into.repeats, 1, kMostBenchRepeats));
  add_flag(app, "--quick", into.quick, "less of everything, under 20 s");
  add_text(app, "--size", "WxH", "pictures of pipeline and filters (3840x2160; less on the CPU)",
           [&into](const std::string& text) {
             std::tie(into.width, into.height) = parse_picture_size("--size", text);
           });
  add_text(
      app, "--filters", "CHAIN",
      "of pipeline (eq=contrast=1.1,gblur=sigma=2); of filters: each of these and all together, "
      "a name alone (eq,lut3d) as in its example where it would do nothing",
      [&into](const std::string& text) { into.chain = with_assets(parse_chain(text)); });
  add_text(app, "--json", "FILE", "everything found, for machines", path("--json", into.json));
  add_text(app, "--csv", "FILE", "the tables' rows", path("--csv", into.csv));
}

void validate_bench(const BenchOptions& options) {
  if (options.kind == BenchKind::transfer && options.width > 0)
    throw UsageError("--size is of bench pipeline and bench filters");
  if (options.kind == BenchKind::transfer && options.chain)
    throw UsageError("--filters is of bench pipeline and bench filters");
  // bench filters takes a filter's example where it lacks its file.
  if (options.kind == BenchKind::pipeline && options.chain)
    (void)parse_complete_chain(to_text(*options.chain));
}

}  // namespace framelane
