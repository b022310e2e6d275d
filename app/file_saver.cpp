#include "app/file_saver.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace framelane {
namespace {

bool is_there(const std::string& name) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(name, unknown));
}

}  // namespace

void FileSaver::save(std::string path, std::function<void(const std::string& path)> write) {
  saving_.push_back(
      std::async(std::launch::async, [path = std::move(path), write = std::move(write)] {
        try {
          write(path);
        } catch (const std::exception& error) {
          return Outcome{path, error.what()};
        }
        return Outcome{path, {}};
      }));
}

std::vector<FileSaver::Outcome> FileSaver::take(bool wait) {
  std::vector<Outcome> ended;
  std::erase_if(saving_, [&](std::future<Outcome>& saved) {
    if (!wait && saved.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    ended.push_back(saved.get());
    return true;
  });
  return ended;
}

std::string FileSaver::free_stem(const std::string& stem,
                                 std::initializer_list<std::string_view> endings) {
  std::string numbered = stem;
  const auto taken = [&](std::string_view ending) {
    const std::string name = numbered + std::string(ending);
    return given_.contains(name) || is_there(name);
  };
  for (int n = 2; std::ranges::any_of(endings, taken); ++n)
    numbered = stem + '_' + std::to_string(n);
  for (const std::string_view ending : endings)
    given_.insert(numbered + std::string(ending));
  return numbered;
}

}  // namespace framelane
