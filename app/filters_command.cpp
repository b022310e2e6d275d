#include "app/filters_command.h"

#include <utility>

#include "app/assets_folder.h"
#include "app/run_json.h"
#include "gpu/did_you_mean.h"
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

// Where the files of a filter's example are, so that it runs in any folder.
std::string shipped_files(const FilterSpec& filter, FilterRegistry registry) {
  const Chain example = parse_chain(filter.example, registry);
  std::string text;
  for (const ChainFilter& one : example.filters)
    for (std::size_t i = 0; i < one.values.size(); ++i)
      if (one.spec->parameters[i].type == Parameter::Type::file && !one.values[i].text.empty())
        text += one.values[i].text + " comes with the program (" + assets_folder().string() +
                "): a file that is not in the folder you are in is looked for there\n";
  return assets_folder().empty() ? "" : text;
}

}  // namespace

std::string filters_command(const std::string& name, bool json, FilterRegistry registry) {
  const FilterSpec* one = name.empty() ? nullptr : find_filter(name, registry);
  if (one == nullptr && !name.empty())
    throw UsageError("filters: there is no filter '" + name + "'" +
                     did_you_mean(name, names_of(registry)) + "; framelane filters lists them");
  if (!json && one == nullptr) return filters_help(registry);
  if (!json) return filter_help(*one) + shipped_files(*one, registry);
  Json document{{"schema", kJsonSchema}, {"filters", Json::array()}};
  for (const FilterSpec* filter : registry)
    if (one == nullptr || filter == one) document["filters"].push_back(filter_json(*filter));
  return json_text(document);
}

}  // namespace framelane
