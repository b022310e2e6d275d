#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/renewal.h"
#include "ui/timeline_chart.h"
#include "ui/timeline_model.h"
#include "ui/timeline_view.h"

namespace framelane {

// Swim lanes of the last frames: what each stage did when. It can be held, scrolled and zoomed
// without the player; what is on show can be saved. Thread-safety: main thread.
class TimelinePanel {
 public:
  // How tall it wants to be.
  [[nodiscard]] static float height(int lanes);
  struct Look {
    bool compact = false;  // no subtitle; the read-out in the legend's place
    bool every_number = true;
  };
  // In the canvas' panel.
  void draw(Canvas& canvas, const TimelineModel& model, const Look& look, Nanoseconds now,
            std::vector<Action>& actions);
  // The model must stay as it is.
  [[nodiscard]] bool held() const { return view_.held(); }
  [[nodiscard]] Interval stretch() const { return view_.stretch(); }

 private:
  void draw_head(Canvas& canvas, const TimelineModel& model, const Look& look,
                 const TimelineBlock* pointed, std::vector<Action>& actions);
  float draw_buttons(Canvas& canvas, std::vector<Action>& actions);
  void steer(Canvas& canvas, const TimelineChart& chart);
  void drag(Canvas& canvas, const Control& control, const TimelineChart& chart);
  void refresh(const TimelineModel& model, Nanoseconds now);

  TimelineView view_;
  std::optional<Nanoseconds> grabbed_;  // while dragged: the stretch's beginning before
  // While the stretch moves, numbers stand still for a quarter of a second.
  Renewal renewal_{RenewedPanel::timeline};
  Interval drawn_;
  std::string subtitle_;
  std::vector<std::optional<double>> busy_;  // one a row, 1 = all of the time
};

}  // namespace framelane
