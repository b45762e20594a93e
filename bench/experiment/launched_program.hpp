#pragma once
/// \file launched_program.hpp
/// Converts a launch (C or C++ program files with their settings and arguments) into the forms in which commands handle
/// node programs of libraries.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/program_kind.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/programs/launch_setting.hpp"

namespace switchyard {

/// Returns the program of a launch as a ProgramKind, the form in which libraries add node programs. The function `make`
/// of this ProgramKind ignores its argument, because the launch already has the arguments of main(). The program on
/// node 0 reads `input` as its standard input.
inline ProgramKind program_kind_of_launch(const ProgramLaunch& launch, OutputSink sink,
                                          std::shared_ptr<ProgramInput> input = {}) {
  RunMode mode(launch.setting().compute_cost);
  mode.input = std::move(input);
  return {.name = launch.name(),
          .summary = "C or C++ programs",
          .make = [program = launch.make_node_program(std::move(sink), mode)](const std::string&) { return program; }};
}

/// Returns the text by which result rows identify the command line of a launched program: the launch options that
/// change the program's behaviour, then the program's own arguments, such as "--compute measured:20 -- 8 5".
inline std::string arguments_text_of_launch(const ProgramLaunch& launch) {
  std::vector<std::string> parts;
  for (const LaunchOptionValue& each : nondefault_launch_option_values(launch.setting())) {
    // The option --interface does not change how the program behaves; it only allows more machines.
    if (each.option != "--interface") parts.push_back(each.option + " " + each.value);
  }
  if (!parts.empty() && !launch.program_arguments().empty()) parts.emplace_back("--");
  parts.insert(parts.end(), launch.program_arguments().begin(), launch.program_arguments().end());
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace switchyard
