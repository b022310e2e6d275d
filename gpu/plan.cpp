#include "gpu/plan.h"

#include <algorithm>
#include <utility>

#include "gpu/errors.h"
#include "gpu/filters/lattice_luma.h"
#include "gpu/filters/point_program.h"

namespace framelane {
namespace {

// Chroma position of luma sample x is x / 2^log2 + shift.
float chroma_shift_x(Siting siting, int log2) {
  const bool centred =
      siting == Siting::center || siting == Siting::top || siting == Siting::bottom;
  return log2 > 0 && centred ? -0.25F : 0.0F;
}
float chroma_shift_y(Siting siting, int log2) {
  if (log2 == 0 || siting == Siting::topleft || siting == Siting::top) return 0;
  return siting == Siting::bottomleft || siting == Siting::bottom ? -0.5F : -0.25F;
}

bool finer_chroma(const PixelFormat& out, const PixelFormat& in) {
  return out.log2_chroma_w < in.log2_chroma_w || out.log2_chroma_h < in.log2_chroma_h;
}

// Whether a pass that computes on `from` can store as `to` without a conversion.
bool stores_as(const FrameFacts& from, const FrameFacts& to) {
  const PixelFormat &a = *from.format, &b = *to.format;
  return a.family == b.family && a.depth == b.depth && a.log2_chroma_w == b.log2_chroma_w &&
         a.log2_chroma_h == b.log2_chroma_h && (a.alpha || !b.alpha) &&
         is_identity(color_map(from, to));
}

std::string joined(const std::string& a, std::string_view b) {
  return a.empty() ? std::string(b) : a + "+" + std::string(b);
}

class Planner {
 public:
  explicit Planner(const FrameFacts& source) : memory_(source), state_(source), home_(source) {}

  // `position` in the chain.
  void add(const ChainFilter& filter, int position) {
    const FrameFacts space = facts_in(filter.spec->space, home_);
    const FilterStep step = filter.spec->plan(filter.values, space);
    const bool retags = step.becomes && step.becomes(home_) != home_;
    if (!step.changes_samples() && !retags) return;
    if (step.works.empty()) {
      add_point(filter, position, step, space);
    } else {
      add_works(filter, position, step, space);
    }
    if (!step.becomes) return;
    const bool opaque = !home_.format->alpha;
    become(step.becomes(home_));
    if (!step.changes_samples()) settle(opaque);
  }

  std::vector<Pass> finish(const OutputFormat& output, FrameFacts& result) {
    result = result_facts(output);
    const bool only_storing = program_.empty() && state_ == memory_;
    if (only_storing && passes_.empty() && memory_.format == result.format &&
        is_identity(color_map(memory_, result)))
      return {};
    if (only_storing && !passes_.empty() && stores_as(memory_, result)) {
      passes_.back().output = result;
      passes_.back().writes_stored = true;
    } else {
      program_.convert(state_, result);
      emit_point(result, true);
    }
    return std::move(passes_);
  }

  [[nodiscard]] int reach() const { return reach_; }

 private:
  void add_point(const ChainFilter& filter, int position, const FilterStep& step,
                 const FrameFacts& space) {
    // Two conversions may join the filter's own operations, each with alpha's in one of its own, as
    // may what the filter does to alpha.
    const bool full = program_.count() + static_cast<int>(step.point.size()) + 6 > kMaxPointOps ||
                      program_.tables().size() + step.tables.size() > std::size_t{kMaxPassTables};
    if (full) emit_point(state_, false);
    if (step.changes_samples()) enter(space);
    for (const PointOp& op : step.point)
      program_.append(op, step.tables);
    program_.append_alpha(step.alpha_gain, step.alpha_offset);
    if (step.leaves) state_ = *step.leaves;
    names_ = joined(names_, filter.spec->name);
    carried_.push_back(position);
  }

  void add_works(const ChainFilter& filter, int position, const FilterStep& step,
                 const FrameFacts& space) {
    if (!program_.empty() || state_ != space || memory_ != space) {
      enter(space);
      emit_point(space, false);
    }
    for (const FilterStep::Work& work : step.works) {
      Pass pass = pass_to(work.output);
      pass.name = filter.spec->name;
      pass.filters = {position};
      pass.work = work.work;
      pass.tables = work.tables;
      pass.scratch_bytes = work.scratch_bytes;
      pass.state_bytes = work.state_bytes;
      if (&work == &step.works.front()) {
        pass.behind = step.behind;
        pass.ahead = step.ahead;
        pass.outputs_per_input = step.outputs_per_input;
      }
      reach_ += pass.behind;
      passes_.push_back(std::move(pass));
    }
    leave(space);
  }

