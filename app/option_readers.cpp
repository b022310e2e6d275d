#include "app/option_readers.h"

namespace framelane {

void add_text(CLI::App& app, const std::string& names, const char* value, const char* help,
              const OptionReader& read) {
  app.add_option_function<std::string>(names, read, help)
      ->type_name(value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void add_flag(CLI::App& app, const std::string& name, bool& into, const char* help) {
  app.add_flag(name, into, help);
}

void add_device_choice(CLI::App& app, DeviceChoice& into, const char* wait_help) {
  add_text(app, "--device", "auto|cpu[:link=G[xD]]|cuda[:N]",
           "where filters run; link simulates a bus of G GB/s each way, of D times that (0.1 to 1) "
           "while both are busy: cpu:link=12x0.9",
           [&into](const std::string& text) {
             const bool spin = into.spin;
             into = parse_device_choice(text);
             into.spin = spin;
           });
  add_text(app, "--wait", "block|spin", wait_help,
           choice<bool>("--wait", into.spin, {{"block", false}, {"spin", true}}));
}

OptionReader path(const char* option, std::string& into) {
  return [=, &into](const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{}: the name is empty", option));
    into = text;
  };
}

OptionReader whole(const char* option, std::optional<std::int64_t>& into) {
  return [=, &into](const std::string& text) { into = parse_whole(option, text, 1, kNoMost); };
}

}  // namespace framelane
