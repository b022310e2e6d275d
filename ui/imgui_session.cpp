#include "ui/imgui_session.h"

#include <imgui.h>
#include <imgui/backends/imgui_impl_opengl3.h>

#include "gpu/errors.h"

namespace framelane {

ImGuiSession::ImGuiSession() : context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  if (ImGui_ImplOpenGL3_Init("#version 330 core")) return;
  ImGui::DestroyContext(context_);
  throw DeviceError("OpenGL refused the panels' renderer; update the graphics driver");
}

ImGuiSession::~ImGuiSession() {
  make_current();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_);
}

void ImGuiSession::make_current() const {
  ImGui::SetCurrentContext(context_);
}

void ImGuiSession::begin(Size drawable, bool fonts_changed) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(drawable.width), static_cast<float>(drawable.height)};
  io.DeltaTime = 1.0F / 60;
  ImGui_ImplOpenGL3_NewFrame();
  if (fonts_changed) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui::NewFrame();
}

void ImGuiSession::end() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace framelane
