#include "app/log_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/frame_log.h"
#include "app/log_row.h"
#include "app/whole_file.h"
#include "decode/output_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::size_t kFlushAt = 65536;

std::string file_name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

bool same_geometry(const FrameFacts& a, const FrameFacts& b) {
  return a.format == b.format && a.width == b.width && a.height == b.height;
}

bool same_columns(const ChainPlan& a, const ChainPlan& b) {
  const auto same_name = [](const Pass& x, const Pass& y) { return x.name == y.name; };
  return same_geometry(a.source, b.source) && same_geometry(a.result, b.result) &&
         std::equal(a.passes.begin(), a.passes.end(), b.passes.begin(), b.passes.end(), same_name);
}

}  // namespace

LogFile::LogFile(std::string csv_name, RunFacts facts, PipeWait wait)
    : name_(std::move(csv_name)), facts_(std::move(facts)) {
  std::string why;
  file_ = create_file(name_, why, std::move(wait));
  if (!file_) fail(name_, "cannot be created: " + why);
  std::error_code error;
  ordinary_ = std::filesystem::is_regular_file(name_, error);
  // The one of a log that was here before is wrong beside this one, should that end early.
  const std::string json = json_name_of(name_);
  if (ordinary_ && std::filesystem::is_regular_file(std::filesystem::symlink_status(json, error)))
    std::filesystem::remove(json, error);
}

void LogFile::fail(const std::string& name, const std::string& what) const {
  throw OutputError(fmt::format(
      "log {}: {}; the log ends here, give --log a place that can be written", name, what));
}

bool LogFile::takes(const FrameRow& row) const {
  return !ordinary_ || !row.plan || !plan_ || row.plan == plan_ || same_columns(*row.plan, *plan_);
}

void LogFile::begin(const FrameRow& row) {
  plan_ = latest_ = row.plan;
  if (row.plan) facts_.chain_text = row.plan->chain_text;
  pending_ += log_header(plan_.get());
  header_written_ = true;
}

void LogFile::note_chain(const FrameRow& row) {
  if (!row.plan || row.plan == latest_) return;
  if (latest_ && latest_->chain_text != row.plan->chain_text)
    chain_changes_.push_back({{"frame", row.frame}, {"chain", row.plan->chain_text}});
  latest_ = row.plan;
}

void LogFile::write(const FrameRow& row) {
  if (!header_written_) begin(row);
  note_chain(row);
  // What is no warm-up has exactly the frame times that the averages are made of.
  std::optional<Nanoseconds> since = summary_.add(row).since_previous;
  if (row.times.warmup && previous_finished_) since = row.finished - *previous_finished_;
  previous_finished_ = row.finished;
  pending_ += log_row(row, since, plan_.get());
  if (pending_.size() >= kFlushAt) flush();
}

void LogFile::interrupted() {
  summary_.interrupted();
  previous_finished_.reset();
}

void LogFile::flush() {
  const bool written =
      std::fwrite(pending_.data(), 1, pending_.size(), file_.get()) == pending_.size() &&
      std::fflush(file_.get()) == 0;
  if (!written && errno == EINTR)
    throw OutputInterrupted(
        fmt::format("log {}: {}: its last rows were not written", name_, why_not_written()));
  if (!written) fail(name_, "cannot be written: " + why_not_written());
  pending_.clear();
}

void LogFile::close(const std::string& continues, const std::string& continued_in) {
  if (!header_written_) begin({});
  flush();
  if (std::fclose(file_.release()) != 0) fail(name_, "cannot be written: " + why_not_written());
  if (!ordinary_) return;
  std::error_code error;
  if (!std::filesystem::exists(name_, error)) fail(name_, "was taken away while it was written");
  write_json(continues, continued_in);
}

void LogFile::write_json(const std::string& continues, const std::string& continued_in) {
  Json json = facts_json(facts_);
  json["log"] = file_name_of(name_);
  // Of the files beside it, whose names are alike, those of this run are found from here.
  json["continues"] = continues.empty() ? Json() : Json(file_name_of(continues));
  json["continued_in"] = continued_in.empty() ? Json() : Json(file_name_of(continued_in));
  json["chain_changes"] = chain_changes_;
  json["modes"] = modes_json(summary_, facts_);
  const std::string json_name = json_name_of(name_);
  const std::string why = write_whole_file(json_name, json_text(json));
  if (!why.empty()) fail(json_name, "cannot be written: " + why);
}

}  // namespace framelane
