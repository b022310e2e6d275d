#include <cmath>
#include <nlohmann/json.hpp>

#include "app/settings.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostPixels = 32768;
constexpr double kLeastScale = 0.8, kMostScale = 2.0;

[[noreturn]] void refuse(const std::string& entry, const std::string& wanted) {
  throw UsageError("\"" + entry + "\" is not " + wanted);
}

// An absent entry leaves the default.
const Json* entry_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

int whole(const Json& object, const char* name, int least, int most) {
  const Json* value = entry_of(object, name);
  const std::string wanted =
      "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  if (value == nullptr || !value->is_number_integer()) refuse(name, wanted);
  const auto number = value->get<std::int64_t>();
  if (number < least || number > most) refuse(name, wanted);
  return static_cast<int>(number);
}

double number(const Json& value, const char* name, double least, double most) {
  const double got = value.is_number() ? value.get<double>() : std::nan("");
  if (!(got >= least && got <= most)) refuse(name, "a number in its range");
  return got;
}

std::string text_of(const Json& value, const char* name) {
  if (!value.is_string()) refuse(name, "a text");
  return value.get<std::string>();
}

const Json& list(const Json& value, const char* name) {
  if (!value.is_array()) refuse(name, "a list");
  return value;
}

void read_window(const Json& window, Settings& into) {
  if (!window.is_object()) refuse("window", "an object");
  into.place = {whole(window, "x", -kMostPixels, kMostPixels),
                whole(window, "y", -kMostPixels, kMostPixels)};
  if (entry_of(window, "width") == nullptr) return;
  into.size = {whole(window, "width", 1, kMostPixels), whole(window, "height", 1, kMostPixels)};
}

void read_recent(const Json& files, Settings& into) {
  constexpr double kMostSeconds = 1e9;
  for (const Json& file : list(files, "recent")) {
    if (!file.is_object() || !file.contains("path")) refuse("recent", "a list of objects");
    RecentFile recent{text_of(file["path"], "path"), 0};
    if (const Json* position = entry_of(file, "position_s"))
      recent.position_s = number(*position, "position_s", 0, kMostSeconds);
    if (into.recent.size() < Settings::kMostRecent) into.recent.push_back(recent);
  }
}

bool can_be_written(const std::string& text) {
  try {
    (void)Json(text).dump();
    return true;
  } catch (const Json::exception&) {
    return false;  // not UTF-8
  }
}

}  // namespace

std::string settings_text(const Settings& settings) {
  Json json;
  if (settings.place) json["window"] = {{"x", settings.place->x}, {"y", settings.place->y}};
  if (settings.place && settings.size) {
    json["window"]["width"] = settings.size->width;
    json["window"]["height"] = settings.size->height;
  }
  json["scale"] = settings.scale;
  json["fades"] = settings.fades;
  json["panels"] = settings.panels;
  json["recent"] = Json::array();
  for (const RecentFile& file : settings.recent)
    if (can_be_written(file.path))
      json["recent"].push_back({{"path", file.path}, {"position_s", file.position_s}});
  return json.dump(2) + "\n";
}

Settings parse_settings(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) throw UsageError("not a JSON object");
  Settings settings;
  if (const Json* window = entry_of(json, "window")) read_window(*window, settings);
  if (const Json* scale = entry_of(json, "scale"))
    settings.scale = number(*scale, "scale", kLeastScale, kMostScale);
  if (const Json* fades = entry_of(json, "fades")) {
    if (!fades->is_boolean()) refuse("fades", "true or false");
    settings.fades = fades->get<bool>();
  }
  if (const Json* panels = entry_of(json, "panels")) {
    settings.panels.clear();
    for (const Json& name : list(*panels, "panels"))
      settings.panels.push_back(text_of(name, "panels"));
  }
  if (const Json* recent = entry_of(json, "recent")) read_recent(*recent, settings);
  return settings;
}

}  // namespace framelane
