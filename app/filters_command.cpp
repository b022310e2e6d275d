#include "app/filters_command.h"

#include <utility>

#include "app/run_json.h"
#include "gpu/errors.h"
#include "gpu/filters/numbers.h"

namespace framelane {
namespace {

const char* name_of(Parameter::Type type) {
  switch (type) {
    case Parameter::Type::number:
      return "number";
    case Parameter::Type::integer:
      return "integer";
    case Parameter::Type::boolean:
      return "boolean";
    case Parameter::Type::flags:
      return "flags";
    case Parameter::Type::list:
      return "list";
    case Parameter::Type::choice:
      return "choice";
    case Parameter::Type::text:
      return "text";
    case Parameter::Type::file:
      return "file";
  }
  return "";
}

const char* name_of(FilterSpace space) {
  switch (space) {
    case FilterSpace::planes:
      return "planes";
    case FilterSpace::yuv_planes:
      return "yuv_planes";
    case FilterSpace::rgb:
      return "rgb";
  }
  return "";
}

Json parameter_json(const Parameter& parameter) {
  Json json{{"name", parameter.name},       {"type", name_of(parameter.type)},
            {"unit", parameter.unit},       {"minimum", parameter.minimum},
            {"maximum", parameter.maximum}, {"default", parameter.standard},
            {"help", parameter.help}};
  if (!parameter.short_name.empty()) json["short_name"] = parameter.short_name;
  if (parameter.is_text()) json["default"] = parameter.standard_text;
  if (is_required(parameter)) json["required"] = true;
  if (parameter.odd) json["odd"] = true;
  if (parameter.type == Parameter::Type::list) json["count"] = parameter.list_count;
  for (const Parameter::Choice& choice : parameter.choices)
    json[parameter.type == Parameter::Type::flags ? "flags" : "choices"][std::string(choice.name)] =
        choice.bit;
  return json;
}

Json filter_json(const FilterSpec& filter) {
  Json json{{"name", filter.name},
            {"help", filter.help},
            {"notes", filter.notes},
            {"example", filter.example},
            {"space", name_of(filter.space)},
            {"options", Json::array()}};
  for (const Parameter& parameter : filter.parameters)
    json["options"].push_back(parameter_json(parameter));
  return json;
}

}  // namespace

std::string filters_command(const std::string& name, bool json, FilterRegistry registry) {
  const FilterSpec* one = name.empty() ? nullptr : find_filter(name, registry);
  if (one == nullptr && !name.empty())
    throw UsageError("filters: there is no filter '" + name + "'; framelane filters lists them");
  if (!json) return one != nullptr ? filter_help(*one) : filters_help(registry);
  Json document{{"schema", kJsonSchema}, {"filters", Json::array()}};
  for (const FilterSpec* filter : registry)
    if (one == nullptr || filter == one) document["filters"].push_back(filter_json(*filter));
  return json_text(document);
}

}  // namespace framelane
