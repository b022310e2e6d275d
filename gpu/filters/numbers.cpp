#include "gpu/filters/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gpu/filters/pass_work.h"

namespace framelane {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return {};
  return number;
}

bool in_range(const Parameter& parameter, double number) {
  return number >= parameter.minimum && number <= parameter.maximum;
}

std::optional<FilterValue> parse_in_range(const Parameter& parameter, std::string_view text) {
  const auto number = parse_number(text);
  if (!number || !in_range(parameter, *number)) return {};
  const bool whole = parameter.type != Parameter::Type::number;
  if (whole && *number != std::trunc(*number)) return {};
  if (parameter.odd && std::fmod(*number, 2) == 0) return {};
  return FilterValue{*number, {}};
}

std::optional<FilterValue> parse_boolean(std::string_view text) {
  constexpr std::string_view kTrue[] = {"1", "true", "yes", "y", "on", "enable", "enabled"};
  constexpr std::string_view kFalse[] = {"0", "false", "no", "n", "off", "disable", "disabled"};
  if (std::ranges::find(kTrue, text) != std::end(kTrue)) return FilterValue{1, {}};
  if (std::ranges::find(kFalse, text) != std::end(kFalse)) return FilterValue{0, {}};
  return {};
}

std::uint32_t mask_of(const FilterValue& value) {
  return static_cast<std::uint32_t>(value.number);
}

std::optional<FilterValue> parse_flags(const Parameter& parameter, std::string_view text) {
  std::uint32_t mask = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  while (!text.empty()) {
    const auto name = trimmed(text.substr(0, text.find('+')));
    const auto choice = std::ranges::find(parameter.choices, name, &Parameter::Choice::name);
    if (choice == parameter.choices.end()) return {};
    mask |= choice->bit;
    text.remove_prefix(std::min(text.size(), text.find('+')));
    if (text.starts_with('+')) text.remove_prefix(1);
  }
  return FilterValue{static_cast<double>(mask), {}};
}

// By name, or by number as FFmpeg takes it too.
std::optional<FilterValue> parse_choice(const Parameter& parameter, std::string_view text) {
  const auto number = parse_number(text);
  for (const Parameter::Choice& choice : parameter.choices)
    if (choice.name == text || number == static_cast<std::int32_t>(choice.bit))
      return FilterValue{1.0 * choice.bit, {}};
  return {};
}

std::optional<FilterValue> parse_list(const Parameter& parameter, std::string_view text) {
  FilterValue value;
  while (!(text = trimmed(text)).empty()) {
    const auto end = std::min(text.size(), text.find_first_of(" |"));
    const auto number = parse_number(text.substr(0, end));
    if (!number || !in_range(parameter, *number)) return {};
    value.list.push_back(*number);
    text.remove_prefix(end);
    text = trimmed(text);
    if (text.starts_with('|')) text.remove_prefix(1);
  }
  if (value.list.empty() || value.list.size() > std::size_t{kMaxWindow}) return {};
  return value;
}

std::string flags_text(const Parameter& parameter, std::uint32_t mask) {
  std::string text;
  for (const Parameter::Choice& choice : parameter.choices)
    if ((mask & choice.bit) != 0) append_item(text, "+", choice.name);
  return text.empty() ? "0" : text;
}

std::string choices_text(const Parameter& parameter) {
  std::string text;
  for (const Parameter::Choice& choice : parameter.choices)
    append_item(text, ", ", choice.name);
  return text;
}

}  // namespace

FilterValue default_value(const Parameter& parameter) {
  if (parameter.is_text()) return {0, {}, std::string(parameter.standard_text)};
  if (parameter.type != Parameter::Type::list) return {parameter.standard, {}};
  if (!parameter.list_standard.empty())
    return {0, {parameter.list_standard.begin(), parameter.list_standard.end()}};
  return {0,
          std::vector<double>(static_cast<std::size_t>(parameter.list_count), parameter.standard)};
}

bool is_required(const Parameter& parameter) {
  return parameter.type == Parameter::Type::file && parameter.standard_text.empty();
}

void append_item(std::string& text, std::string_view separator, std::string_view item) {
  if (!text.empty()) text.append(separator);
  text.append(item);
}

std::string number_text(double number) {
  char buffer[64];
  auto* const end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return std::string(buffer, end);
}

std::string_view choice_name(const Parameter& parameter, const FilterValue& value) {
  for (const Parameter::Choice& choice : parameter.choices)
    if (choice.bit == value.number) return choice.name;
  return "?";
}

std::string value_text(const Parameter& parameter, const FilterValue& value) {
  switch (parameter.type) {
    case Parameter::Type::boolean:
      return value.number != 0 ? "true" : "false";
    case Parameter::Type::flags:
      return flags_text(parameter, mask_of(value));
    case Parameter::Type::list: {
      std::string text;
      for (const double number : value.list)
        append_item(text, " ", number_text(number));
      return text;
    }
    case Parameter::Type::choice:
      return std::string(choice_name(parameter, value));
    case Parameter::Type::text:
    case Parameter::Type::file:
      return value.text;
    default:
      return number_text(value.number);
  }
}

std::string range_text(const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::boolean:
      return "true or false";
    case Parameter::Type::flags:
      return flags_text(parameter, ~0U);
    case Parameter::Type::choice:
      return choices_text(parameter);
    case Parameter::Type::text:
      return "a text";
    case Parameter::Type::file:
      return "the path of a file";
    default:
      break;
  }
  std::string text = number_text(parameter.minimum) + " to " + number_text(parameter.maximum);
  if (parameter.odd) text += ", odd";
  if (parameter.type == Parameter::Type::list) text += " each";
  return text;
}

std::optional<FilterValue> parse_value(const Parameter& parameter, std::string_view text) {
  if (parameter.is_text()) return FilterValue{0, {}, std::string(text)};
  text = trimmed(text);
  switch (parameter.type) {
    case Parameter::Type::boolean:
      return parse_boolean(text);
    case Parameter::Type::flags: {
      if (auto mask = parse_in_range(parameter, text)) return mask;
      return parse_flags(parameter, text);
    }
    case Parameter::Type::list:
      return parse_list(parameter, text);
    case Parameter::Type::choice:
      return parse_choice(parameter, text);
    default:
      return parse_in_range(parameter, text);
  }
}

bool is_expression(const Parameter& parameter, std::string_view text) {
  using Type = Parameter::Type;
  if (parameter.type != Type::number && parameter.type != Type::integer) return false;
  const auto is_letter = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
  text = trimmed(text);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty()) return false;
  if (is_letter(text.front()) || text.find_first_of("*/^()") != std::string_view::npos) return true;
  for (std::size_t i = 1; i < text.size(); ++i)
    if ((text[i] == '+' || text[i] == '-') && (text[i - 1] | 32) != 'e') return true;
  return false;
}

}  // namespace framelane