  // After a filter in `space`: its output is home where it worked at home, else home takes its
  // size.
  void leave(const FrameFacts& space) {
    if (home_ == space) {
      home_ = memory_;
    } else {
      home_.width = memory_.width;
      home_.height = memory_.height;
      home_.sample_aspect = memory_.sample_aspect;
    }
  }

  // The picture counts as `facts` from here on. Primaries, transfer and field order are what the
  // filter has made of it; format, matrix and range are converted to when something needs them.
  void become(const FrameFacts& facts) {
    const bool unchanged = program_.empty() && state_ == memory_;
    home_ = facts;
    state_.color.primaries = facts.color.primaries;
    state_.color.transfer = facts.color.transfer;
    state_.field_order = facts.field_order;
    if (unchanged) memory_ = state_;
  }

  // After a filter that only says what the picture is: what the new kind cannot hold, as colour in
  // gray, is gone at once. Fewer chroma samples and fewer bits wait till the picture is stored.
  // `opaque`: the picture had no alpha before, whatever lies in memory.
  void settle(bool opaque) {
    if (opaque && home_.format->alpha && memory_.format->alpha)
      program_.append_alpha(0, static_cast<float>(state_.format->max_code()));
    if (!is_identity(color_map(state_, home_))) enter(home_);
  }

  void enter(const FrameFacts& space) {
    program_.convert(state_, space);
    state_ = space;
  }

  // A pass from what lies in memory, which then holds its output in working samples.
  Pass pass_to(const FrameFacts& output) {
    Pass pass;
    pass.input = memory_;
    pass.output = output;
    pass.reads_stored = passes_.empty();
    pass.writes_stored = false;
    memory_ = state_ = output;
    return pass;
  }

  void emit_point(const FrameFacts& output, bool last) {
    const FrameFacts input = memory_;
    Pass pass = pass_to(output);
    PointWork work = program_.finish();
    pass.tables = program_.tables();
    add_luma_entries(work, pass.tables, *output.format);
    work.alpha_fill = static_cast<float>(output.format->max_code());
    work.interpolate_chroma = last && finer_chroma(*output.format, *input.format);
    work.chroma_shift_x = chroma_shift_x(input.color.siting, input.format->log2_chroma_w);
    work.chroma_shift_y = chroma_shift_y(input.color.siting, input.format->log2_chroma_h);
    pass.name = names_.empty() ? "convert" : std::exchange(names_, {});
    pass.filters = std::exchange(carried_, {});
    pass.work = work;
    pass.writes_stored = last;
    passes_.push_back(std::move(pass));
    program_ = {};
  }

  [[nodiscard]] FrameFacts result_facts(const OutputFormat& output) const {
    switch (output.kind) {
      case OutputFormat::Kind::rgba:
        return facts_as(*find_pixel_format("rgba"), home_);
      case OutputFormat::Kind::named:
        return facts_as(*output.named, home_);
      case OutputFormat::Kind::source:
        break;
    }
    return home_;
  }

  FrameFacts memory_;  // what lies in memory before the pending program
  FrameFacts state_;   // after it
  FrameFacts home_;    // the picture as the chain sees it, whatever space a filter works in
  PointProgram program_;
  std::string names_;         // of the filters in the pending program
  std::vector<int> carried_;  // their positions
  std::vector<Pass> passes_;
  int reach_ = 0;
};

}  // namespace

PlanNeeds needs_of(const ChainPlan& plan) {
  PlanNeeds needs;
  for (const Pass& pass : plan.passes) {
    needs.history += pass.behind + pass.ahead;
    needs.ahead += pass.ahead;
    // The end of the stream completes the lookahead in one submit.
    needs.outputs = needs.outputs * pass.outputs_per_input + pass.ahead * pass.outputs_per_input;
  }
  return needs;
}

int results_per_frame(const ChainPlan& plan) {
  int count = 1;
  for (const Pass& pass : plan.passes)
    count *= pass.outputs_per_input;
  return count;
}

bool remembers(const ChainPlan& plan) {
  return std::ranges::any_of(plan.passes, [](const Pass& pass) { return pass.temporal(); });
}

std::shared_ptr<const ChainPlan> plan_chain(const Chain& chain, const FrameFacts& source,
                                            const OutputFormat& output, const ScopeWants& scopes) {
  auto plan = std::make_shared<ChainPlan>();
  plan->chain_text = to_text(chain);
  plan->source = source;
  plan->scopes = scopes;
  Planner planner(source);
  for (std::size_t i = 0; i < chain.filters.size(); ++i)
    if (chain.filters[i].enabled) planner.add(chain.filters[i], static_cast<int>(i));
  plan->passes = planner.finish(output, plan->result);
  plan->reach = planner.reach();
  return plan;
}

}  // namespace framelane
