#include "ui/shown_chain.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr Nanoseconds kRefusedAgain{500'000'000};

bool same_filters(const Chain& a, const Chain& b) {
  return std::ranges::equal(a.filters, b.filters, {}, &ChainFilter::spec, &ChainFilter::spec);
}

auto at(auto& list, std::size_t index) {
  return list.begin() + static_cast<std::ptrdiff_t>(index);
}

void move_in(auto& list, std::size_t from, std::size_t before) {
  if (before > from) {
    std::rotate(at(list, from), at(list, from + 1), at(list, before));
  } else {
    std::rotate(at(list, before), at(list, from), at(list, from + 1));
  }
}

}  // namespace

void ShownChain::follow(const FiltersModel& model, bool held, Nanoseconds now) {
  now_ = now;
  if (model.revision != revision_) moved_at_ = now;
  const bool at_once = model.revision != revision_;
  revision_ = model.revision;
  refused_ = model.refused;
  if (ahead_ && !held && settled(model)) ahead_ = false;
  if (!ahead_) take(model);
  take_rows(model, at_once);
}

bool ShownChain::settled(const FiltersModel& model) {
  if (model.chain == chain_) return true;
  // The same words again may be of the edit before, for a moment.
  const bool anew = model.refused != refused_at_edit_ || now_ - edited_at_ >= kRefusedAgain;
  if (!model.refused.empty() && anew) return true;
  const bool overtaken = model.revision != revision_at_edit_ && now_ - moved_at_ >= kOvertaken;
  return overtaken || now_ - edited_at_ >= kLost;
}

void ShownChain::take(const FiltersModel& model) {
  const bool same = same_filters(chain_, model.chain);
  chain_ = model.chain;
  if (!same) renewal_.reset();
}

void ShownChain::take_rows(const FiltersModel& model, bool at_once) {
  if (same_filters(chain_, model.chain) && renewal_.due(now_, at_once)) {
    rows_ = model.rows;
    sum_ms_ = model.sum_ms;
    passes_ = model.passes;
  }
  rows_.resize(chain_.filters.size());
}

void ShownChain::edited() {
  ahead_ = true;
  edited_at_ = now_;
  revision_at_edit_ = revision_;
  refused_at_edit_ = refused_;
}

void ShownChain::set_value(std::size_t index, std::size_t parameter, const FilterValue& value) {
  chain_.filters[index].values[parameter] = value;
  edited();
}

// Its times are of the chain before.
void ShownChain::set_enabled(std::size_t index, bool enabled) {
  chain_.filters[index].enabled = enabled;
  rows_[index] = {};
  edited();
}

void ShownChain::reset(std::size_t index) {
  ChainFilter& filter = chain_.filters[index];
  filter.values = default_values(*filter.spec);
  edited();
}

void ShownChain::reset_all() {
  for (ChainFilter& filter : chain_.filters)
    filter.values = default_values(*filter.spec);
  edited();
}

bool ShownChain::resettable() const {
  return std::ranges::any_of(chain_.filters, [](const ChainFilter& filter) {
    return filter.values != default_values(*filter.spec);
  });
}

void ShownChain::append(const FilterSpec& spec) {
  chain_.filters.push_back({&spec, true, {}, default_values(spec)});
  rows_.emplace_back();
  edited();
}

void ShownChain::remove(std::size_t index) {
  chain_.filters.erase(at(chain_.filters, index));
  rows_.erase(at(rows_, index));
  edited();
}

void ShownChain::move(std::size_t index, std::size_t before) {
  move_in(chain_.filters, index, before);
  move_in(rows_, index, before);
  edited();
}

}  // namespace framelane
