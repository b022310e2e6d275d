#include "app/standard_files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "app/created_file.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

[[noreturn]] void print_into_closed_output(const char* text) {
  close(STDOUT_FILENO);
  prepare_standard_files();
  std::fputs(text, stdout);
  std::_Exit(finish_output(0));
}

[[noreturn]] void write_past_the_size_limit(const std::string& name) {
  prepare_standard_files();
  const rlimit one_byte{1, 1};
  std::string why;
  const FilePtr file = create_file(name, why);
  setrlimit(RLIMIT_FSIZE, &one_byte);
  std::fputs("two lines\nof text\n", file.get());
  std::_Exit(std::fflush(file.get()) == 0 ? 0 : 7);
}

TEST(StandardFiles, PrintingIntoAClosedOutputIsAnErrorInOneLine) {
  EXPECT_EXIT(print_into_closed_output("a summary"), testing::ExitedWithCode(1),
              "^framelane: standard output cannot be written: it is closed\n$");
}

TEST(StandardFiles, AClosedOutputThatNothingIsPrintedIntoIsNone) {
  EXPECT_EXIT(print_into_closed_output(""), testing::ExitedWithCode(0), "^$");
}

TEST(StandardFiles, ALimitOnTheSizeOfFilesIsAnErrorOfWriting) {
  const test::TempDir folder;
  EXPECT_EXIT(write_past_the_size_limit(folder / "x.csv"), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace framelane
