#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/control.h"
#include "ui/files_model.h"
#include "ui/input.h"

namespace framelane {

// Where a recent file was left and where it lies: "at 00:01:20  /clips".
[[nodiscard]] std::string recent_detail(const RecentLine& file);

// The panel in which a file is chosen, to be played or for a filter: a folder's folders and files
// of that kind, or the recent files, cut down by what is typed. While it is open the keyboard is
// its own. Thread-safety: main thread.
class OpenDialog {
 public:
  struct Row {
    std::string name;
    std::string detail;  // dim, at the right
    std::string path;
    bool folder = false;
    double position_s = 0;
  };

  // Takes over what the model says; before each draw.
  void sync(const FilesModel& files);
  [[nodiscard]] bool shown() const { return files_.dialog.shown; }
  // Letters filter, arrows move, ENTER opens, BS goes up, ESC closes; so a path can be typed: / or
  // ~ first goes to the root or home, and / behind letters into the folder that they name. Ctrl+V
  // opens what the clipboard names, or filters by it; false for other keys with Ctrl or Alt. While
  // a folder is read that was asked for, letters filter what will come, and keys that need it wait.
  bool key(const Input& input, const Clipboard& clipboard, std::vector<Action>& actions);
  void wheel(float amount);

  // In the middle, above `bottom`.
  [[nodiscard]] static Rect box(Size logical_window, float bottom);
  // Inside the canvas' panel.
  void draw(Canvas& canvas, std::vector<Action>& actions);

 private:
  [[nodiscard]] bool for_filter() const { return !files_.dialog.kinds.empty(); }
  [[nodiscard]] bool offers(const DialogEntry& entry) const;
  // Whether what is typed is for a folder that is not there yet.
  [[nodiscard]] bool waiting() const { return asked_ && !recent_; }
  void ask_for(const std::string& folder, std::vector<Action>& actions);
  [[nodiscard]] bool keep_for_later(const Input& input);
  void forget_typed();
  void catch_up(std::vector<Action>& actions);
  void rebuild();
  void choose_shown_before();
  bool move_key(const std::string& key);
  void type(const std::string& text, std::vector<Action>& actions);
  void enter_typed(std::vector<Action>& actions);
  void paste(std::string_view text, std::vector<Action>& actions);
  void take(const std::string& path, double from_s, std::vector<Action>& actions) const;
  void erase(std::vector<Action>& actions);
  void go_up(std::vector<Action>& actions);
  void activate(std::size_t row, std::vector<Action>& actions);
  void move_to(std::ptrdiff_t row);
  void scroll_to(std::ptrdiff_t first);
  [[nodiscard]] std::string empty_line() const;
  [[nodiscard]] std::string left_out_line() const;
  void draw_head(Canvas& canvas, std::vector<Action>& actions);
  void draw_filter(Canvas& canvas, Rect box) const;
  void draw_list(Canvas& canvas, Rect list, std::vector<Action>& actions);
  void draw_row(Canvas& canvas, Rect box, std::size_t row, std::vector<Action>& actions);
  void draw_scroll_bar(Canvas& canvas, Rect list);

  FilesModel files_;  // as last taken over
  std::vector<Row> rows_;
  std::string filter_;
  bool asked_ = false;        // for a folder, whose entries are still to come
  std::vector<Input> waits_;  // keys typed meanwhile, from the first on that needs them
  std::string came_from_;     // the folder just left upwards: it is chosen in its parent
  bool recent_ = false;       // the recent files are shown, not the folder
  std::size_t chosen_ = 0, first_ = 0, room_ = 1;  // rows
};

}  // namespace framelane
