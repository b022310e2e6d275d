#pragma once
#include <string>

#include "ui/compare.h"
#include "ui/geometry.h"

namespace framelane {

// What is drawn over two pictures that are compared. Device pixels of the window.
// Thread-safety: a value.
struct CompareModel {
  Compare compare;
  std::string chain;     // the names of the filters in force: "eq gblur"; empty without any
  PixelRect picture;     // what of the window the pictures cover; empty without one
  int second = 0;        // side by side: the first column of the picture after
  int split = 0;         // the line: the first column of the picture after
  bool movable = false;  // zoomed: dragging the picture moves it
};

}  // namespace framelane
