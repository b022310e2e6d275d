#include "ui/pixel_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "ui/number_text.h"

namespace framelane {
namespace {

constexpr float kPixelsWidth = 560, kPixelsHeight = 224, kPixelsTop = 48, kText = 180,
                kPixelsGap = 8, kPixelsBetween = 16;
constexpr float kMostCell = 18;

// A loupe's cell in whole logical pixels.
float cell_size(Rect panel) {
  const float room = panel.w - 2 * Theme::kPadding - kText - kPixelsBetween - kPixelsGap;
  return std::clamp(std::floor(room / (2 * PixelModel::kAcross)), 4.0F, kMostCell);
}

ImU32 color_of(const std::optional<Rgb8>& rgb) {
  return rgb ? IM_COL32((*rgb)[0], (*rgb)[1], (*rgb)[2], 255) : Theme::kWell;
}

void draw_frame(Canvas& canvas, Rect box) {
  canvas.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, Theme::kInk, 0);
  canvas.outline(box, white(100), 0);
}

void draw_loupe(Canvas& canvas, float x, float y, float cell, const PixelModel::Loupe& loupe) {
  for (int j = 0; j < PixelModel::kAcross; ++j) {
    for (int i = 0; i < PixelModel::kAcross; ++i) {
      const auto at = static_cast<std::size_t>(j * PixelModel::kAcross + i);
      canvas.fill({x + static_cast<float>(i) * cell, y + static_cast<float>(j) * cell, cell, cell},
                  color_of(loupe[at]));
    }
  }
  const float middle = PixelModel::kReach * cell;
  draw_frame(canvas, {x + middle, y + middle, cell, cell});
}

std::string number(const std::optional<Rgb8>& rgb, std::size_t c) {
  return rgb ? std::to_string((*rgb)[c]) : kNoValue;
}

std::string change(const std::optional<Rgb8>& before, const std::optional<Rgb8>& after,
                   std::size_t c) {
  if (!before || !after) return kNoValue;
  const int by = (*after)[c] - (*before)[c];
  const char* sign = by > 0 ? "+" : by < 0 ? "\u2212" : "";
  return sign + std::to_string(std::abs(by));
}

struct PixelColumns {
  float x, w;  // of one of three
  [[nodiscard]] Rect at(int i, float y, float h) const {
    return {x + 24 + static_cast<float>(i) * w, y, w, h};
  }
};

void draw_rgb(Canvas& canvas, const PixelColumns& columns, float y, const PixelModel& model) {
  constexpr const char* kHeads[] = {"before", "after", "change"};
  for (int i = 0; i < 3; ++i) {
    canvas.text(columns.at(i, y, 16), {{kHeads[i], Theme::kDim, TextSize::small}}, Align::right);
  }
  const auto& before = model.before[PixelModel::middle()];
  const auto& after = model.after[PixelModel::middle()];
  constexpr const char* kNames[] = {"R", "G", "B"};
  for (std::size_t c = 0; c < 3; ++c) {
    const float row = y + 16 + 24 * static_cast<float>(c);
    canvas.text({columns.x, row, 24, 24}, {{kNames[c], Theme::kDim}});
    const auto tone = [](const auto& value, ImU32 usual) { return value ? usual : Theme::kFaint; };
    canvas.text(columns.at(0, row, 24), {{number(before, c), tone(before, Theme::kText)}},
                Align::right);
    canvas.text(columns.at(1, row, 24), {{number(after, c), tone(after, Theme::kText)}},
                Align::right);
    const ImU32 dim = before && after ? Theme::kDim : Theme::kFaint;
    canvas.text(columns.at(2, row, 24), {{change(before, after, c), dim}}, Align::right);
  }
}

TextLine code_line(const PixelModel::Code& code, TextSize size) {
  return {{std::string(code.name) + " ", Theme::kDim, size},
          {std::to_string(code.value), Theme::kText, size}};
}

// Smaller where 16-bit codes need the room.
TextSize code_size(const Canvas& canvas, float room, const PixelModel& model) {
  constexpr float kApart = 12;
  float wide = -kApart;
  for (std::size_t i = 0; i < std::min<std::size_t>(model.codes.size(), 3); ++i)
    wide += canvas.width(code_line(model.codes[i], TextSize::body)) + kApart;
  return wide <= room ? TextSize::body : TextSize::small;
}

// The first at the left edge, the last at the right one; a fourth goes under them.
void draw_codes(Canvas& canvas, Rect line, const PixelModel& model) {
  const std::size_t in_row = std::min<std::size_t>(model.codes.size(), 3);
  const TextSize size = code_size(canvas, line.w, model);
  for (std::size_t i = 0; i < model.codes.size(); ++i) {
    Rect at = line;
    if (i >= in_row) at.y += 20;
    const bool middle = i == 1 && in_row == 3;
    const bool last = i + 1 == in_row && in_row > 1;
    canvas.text(at, code_line(model.codes[i], size),
                middle ? Align::center
                : last ? Align::right
                       : Align::left);
  }
}

TextLine place_line(const PixelModel& model) {
  const std::string x = model.known ? std::to_string(model.x) : kNoValue;
  const std::string y = model.known ? std::to_string(model.y) : kNoValue;
  const auto dim = [](const char* text) { return TextSpan{text, Theme::kDim, TextSize::small}; };
  const auto lit = [](const std::string& text) {
    return TextSpan{text, Theme::kText, TextSize::small};
  };
  return {dim("x "), lit(x), dim("  y "), lit(y), dim("  zoom "), lit(fixed(model.zoom, 2)),
          dim("×")};
}

}  // namespace

