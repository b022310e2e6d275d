#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// Text as it must stand in HTML, in an element or a quoted attribute. Bytes that are not UTF-8 and
// control characters become U+FFFD; no address in it looks like a link.
[[nodiscard]] std::string html_text(std::string_view text);
// With a fixed count of decimals, the same in every locale; an en dash for no value.
[[nodiscard]] std::string decimal(std::optional<double> value, int decimals);
// "36 000", with thin spaces.
[[nodiscard]] std::string counted(std::int64_t value);

// An axis from `from` on with ticks at multiples of a step of 1, 2 or 5.
struct Axis {
  double from = 0, to = 1, step = 1;
  int decimals = 0;
  // Whole steps that cover [from, to]; about `ticks` of them.
  [[nodiscard]] static Axis covering(double from, double to, int ticks);
  [[nodiscard]] std::vector<double> ticks() const;
};

// Builds one inline SVG; lengths are CSS pixels at full width. Thread-safety: one thread at a time.
class Svg {
 public:
  Svg(double width, double height, std::string_view id, std::string_view label);
  // `title` is shown by browsers when the mouse rests on it.
  void rect(double x, double y, double w, double h, std::string_view style,
            std::string_view title = {});
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  void path(std::string_view style, const std::string& d);
  // style: classes; "end" and "mid" set the anchor.
  void text(double x, double y, std::string_view style, std::string_view text);
  void raw(std::string_view markup) { text_ += markup; }
  [[nodiscard]] std::string take();

 private:
  std::string text_;
};

// Of a path: absolute commands with one decimal.
[[nodiscard]] std::string path_point(char command, double x, double y);

}  // namespace framelane
