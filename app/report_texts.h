#pragma once

namespace framelane {

// The report page's style and script, for its <style> and <script>: report.css and report.js, which
// are compiled in so that a page needs no other file.
extern const char* const kReportStyle;
extern const char* const kReportScript;

}  // namespace framelane
