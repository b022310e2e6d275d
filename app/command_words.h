#pragma once
#include <string>
#include <vector>

namespace framelane {

// Whether the command line begins with a command, or with what asks for help or the version.
[[nodiscard]] bool names_command(const std::string& word);
// "help" and "help run" become "--help" and "run --help". Throws UsageError for help of what is no
// command.
void take_help_word(std::vector<std::string>& words);
// Among the files to play: a command that does not stand first, or a word that is nearly one. A
// file of that name is a file. Throws UsageError that says what was meant.
void refuse_misplaced_commands(const std::vector<std::string>& inputs);

}  // namespace framelane
