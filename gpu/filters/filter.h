#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/filters/pass_work.h"
#include "gpu/frame_facts.h"
#include "gpu/pass_memory.h"

namespace framelane {

// One option of a filter: what the parser, the help, the sliders and the tests read.
struct Parameter {
  // choice: one of `choices`; text: anything; file: the path of a file to read.
  enum class Type : std::uint8_t { number, integer, boolean, flags, list, choice, text, file };
  struct Choice {
    std::string_view name;
    std::uint32_t bit;  // of a choice: its number
  };
  std::string_view name;
  Type type = Type::number;
  std::string_view unit{};  // empty: a pure number
  double minimum = 0, maximum = 0;
  double standard = 0;  // default; of a list: of each of its `list_count` entries
  std::string_view help;
  std::string_view short_name{};            // FFmpeg's second name of the same option
  std::span<const Choice> choices{};        // of flags and choices
  bool odd = false;                         // of an integer: even values are refused
  int list_count = 0;                       // of a list: entries of the default
  std::span<const double> list_standard{};  // of a list: the default, where entries differ
  std::string_view standard_text{};         // default of a text or file
  std::string_view file_kinds{};            // of a file: the names' endings, "cube|3dl"
  [[nodiscard]] constexpr bool is_text() const { return type == Type::text || type == Type::file; }
};

// The value of one option. Flags are a mask, booleans 0 or 1, a choice is its number.
struct FilterValue {
  double number = 0;
  std::vector<double> list;
  std::string text{};  // of texts and files
  friend bool operator==(const FilterValue&, const FilterValue&) = default;
};
using FilterValues = std::vector<FilterValue>;  // in the order of the filter's parameters

// Where a filter computes (see the chain planner): the source's own planes; the same but YUV or
// gray only, RGB passing through BT.709 limited; or full-range R'G'B'.
enum class FilterSpace : std::uint8_t { planes, yuv_planes, rgb };

// What a filter with these values does to a picture of these facts. Nothing set: no effect.
struct FilterStep {
  struct Work {
    PassWork work;
    FrameFacts output;
    std::vector<PassTableRef> tables{};  // see Pass
    std::size_t scratch_bytes = 0, state_bytes = 0;
  };
  std::vector<PointOp> point;        // a point filter's operations
  std::vector<PassTableRef> tables;  // that they count from 0
  float alpha_gain = 1, alpha_offset = 0;
  // What those operations make of a picture in the filter's space, where it is of another kind.
  std::optional<FrameFacts> leaves;
  std::vector<Work> works;                           // a neighbourhood filter's passes
  int behind = 0, ahead = 0, outputs_per_input = 1;  // of its one temporal pass
  // What the picture counts as from here on, where a filter changes its format or colour: given
  // the facts of the chain's picture, not of the filter's space, so that a filter in R'G'B' can
  // give YUV another matrix. What it works on stays in the filter's space till something needs it
  // otherwise. The size follows from the works.
  std::function<FrameFacts(const FrameFacts& home)> becomes;
  [[nodiscard]] bool changes_samples() const {
    return !point.empty() || !works.empty() || alpha_gain != 1.0F || alpha_offset != 0.0F;
  }
};

// A filter: its options and what it does. Lives in a static table; compare by address.
struct FilterSpec {
  std::string_view name;
  std::string_view help;   // one line
  std::string_view notes;  // what differs from FFmpeg's filter of that name; may be empty
  FilterSpace space = FilterSpace::planes;
  std::span<const Parameter> parameters;
  // Throws UsageError when such pictures cannot be taken.
  FilterStep (*plan)(const FilterValues& values, const FrameFacts& facts) = nullptr;
  std::string_view example{};  // a chain of it that does something
};

using FilterRegistry = std::span<const FilterSpec* const>;

// Every filter of the program, in the order the help lists them.
[[nodiscard]] FilterRegistry shipped_filters();
[[nodiscard]] const FilterSpec* find_filter(std::string_view name, FilterRegistry registry);

// What happens when nothing is said.
[[nodiscard]] FilterValues default_values(const FilterSpec& filter);

// `framelane filters` and `framelane filters NAME`.
[[nodiscard]] std::string filters_help(FilterRegistry registry = shipped_filters());
[[nodiscard]] std::string filter_help(const FilterSpec& filter);

}  // namespace framelane
