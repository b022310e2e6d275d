#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/choice_list.h"
#include "ui/filter_row.h"
#include "ui/filters_model.h"
#include "ui/scroll_area.h"
#include "ui/shown_chain.h"
#include "ui/text_wrap.h"

namespace framelane {

// The chain with its filters' times and values, to be edited: add, remove, reset, reorder, enable,
// set; presets; the chain's text. Every edit becomes one set_chain. Thread-safety: main thread.
class FiltersPanel {
 public:
  struct Place {
    Size window;                // logical
    float top = 0, bottom = 0;  // how far it may reach
    bool compact = false;       // only the chosen filter shows its sliders
  };
  // Where it stands from side to side; no height.
  [[nodiscard]] static Rect column(Size window);
  // Follows the model and says where the panel lies: as tall as its content, where there is room.
  [[nodiscard]] Rect place(const Canvas& canvas, const FiltersModel& model, const Place& place,
                           bool held, Nanoseconds now);
  // In the canvas' panel, which is the rectangle place() gave.
  void draw(Canvas& canvas, std::vector<Action>& actions);
  // What the dialog brought for the file that was asked for last (Kind::choose_file); with the next
  // draw it is an edit.
  void take_file(const std::string& path) { brought_ = path; }
  // It must be drawn again without an input: rows scroll under a dragged one.
  [[nodiscard]] bool moving() const { return moving_; }

 private:
  static constexpr float kFilterGap = 8;  // between two filters
  enum class View : unsigned char { rows, add, presets, choices };
  struct Layout {
    float rows = 0;  // height of the rows' room
    bool text_cut = false, refusal_cut = false;
    std::vector<std::string> lines, refused;  // of the chain's text, and of why an edit is refused
  };

  struct Columns {
    float ms = 48, p95 = 48;
  };

  void fit_rows();
  void fit_columns(const Canvas& canvas);
  void fit_text(const Canvas& canvas, float room);
  void keep_heads();
  void fit_refused(const Canvas& canvas, std::size_t most);
  [[nodiscard]] FilterRowLook look_of(std::size_t index) const;
  [[nodiscard]] float content_height() const;
  [[nodiscard]] float list_height() const;

  void draw_head(Canvas& canvas);
  void draw_summary(Canvas& canvas, Rect line) const;
  void draw_rows(Canvas& canvas, Rect room, std::vector<Action>& actions);
  void draw_bars(Canvas& canvas, Rect room, float top) const;
  void draw_add(Canvas& canvas, Rect room, std::vector<Action>& actions);
  void draw_presets(Canvas& canvas, Rect room, std::vector<Action>& actions);
  Typed draw_name(Canvas& canvas, Rect box);
  [[nodiscard]] Control names_ring(Canvas& canvas) const;
  void draw_choices(Canvas& canvas, Rect room, std::vector<Action>& actions);
  void draw_foot(Canvas& canvas, float top, std::vector<Action>& actions);
  void draw_refused(Canvas& canvas, Rect room) const;

  void open(Canvas& canvas, View view);
  // Of the parameter `asked_` stands for; null when the chain has it no longer.
  [[nodiscard]] const Parameter* asked_parameter(Parameter::Type type) const;
  void ask(Canvas& canvas, std::size_t index, std::size_t parameter, std::vector<Action>& actions);
  void use_brought(std::vector<Action>& actions);
  void close(Canvas& canvas);
  void leave_list(Canvas& canvas, const Typed& typed, bool done);
  void apply(Canvas& canvas, std::size_t index, const FilterRowAsks& asks,
             std::vector<Action>& actions);
  void drag(Canvas& canvas, std::size_t index, const Control& grip, float top);
  void move(Canvas& canvas, std::size_t index, std::size_t before, std::vector<Action>& actions);
  void follow_ring(Canvas& canvas, const FilterRowAsks& ring, float top);
  void edited(std::vector<Action>& actions) const;

  ShownChain shown_;
  std::vector<float> heights_;  // of the rows, as drawn
  std::vector<bool> expanded_;  // one a filter
  std::optional<std::size_t> chosen_ = 0;
  std::vector<std::string> presets_;
  std::string refused_;
  View view_ = View::rows;
  bool compact_ = false, moving_ = false;
  Layout layout_;
  WrappedText chain_text_;
  Columns columns_;
  ScrollArea scroll_{"filters"};
  ScrollArea values_{"filter_values"};  // of the open filter, in a compact panel
  ChoiceList list_;
  std::string query_, ring_;
  std::size_t found_ = 0;  // filters that answer the query
  // The filter and the parameter whose list or file dialog was opened last, and the file chosen.
  std::optional<std::pair<std::size_t, std::size_t>> asked_;
  std::optional<std::string> brought_;
  std::optional<std::size_t> dragged_, target_;  // a filter by its grip, and before which it goes
};

}  // namespace framelane
