#include "app/log_facts.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/run_json.h"

namespace framelane {
namespace {

constexpr std::uintmax_t kMostFactBytes = std::uintmax_t{64} << 20;

const Json& member(const Json& json, const char* key) {
  static const Json kNone;
  if (!json.is_object()) return kNone;
  const auto at = json.find(key);
  return at == json.end() ? kNone : *at;
}

std::string text(const Json& json, const char* key) {
  const Json& value = member(json, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<double> number(const Json& json, const char* key) {
  const Json& value = member(json, key);
  if (!value.is_number() || !std::isfinite(value.get<double>())) return std::nullopt;
  return value.get<double>();
}

int whole_number(const Json& json, const char* key) {
  const double value = number(json, key).value_or(0);
  return value >= 0 && value <= 1e9 ? static_cast<int>(value) : 0;
}

Rational ratio(const std::string& text) {
  Rational read{0, 1};
  const char* end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, read.num);
  if (error != std::errc{} || slash == end || *slash != '/') return {0, 1};
  const auto [rest, wrong] = std::from_chars(slash + 1, end, read.den);
  return wrong == std::errc{} && rest == end && read.num > 0 && read.den > 0 ? read
                                                                             : Rational{0, 1};
}

void read_input(const Json& json, LogFacts& facts) {
  InputFacts& input = facts.run.input;
  input.name = text(json, "name");
  input.codec = text(json, "codec");
  input.pixel_format = text(json, "pixel_format");
  input.frame_rate = ratio(text(json, "frame_rate"));
  input.frame.width = whole_number(json, "width");
  input.frame.height = whole_number(json, "height");
  facts.color = text(member(json, "color"), "description");
}

void read_device(const Json& json, RunFacts& run) {
  const Json& device = member(json, "device");
  run.device.name = text(device, "name");
  run.device.kind = text(device, "kind");
  run.device.link = text(device, "link");
  run.device.copy_engines = whole_number(device, "copy_engines");
  run.device.driver = text(json, "driver");
  const Json& link = member(json, "link_gb_per_s");
  run.link = {number(link, "up"), number(link, "down"), number(link, "both")};
}

void read_modes(const Json& json, LogFacts& facts) {
  if (!json.is_array()) return;
  for (const Json& entry : json) {
    const auto mode = find_mode(text(entry, "mode"));
    if (!mode) continue;
    LogFacts::ModeUsed used{*mode, whole_number(entry, "lanes"), HostMemory::pinned, {}};
    if (text(entry, "memory") == name_of(HostMemory::pageable)) used.memory = HostMemory::pageable;
    const auto pace = number(member(member(entry, "bound"), "terms_ms"), "pace");
    if (pace && *pace > 0 && *pace < 1e9) used.pace = Nanoseconds(std::llround(*pace * 1e6));
    facts.modes.push_back(used);
  }
}

void read_changes(const Json& json, LogFacts& facts) {
  if (!json.is_array()) return;
  for (const Json& entry : json)
    if (const auto frame = number(entry, "frame"); frame && std::abs(*frame) < 1e15)
      facts.chain_changes.emplace_back(static_cast<std::int64_t>(*frame), text(entry, "chain"));
}

LogFacts nothing(std::string note) {
  LogFacts facts;
  facts.note = std::move(note);
  return facts;
}

constexpr const char* kWithout =
    "link rates, device and input are not known, and the bound has no term for copies both ways";

}  // namespace

std::optional<Mode> find_mode(std::string_view name) {
  for (const Mode mode : {Mode::serial, Mode::overlapped, Mode::staged})
    if (name == name_of(mode)) return mode;
  return std::nullopt;
}

LogFacts read_log_facts(const std::string& json_name) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(json_name, error))
    return nothing(fmt::format("{} is not there: {}", json_name, kWithout));
  if (std::filesystem::file_size(json_name, error) > kMostFactBytes || error)
    return nothing(fmt::format("{} is too large to be a log's: {}", json_name, kWithout));
  std::ifstream in(json_name, std::ios::binary);
  if (!in) return nothing(fmt::format("{} cannot be opened: {}", json_name, kWithout));
  const Json json = Json::parse(in, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return nothing(fmt::format("{} is damaged and left aside: {}", json_name, kWithout));
  const auto schema = number(json, "schema");
  if (!schema || *schema != kJsonSchema)
    return nothing(fmt::format("{} has {}, this program reads schema {}; it is left aside: {}",
                               json_name, schema ? fmt::format("schema {}", *schema) : "no schema",
                               kJsonSchema, kWithout));
  LogFacts facts;
  facts.known = true;
  facts.version = text(json, "version");
  facts.run.chain_text = text(json, "chain");
  read_device(json, facts.run);
  read_input(member(json, "input"), facts);
  read_changes(member(json, "chain_changes"), facts);
  read_modes(member(json, "modes"), facts);
  return facts;
}

}  // namespace framelane
