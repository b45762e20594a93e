#pragma once
/// \file help_formats.hpp
/// Makes manual pages and shell completion scripts from the descriptions of commands that the command-line parser uses,
/// too.

#include <string>

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// Returns the manual page of the program for the command `man`, written in the macros of man(7). `version` is printed
/// at the foot of each page.
std::string man_page(const Command& program, const std::string& version);

/// Returns a bash script that completes commands, options, known values and names of files.
std::string bash_completion(const Command& program);

/// Returns a zsh script that completes commands, options, known values and file names, and shows the help of each
/// option. It is installed in a folder of $fpath as `_switchyard`.
std::string zsh_completion(const Command& program);

}  // namespace switchyard::cli
