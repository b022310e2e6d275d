#include "app/file_saver.h"

#include <chrono>
#include <exception>
#include <utility>

#include "app/frame_log.h"

namespace framelane {

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

std::string FileSaver::free_name(const std::string& name) {
  for (int n = 1;; ++n)
    if (std::string numbered = nth_log_name(name, n); given_.insert(numbered).second)
      return numbered;
}

}  // namespace framelane
