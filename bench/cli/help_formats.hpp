#pragma once
/// \file help_formats.hpp
/// The help of all commands in the forms that a system keeps: a manual page, completion for shells. All are made from
/// the description of the commands that also parses them.

#include <string>

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// For `man`, in the macros of man(7). `version` stands at the foot of each page.
std::string man_page(const Command& program, const std::string& version);

/// A script that bash reads: completes commands, options, values that are known, and names of files.
std::string bash_completion(const Command& program);

/// The same for zsh, with the help of each option beside it; goes to a folder of $fpath as `_switchyard`.
std::string zsh_completion(const Command& program);

}  // namespace switchyard::cli
