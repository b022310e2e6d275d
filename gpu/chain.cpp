#include "gpu/chain.h"

#include <algorithm>
#include <utility>

#include "gpu/did_you_mean.h"
#include "gpu/errors.h"
#include "gpu/filters/numbers.h"

namespace framelane {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
// Where an unquoted token ends, as in FFmpeg's filter graphs.
constexpr std::string_view kEnds = "[]=;,:";

bool is_label(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-';
  });
}

// "there is no filter 'blurr' (did you mean 'gblur'?); known: eq, exposure".
std::string not_known(const char* what, const std::string& name,
                      std::span<const std::string_view> known) {
  std::string list;
  for (const std::string_view one : known)
    append_item(list, ", ", one);
  return std::string("there is no ") + what + " '" + name + "'" + did_you_mean(name, known) +
         "; known: " + list;
}

class ChainParser {
 public:
  ChainParser(std::string_view text, FilterRegistry registry, bool complete)
      : text_(text), registry_(registry), complete_(complete) {}

  Chain parse() {
    Chain chain;
    skip_space();
    if (at_end()) return chain;
    while (true) {
      const std::size_t at = at_;
      chain.filters.push_back(parse_filter());
      refuse_second_label(chain, at);
      if (at_end()) return chain;
      expect(',');
    }
  }

 private:
  struct Token {
    std::string text;
    std::size_t at = 0;
  };

  [[noreturn]] void fail(std::size_t at, const std::string& what) const {
    throw UsageError("filter chain, column " + std::to_string(at + 1) + ": " + what);
  }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool next_is(char c) const { return !at_end() && text_[at_] == c; }
  void skip_space() { at_ = std::min(text_.size(), text_.find_first_not_of(kSpace, at_)); }
  void expect(char c) {
    if (!next_is(c))
      fail(at_,
           std::string("'") + text_[at_] + "' is not expected here; filters are separated by ','");
    ++at_;
  }

