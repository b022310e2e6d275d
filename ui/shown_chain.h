#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/filters_model.h"
#include "ui/renewal.h"

namespace framelane {

// The chain a panel shows: the model's, or edits of it that are not in force yet. An edit stands
// from the moment it is made until the model has it, refuses it, or goes another way. Numbers are
// taken four times a second. Thread-safety: a value.
class ShownChain {
 public:
  // How long an edit waits once the model moved on without it, and at all.
  static constexpr Nanoseconds kOvertaken{2'000'000'000}, kLost{10'000'000'000};

  // `held`: a control is being dragged, so an edit stands whatever the model says.
  void follow(const FiltersModel& model, bool held, Nanoseconds now);

  [[nodiscard]] const Chain& chain() const { return chain_; }
  [[nodiscard]] std::size_t size() const { return chain_.filters.size(); }
  [[nodiscard]] const FilterRow& row(std::size_t index) const { return rows_[index]; }
  [[nodiscard]] std::optional<double> sum_ms() const { return sum_ms_; }
  [[nodiscard]] int passes() const { return passes_; }
  // What is shown is not in force yet.
  [[nodiscard]] bool ahead() const { return ahead_; }

  // A value of some filter is not its default.
  [[nodiscard]] bool resettable() const;

  // Edits. Indices must exist.
  void set_value(std::size_t index, std::size_t parameter, const FilterValue& value);
  void set_enabled(std::size_t index, bool enabled);
  void reset(std::size_t index);
  void reset_all();
  void append(const FilterSpec& spec);
  void remove(std::size_t index);
  // To where it stands before what is at `before` now; `before` may be size().
  void move(std::size_t index, std::size_t before);

 private:
  void edited();
  void take(const FiltersModel& model);
  void take_rows(const FiltersModel& model, bool at_once);
  [[nodiscard]] bool settled(const FiltersModel& model);

  Chain chain_;
  std::vector<FilterRow> rows_;
  std::optional<double> sum_ms_;
  int passes_ = 0;
  bool ahead_ = false;
  Nanoseconds now_{0}, edited_at_{0}, moved_at_{0};
  Renewal renewal_{RenewedPanel::filters};
  std::uint64_t revision_ = 0, revision_at_edit_ = 0;
  std::string refused_, refused_at_edit_;
};

}  // namespace framelane