Rect pixel_panel_box(Size logical_window, float bottom, Rect beside) {
  const float right = static_cast<float>(logical_window.width) - Theme::kMargin;
  Rect box{Theme::kMargin, bottom - kPixelsHeight, 0, kPixelsHeight};
  box.w = std::min(kPixelsWidth, right - box.x);
  if (!box.meets(beside)) return box;
  box.x = beside.right() + Theme::kGap;
  box.w = std::min(kPixelsWidth, right - box.x);
  return box;
}

void draw_pixel_panel(Canvas& canvas, const PixelModel& model) {
  const Rect p = canvas.panel();
  const float left = p.x + Theme::kPadding, right = p.right() - Theme::kPadding;
  const TextLine name{{"Pixel"}};
  canvas.text({left, p.y + 8, canvas.width(name) + 1, 24}, name);
  canvas.text({left + 48, p.y + 8, right - left - 48, 24}, place_line(model), Align::right);
  const float cell = cell_size(p), across = PixelModel::kAcross * cell, y = p.y + kPixelsTop;
  draw_loupe(canvas, left, y, cell, model.before);
  draw_loupe(canvas, left + across + kPixelsGap, y, cell, model.after);
  const float x = right - kText;
  draw_rgb(canvas, {x, (kText - 24) / 3}, y, model);
  canvas.fill({x, y + 96, kText, 1}, white(12));
  const std::string depth = "source code values, " + std::to_string(model.depth) + " bit";
  canvas.text({x, y + 104, kText, 16}, {{depth, Theme::kDim, TextSize::small}});
  if (model.known) {
    draw_codes(canvas, {x, y + 124, kText, 24}, model);
  } else {
    canvas.text({x, y + 124, kText, 24}, {{"point at the picture", Theme::kDim}});
  }
}

void draw_pixel_mark(Canvas& canvas, const PixelModel::Mark& mark, double scale) {
  const auto s = static_cast<float>(scale);
  const float w = std::max(21.0F, mark.w / s), h = std::max(21.0F, mark.h / s);
  const Rect box{(mark.x + mark.w / 2) / s - w / 2, (mark.y + mark.h / 2) / s - h / 2, w, h};
  canvas.outline(box, rgb_color(0x0B0D10, 80), 0, 3);
  canvas.outline(box, white(100), 0, 1);
}

}  // namespace framelane
