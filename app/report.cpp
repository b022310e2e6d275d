#include "app/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/report_data.h"
#include "app/report_page.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

[[noreturn]] void fail(const std::string& page, const char* what, int error) {
  throw OutputError(fmt::format("report {}: {}: {}; give -o a place that can be written", page,
                                what, std::generic_category().message(error)));
}

bool write_whole(std::FILE* file, const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) == 0 && written) return true;
  if (!written) errno = error;
  return false;
}

// Beside the page, then in its place.
void write_file(const std::string& name, const std::string& text) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::canonical(name, error);  // through links
  if (error) place = name;
  const std::string part = place.parent_path() / fmt::format(".framelane-report-{}.part", getpid());
  std::FILE* file = std::fopen(part.c_str(), "wbe");
  if (file == nullptr) fail(name, "cannot be created", errno);
  if (!write_whole(file, text)) {
    const int why = errno;
    std::filesystem::remove(part, error);
    fail(name, "cannot be written", why);
  }
  std::filesystem::rename(part, place, error);
  if (!error) return;
  const int why = error.value();
  std::filesystem::remove(part, error);
  fail(name, "cannot be put in its place", why);
}

void write_page(const std::string& name, const std::string& text) {
  std::error_code error;
  const auto kind = std::filesystem::status(name, error).type();
  if (kind == std::filesystem::file_type::directory) fail(name, "cannot be written", EISDIR);
  if (kind == std::filesystem::file_type::regular ||
      kind == std::filesystem::file_type::not_found) {
    write_file(name, text);
    return;
  }
  std::FILE* file = std::fopen(name.c_str(), "wbe");  // a device or a pipe
  if (file == nullptr) fail(name, "cannot be opened", errno);
  if (!write_whole(file, text)) fail(name, "cannot be written", errno);
}

}  // namespace

int report_command(const Options& options) {
  std::vector<ReportLog> logs;
  std::string rows;
  for (const std::string& name : options.logs) {
    ReportLog log = read_report_log(name);
    for (const std::string& note : log.notes)
      if (!options.quiet)
        std::fputs(fmt::format("framelane: log {}: {}\n", name, note).c_str(), stderr);
    rows += fmt::format("{}{}", rows.empty() ? "" : " and ", log.rows);
    logs.push_back(std::move(log));
  }
  const std::string page = report_page(std::move(logs));
  write_page(options.page, page);
  if (!options.quiet)
    std::fputs(fmt::format("{}: {} frames, {:.0f} kB\n", options.page, rows,
                           static_cast<double>(page.size()) / 1000)
                   .c_str(),
               stdout);
  return 0;
}

}  // namespace framelane
