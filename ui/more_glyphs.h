#pragma once
#include <imgui.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// Characters that texts have shown beyond those that are always there: names of files are in any
// script. Kept for good, up to kMost of them. Thread-safety: one thread at a time.
class MoreGlyphs {
 public:
  static constexpr std::size_t kMost = 2000;

  // `always`: Dear ImGui's ranges of those that are; outlives it.
  explicit MoreGlyphs(const ImWchar* always) : always_(always) {}
  // Notes what UTF-8 text needs; next to nothing for text that is ASCII.
  void note(std::string_view text);
  // Characters were noted that ranges() did not have when it was asked last.
  [[nodiscard]] bool pending() const { return pending_; }
  [[nodiscard]] bool empty() const { return characters_.empty(); }
  [[nodiscard]] const std::set<ImWchar>& characters() const { return characters_; }
  // As Dear ImGui takes them; valid until the next call.
  [[nodiscard]] const ImWchar* ranges();

 private:
  void note(unsigned character);

  const ImWchar* always_;
  std::set<ImWchar> characters_;
  std::vector<ImWchar> ranges_;
  bool pending_ = false;
};

struct FaceFile {
  std::string path;
  int index = 0;  // of the face in its file
};
// Faces of this machine that have those characters between them, as fontconfig prefers them, at
// most four; none where it knows of none.
[[nodiscard]] std::vector<FaceFile> faces_with(const std::set<ImWchar>& characters);
// Gives back what fontconfig keeps for that; it may be asked again.
void forget_faces();

}  // namespace framelane
