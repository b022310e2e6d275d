#include "app/report_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace framelane {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 sequence at the front; 0 where there is none.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool outside = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
  return overlong || outside ? 0 : length;
}

std::string_view escaped(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sequence(text);
    const char c = text.front();
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (length == 0 || control)
      out += kReplacement;
    else if (!escaped(c).empty())
      out += escaped(c);
    else if (text.starts_with("://"))
      out += "&#58;";
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string decimal(std::optional<double> value, int decimals) {
  if (!value) return "–";
  std::string text = fmt::format("{:.{}f}", *value, decimals);
  return text.front() == '-' ? "−" + text.substr(1) : text;
}

std::string counted(std::int64_t value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;)
    digits.insert(at -= 3, "\u2009");
  return digits;
}

Axis Axis::covering(double from, double to, int ticks) {
  const double span = std::max(to - from, 1e-6);
  const double raw = span / ticks;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double lead = raw / power;
  Axis axis;
  axis.step = power * (lead < 1.0001 ? 1 : lead < 2.0001 ? 2 : lead < 5.0001 ? 5 : 10);
  axis.from = std::floor(from / axis.step + 1e-9) * axis.step;
  axis.to = std::max(std::ceil(to / axis.step - 1e-9), axis.from / axis.step + 1) * axis.step;
  axis.decimals = static_cast<int>(std::clamp(-std::floor(std::log10(axis.step) + 1e-9), 0.0, 6.0));
  return axis;
}

std::vector<double> Axis::ticks() const {
  std::vector<double> at;
  for (int i = 0; i < 100 && from + i * step <= to + step * 1e-6; ++i)
    at.push_back(from + i * step);
  return at;
}

Svg::Svg(double width, double height, std::string_view id, std::string_view label) {
  text_ = fmt::format(R"(<svg id="{}" viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">)", id,
                      width, height, html_text(label));
}

void Svg::rect(double x, double y, double w, double h, std::string_view style,
               std::string_view title) {
  fmt::format_to(std::back_inserter(text_),
                 R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}")", style,
                 x, y, std::max(w, 0.0), std::max(h, 0.0));
  text_ += title.empty() ? "/>" : fmt::format("><title>{}</title></rect>", html_text(title));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
  fmt::format_to(std::back_inserter(text_),
                 R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", style, x1,
                 y1, x2, y2);
}

void Svg::path(std::string_view style, const std::string& d) {
  if (!d.empty()) text_ += fmt::format(R"(<path class="{}" d="{}"/>)", style, d);
}

void Svg::text(double x, double y, std::string_view style, std::string_view text) {
  fmt::format_to(std::back_inserter(text_), R"(<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>)",
                 style, x, y, html_text(text));
}

std::string Svg::take() {
  return std::move(text_) + "</svg>\n";
}

std::string path_point(char command, double x, double y) {
  return fmt::format("{}{:.1f} {:.1f}", command, x, y);
}

}  // namespace framelane