  std::string quoted() {
    const std::size_t close = text_.find('\'', at_ + 1);
    if (close == std::string_view::npos) fail(at_, "this quote is never closed");
    std::string inside(text_.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
    return inside;
  }
  char escaped() {
    if (at_ + 1 == text_.size()) fail(at_, "nothing follows this '\\'");
    at_ += 2;
    return text_[at_ - 1];
  }
  // Up to one of kEnds outside quotes; surrounding white space is dropped, quoted space is kept.
  Token token() {
    skip_space();
    Token token{{}, at_};
    std::size_t kept = 0;
    while (!at_end() && kEnds.find(text_[at_]) == std::string_view::npos) {
      const char c = text_[at_];
      if (c == '\'') {
        token.text += quoted();
      } else if (c == '\\') {
        token.text += escaped();
      } else {
        token.text += c;
        ++at_;
        if (kSpace.find(c) != std::string_view::npos) continue;
      }
      kept = token.text.size();
    }
    token.text.resize(kept);
    return token;
  }

  ChainFilter parse_filter() {
    ChainFilter filter;
    skip_space();
    if (next_is('!')) {
      filter.enabled = false;
      ++at_;
      skip_space();
    }
    if (next_is('@')) filter.label = parse_label();
    const Token name = token();
    if (name.text.empty()) fail(name.at, "a filter's name is missing");
    filter.spec = find_filter(name.text, registry_);
    if (filter.spec == nullptr) fail(name.at, not_known("filter", name.text, names_of(registry_)));
    filter.values = default_values(*filter.spec);
    if (next_is('=')) parse_arguments(filter);
    if (complete_ && filter.enabled) refuse_missing(filter, name.at);
    return filter;
  }

  void refuse_missing(const ChainFilter& filter, std::size_t at) const {
    for (std::size_t i = 0; i < filter.values.size(); ++i) {
      const Parameter& parameter = filter.spec->parameters[i];
      if (!is_required(parameter) || !filter.values[i].text.empty()) continue;
      fail(at, name_of(filter) + "its " + std::string(parameter.name) + " is missing; it takes " +
                   range_text(parameter) + ": " + std::string(filter.spec->example));
    }
  }

  // FFmpeg's graphs also take all of a filter's options in one pair of quotes.
  void parse_arguments(ChainFilter& filter) {
    const std::size_t open = text_.find_first_not_of(kSpace, at_ + 1);
    const std::size_t close = open == std::string_view::npos || text_[open] != '\''
                                  ? std::string_view::npos
                                  : text_.find('\'', open + 1);
    if (close == std::string_view::npos) return parse_options(filter);
    const std::size_t after = std::min(text_.size(), text_.find_first_not_of(kSpace, close + 1));
    const bool all = after == text_.size() || text_[after] == ',';
    if (!all || text_.substr(open, close - open).find_first_of("=:") == std::string_view::npos)
      return parse_options(filter);
    const std::string_view whole = std::exchange(text_, text_.substr(0, close));
    at_ = open;
    parse_options(filter);
    if (!at_end()) fail(at_, std::string("'") + text_[at_] + "' is not expected here");
    text_ = whole;
    at_ = after;
  }

  void refuse_second_label(const Chain& chain, std::size_t at) const {
    const std::string& label = chain.filters.back().label;
    const auto same = [&](const ChainFilter& filter) { return filter.label == label; };
    if (!label.empty() && std::ranges::count_if(chain.filters, same) > 1)
      fail(at, "the label '" + label + "' is taken by another filter");
  }

  std::string parse_label() {
    ++at_;
    const Token label = token();
    if (!is_label(label.text))
      fail(label.at, "a label takes letters, digits, '_' and '-', and ends in ':'");
    if (!next_is(':')) fail(at_, "':' and a filter must follow the label '" + label.text + "'");
    ++at_;
    return label.text;
  }

  void parse_options(ChainFilter& filter) {
    bool named = false;
    std::size_t position = 0;
    do {
      ++at_;  // the '=' or ':' before the option
      Token first = token();
      if (next_is('=')) {
        named = true;
        ++at_;
        const std::size_t index = index_of(*filter.spec, first);
        set(filter, index, token());
      } else {
        if (first.text.empty()) fail(first.at, name_of(filter) + "an option is missing here");
        if (named)
          fail(first.at, name_of(filter) + "'" + first.text +
                             "' has no name; only the first options may go without");
        if (position == filter.spec->parameters.size())
          fail(first.at, name_of(filter) + "'" + first.text + "' is one value too many");
        set(filter, position++, first);
      }
    } while (next_is(':'));
  }

  static std::string name_of(const ChainFilter& filter) {
    return std::string(filter.spec->name) + ": ";
  }

  std::size_t index_of(const FilterSpec& spec, const Token& name) const {
    const auto found = std::ranges::find_if(spec.parameters, [&](const Parameter& p) {
      return p.name == name.text || (!p.short_name.empty() && p.short_name == name.text);
    });
    if (found == spec.parameters.end())
      fail(name.at, std::string(spec.name) + ": " +
                        not_known("option", name.text, names_of(spec.parameters)));
    return static_cast<std::size_t>(found - spec.parameters.begin());
  }

  void set(ChainFilter& filter, std::size_t index, const Token& value) const {
    const Parameter& parameter = filter.spec->parameters[index];
    const auto parsed = parse_value(parameter, value.text);
    if (!parsed)
      fail(value.at,
           name_of(filter) + std::string(parameter.name) + "=" + value.text +
               " is not accepted; it takes " + range_text(parameter) +
               (is_expression(parameter, value.text) ? "; expressions are not read" : ""));
    filter.values[index] = *parsed;
  }

  std::string_view text_;
  FilterRegistry registry_;
  bool complete_;
  std::size_t at_ = 0;
};

// In quotes where the chain's syntax would read something else.
std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_of(kEnds) == std::string::npos &&
                     text.find_first_of("'\\") == std::string::npos &&
                     kSpace.find(text.front()) == std::string_view::npos &&
                     kSpace.find(text.back()) == std::string_view::npos;
  if (plain) return text;
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string filter_text(const ChainFilter& filter) {
  std::string text;
  if (!filter.enabled) text.push_back('!');
  if (!filter.label.empty()) text.append(1, '@').append(filter.label).append(1, ':');
  text.append(filter.spec->name);
  char separator = '=';
  for (std::size_t i = 0; i < filter.values.size(); ++i) {
    const Parameter& parameter = filter.spec->parameters[i];
    if (filter.values[i] == default_value(parameter)) continue;
    text.append(1, separator).append(parameter.name).append(1, '=');
    const std::string value = value_text(parameter, filter.values[i]);
    text.append(parameter.is_text() ? quoted(value) : value);
    separator = ':';
  }
  return text;
}

}  // namespace

Chain parse_chain(std::string_view text, FilterRegistry registry) {
  return ChainParser(text, registry, false).parse();
}

Chain parse_complete_chain(std::string_view text, FilterRegistry registry) {
  return ChainParser(text, registry, true).parse();
}

std::string to_text(const Chain& chain) {
  std::string text;
  for (const ChainFilter& filter : chain.filters)
    append_item(text, ",", filter_text(filter));
  return text;
}

}  // namespace framelane
