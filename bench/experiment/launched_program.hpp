#pragma once
/// \file launched_program.hpp
/// Lets C and C++ programs take the place of a library's node program.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <utility>

#include "algorithms/program_kind.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

/// Returns a kind of program as a library has it; it ignores its arguments, as its words are those of the launch.
inline ProgramKind kind_of(const Launch& launch, OutputSink sink) {
  return {.name = launch.name(),
          .summary = "C or C++ programs",
          .make = [program = launch.on_nodes(std::move(sink))](const std::string&) { return program; }};
}

/// Returns the text that stands for the words of the launch in rows of results.
inline std::string arguments_of(const Launch& launch) { return fmt::format("{}", fmt::join(launch.words(), " ")); }

}  // namespace switchyard
