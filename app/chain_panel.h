#pragma once
#include <optional>
#include <string>

#include "app/filters_feed.h"
#include "app/player.h"
#include "app/presets.h"
#include "ui/actions.h"
#include "ui/control.h"
#include "ui/filters_model.h"
#include "ui/renewal.h"

namespace framelane {

// What stands behind the filters panel: the chain's edits by text, clipboard and preset, and the
// panel's model. Thread-safety: feed().add() from any thread; the rest on the main thread.
class ChainPanel {
 public:
  ChainPanel(Presets presets, Clipboard clipboard);

  // To be told beside the panel; an empty line is nothing.
  struct Told {
    std::string fault, note;
    bool failed = false;  // the fault is no refusal: what was asked for rightly could not be done
  };
  // Carries out an action of the panel; nothing for any other.
  [[nodiscard]] std::optional<Told> apply(const Action& action, Player& player);

  // The player's chain may be another one: an edit, or another input with `fresh`, of which nothing
  // is refused or measured.
  void note_chain(const Player& player, bool fresh = false);
  // What was measured before is no longer true: another mode, lanes or memory.
  void clear();
  [[nodiscard]] FiltersFeed& feed() { return feed_; }
  // Its numbers are renewed four times a second.
  [[nodiscard]] const FiltersModel& model(const Player& player, FiltersFeed::Host::time_point now);

 private:
  std::string set_text(Player& player, const std::string& text);
  Told save(const Player& player, const std::string& name);
  Told load(Player& player, const std::string& name);

  Presets presets_;
  Clipboard clipboard_;
  FiltersFeed feed_;
  FiltersModel model_;
  Renewal renewal_{RenewedPanel::filters};
  std::string refused_;  // the last edit, until one is taken
};

}  // namespace framelane
