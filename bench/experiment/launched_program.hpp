#pragma once
/// \file launched_program.hpp
/// Lets C and C++ programs take the place of a library's node program.

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

/// Returns a kind of program as a library has it; it ignores its arguments, as its words are those of the launch.
inline ProgramKind kind_of(const Launch& launch, OutputSink sink) {
  return {.name = launch.name(),
          .summary = "C or C++ programs",
          .make = [program = launch.on_nodes(std::move(sink))](const std::string&) { return program; }};
}

/// Returns the text that stands for the words of the launch in rows of results, behind the options that change
/// what its programs do: "--compute measured:20 -- 8 5".
inline std::string arguments_of(const Launch& launch) {
  std::vector<std::string> parts;
  for (const LaunchValue& each : values_of(launch.setting())) {
    if (each.option != "--interface") parts.push_back(each.option + " " + each.value);  // that says where they may run
  }
  if (!parts.empty() && !launch.words().empty()) parts.emplace_back("--");
  parts.insert(parts.end(), launch.words().begin(), launch.words().end());
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace switchyard
