#include "app/file_opener.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "gpu/errors.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

bool is_input_error(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError&) {
    return true;
  } catch (...) {
    return false;
  }
}

std::string one_line(const std::vector<std::string>& faults) {
  std::string line;
  for (const std::string& fault : faults)
    line += (line.empty() ? "" : "; ") + fault;
  return line;
}

}  // namespace

std::string lasting_name(const std::string& input) {
  std::error_code error;
  if (!std::filesystem::exists(input, error)) return input;
  const auto path = std::filesystem::absolute(input, error);
  return error ? input : path.lexically_normal().string();
}

void FileOpener::play(std::vector<std::string> inputs) {
  if (!inputs.empty()) expand(std::move(inputs), false);
}

void FileOpener::expand(std::vector<std::string> paths, bool asked_by_user) {
  asked_by_user_ = asked_by_user;
  expanding_.start([paths = std::move(paths)] { return files_of(paths); }, wake_);
}

// Two steps in a row go two files on, also while the first is still being opened.
const Playlist& FileOpener::latest() const {
  return wanted_ ? wanted_->list : trying_ ? trying_->list : playlist_;
}

void FileOpener::go_on() {
  Wanted next{playlist_};
  if (!next.list.go(1)) return;
  next.asked_by_user = false;
  want(std::move(next));
}

bool FileOpener::apply(const Action& action) {
  switch (action.kind) {
    case Kind::open_file:
      browser_.close();
      want({Playlist({action.text}), 1, action.value});
      return true;
    case Kind::open_files:
      expand(action.paths, true);
      return true;
    case Kind::toggle_open_dialog:
      if (browser_.model().dialog.shown)
        browser_.close();
      else
        browser_.open(playlist_.empty() ? "" : lasting_name(playlist_.current()));
      return true;
    case Kind::choose_file:
      browser_.open_for(action.text, action.paths.empty() ? "" : action.paths.front());
      return true;
    case Kind::take_file:
      browser_.close();
      return true;
    case Kind::browse_folder:
      browser_.go(action.text);
      return true;
    case Kind::toggle_all_files:
      browser_.toggle_all_files();
      return true;
    case Kind::playlist_step:
      if (Playlist list = latest(); list.go(action.value > 0 ? 1 : -1))
        want({std::move(list), action.value > 0 ? 1 : -1});
      return true;
    default:
      return false;
  }
}

FileOpener::News FileOpener::poll() {
  News news{browser_.poll(), {}, asked_by_user_};
  std::optional<FoundFiles> found = expanding_.take();
  if (!found) return news;
  news.changed = true;
  if (found->files.empty() && !asked_by_user_) throw InputError(one_line(found->faults));
  news.faults = std::move(found->faults);
  if (!found->files.empty()) want({Playlist(std::move(found->files)), 1, 0, asked_by_user_});
  return news;
}

const FileOpener::Wanted* FileOpener::take_next() {
  if (!wanted_) return nullptr;
  trying_ = std::exchange(wanted_, std::nullopt);
  browser_.set_opening(trying_->list.current());
  return &*trying_;
}

void FileOpener::opened() {
  playlist_ = std::move(trying_->list);
  end_try();
}

void FileOpener::end_try() {
  trying_.reset();
  browser_.set_opening({});
}

void FileOpener::given_up() {
  end_try();
}

void FileOpener::failed(const std::exception_ptr& error, bool or_else) {
  Wanted next = std::move(*trying_);
  end_try();
  const bool more = next.list.has(next.direction);
  // What goes wrong with one input may go well with the next; a log or a device does not.
  if (or_else && !next.asked_by_user && (!more || !is_input_error(error)))
    std::rethrow_exception(error);
  if (more && !wanted_) {
    (void)next.list.go(next.direction);
    next.start_s = 0;
    want(std::move(next));
  } else if (!next.asked_by_user) {
    playlist_ = std::move(next.list);  // nothing is left to go on with
  }
}

}  // namespace framelane
