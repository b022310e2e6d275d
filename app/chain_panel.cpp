#include "app/chain_panel.h"

#include <exception>
#include <utility>

#include "gpu/errors.h"

namespace framelane {

ChainPanel::ChainPanel(Presets presets, Clipboard clipboard)
    : presets_(std::move(presets)), clipboard_(std::move(clipboard)) {
  model_.presets = presets_.names();
}

std::optional<ChainPanel::Told> ChainPanel::apply(const Action& action, Player& player) {
  using Kind = Action::Kind;
  switch (action.kind) {
    case Kind::set_chain:
      set_text(player, action.text);  // the panel shows a refusal itself
      return Told{};
    case Kind::copy_chain:
      clipboard_.write(to_text(player.chain()));
      return Told{{}, "The chain's text is in the clipboard"};
    case Kind::paste_chain:
      return Told{set_text(player, clipboard_.read()), {}};
    case Kind::save_preset:
      return save(player, action.text);
    case Kind::load_preset:
      return load(player, action.text);
    default:
      return std::nullopt;
  }
}

// The refusal, or empty.
std::string ChainPanel::set_text(Player& player, const std::string& text) {
  try {
    refused_ = player.set_chain(parse_chain(text));
  } catch (const UsageError& error) {
    refused_ = error.what();
  }
  return refused_;
}

ChainPanel::Told ChainPanel::save(const Player& player, const std::string& name) {
  Told told;
  try {
    presets_.save(name, player.chain());
    told.note = "Preset saved: " + name;
  } catch (const UsageError& error) {
    told.fault = error.what();
  } catch (const std::exception& error) {
    told.fault = error.what();
    told.failed = true;
  }
  model_.presets = presets_.names();
  return told;
}

ChainPanel::Told ChainPanel::load(Player& player, const std::string& name) {
  Told told;
  try {
    told.fault = refused_ = player.set_chain(presets_.load(name));
  } catch (const std::exception& error) {
    told.fault = error.what();
  }
  model_.presets = presets_.names();
  return told;
}

void ChainPanel::note_chain(const Player& player, bool fresh) {
  if (fresh) {
    feed_.clear();
    refused_.clear();
  }
  feed_.set_chain(player.chain(), *player.plan(), player.chain_revision());
  renewal_.reset();
}

void ChainPanel::clear() {
  feed_.clear();
  renewal_.reset();
}

// What stands still is drawn too seldom to wait for the next renewal.
const FiltersModel& ChainPanel::model(const Player& player, FiltersFeed::Host::time_point now) {
  const bool still = player.paused() || player.ended();
  if (renewal_.due(now.time_since_epoch(), still)) feed_.fill(model_);
  model_.refused = refused_;
  return model_;
}

}  // namespace framelane
