#include "ui/key_help.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/keys.h"

namespace framelane {
namespace {

TextLine keys_line(const KeyLine& row) {
  TextLine line;
  std::string held;  // "Shift+", said once
  for (const std::string& key : row.keys) {
    const std::string with =
        key.size() > 1 ? key.substr(0, key.rfind('+', key.size() - 2) + 1) : "";
    const bool same = !line.empty() && with == held;
    if (!line.empty()) line.push_back({"  ", Theme::kDim, TextSize::small});
    line.push_back({same ? key.substr(with.size()) : key, Theme::kText, TextSize::small});
    held = with;
  }
  return line;
}

TextLine words_line(const KeyLine& row) {
  return {{std::string(row.help), Theme::kDim, TextSize::small}};
}

}  // namespace

float KeyHelp::Form::width() const {
  float wide = 2 * density.padding + density.gap * static_cast<float>(columns.size() - 1);
  for (const Column& column : columns)
    wide += column.keys + density.inner + column.words;
  return wide;
}

float KeyHelp::Form::height() const {
  return 2 * density.padding + density.head + density.line * static_cast<float>(lines);
}

KeyHelp::Form KeyHelp::form(const Canvas& canvas, const Density& density, std::size_t columns) {
  const std::vector<KeyLine> rows = key_lines();
  Form form{density, std::vector<Column>(columns), (rows.size() + columns - 1) / columns};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Column& column = form.columns[i / form.lines];
    column.keys = std::max(column.keys, std::ceil(canvas.width(keys_line(rows[i]))));
    column.words = std::max(column.words, std::ceil(canvas.width(words_line(rows[i]))));
  }
  return form;
}

// The first form that is whole; none: the one that shows most, at the distances that read best.
void KeyHelp::choose(const Canvas& canvas, Rect room) {
  for (const Density& density : {kRoomy, kDense}) {
    for (const std::size_t columns : {std::size_t{2}, std::size_t{1}, std::size_t{3}}) {
      form_ = form(canvas, density, columns);
      if (form_.width() <= room.w && form_.height() <= room.h) return;
    }
  }
  for (const std::size_t columns : {std::size_t{3}, std::size_t{2}, std::size_t{1}}) {
    form_ = form(canvas, kRoomy, columns);
    if (form_.width() <= room.w) return;
  }
}

Rect KeyHelp::place(const Canvas& canvas, Rect room) {
  choose(canvas, room);
  const float wide = std::min(form_.width(), room.w), tall = std::min(form_.height(), room.h);
  return {room.right() - wide, room.y, wide, tall};
}

void KeyHelp::draw(Canvas& canvas) {
  const Rect p = canvas.panel();
  const Density& d = form_.density;
  const Rect inside{p.x + d.padding, p.y + d.padding, p.w - 2 * d.padding, p.h - 2 * d.padding};
  canvas.text({inside.x, inside.y, inside.w, 24}, {{"Keys"}});
  // Whole lines alone are seen.
  const float lines = std::floor(std::max(0.0F, inside.h - d.head) / d.line);
  const Rect room{inside.x, inside.y + d.head, inside.w, lines * d.line};
  (void)scroll_.begin(canvas, room, d.line * static_cast<float>(form_.lines));
  const float first = std::round(scroll_.offset() / d.line);
  const std::vector<KeyLine> rows = key_lines();
  float x = inside.x;
  for (std::size_t c = 0; c < form_.columns.size(); ++c) {
    const Column& column = form_.columns[c];
    const float words = x + column.keys + d.inner;
    for (std::size_t i = 0; i < form_.lines && c * form_.lines + i < rows.size(); ++i) {
      const float line = static_cast<float>(i) - first;
      if (line < 0 || line >= lines) continue;
      const KeyLine& row = rows[c * form_.lines + i];
      const float y = room.y + line * d.line;
      canvas.text({x, y, column.keys, d.line}, keys_line(row));
      canvas.text({words, y, std::min(column.words, inside.right() - words), d.line},
                  words_line(row));
    }
    x = words + column.words + d.gap;
  }
  scroll_.end(canvas);
}

void KeyHelp::wheel(float turns) {
  constexpr float kLinesATurn = 3;
  scroll_.by(-turns * kLinesATurn * form_.density.line);
}

}  // namespace framelane
