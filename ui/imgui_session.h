#pragma once
#include "ui/geometry.h"

struct ImGuiContext;

namespace framelane {

// Dear ImGui with its OpenGL renderer, for as long as this lives. Thread-safety: the thread
// of the OpenGL context.
class ImGuiSession {
 public:
  ImGuiSession();
  ~ImGuiSession();
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
  void begin(Size drawable, bool fonts_changed);
  void end();
  void make_current() const;

 private:
  ImGuiContext* context_;
};

}  // namespace framelane
