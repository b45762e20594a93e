#pragma once
/// \file launched_program.hpp
/// C and C++ programs in the place of a node program of a library.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <utility>

#include "algorithms/program_kind.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

/// As a program of a library; whatever its arguments are, its words are those of the launch.
inline ProgramKind kind_of(const Launch& launch, OutputSink sink) {
  return {.name = launch.name(),
          .summary = "C or C++ programs",
          .make = [program = launch.on_nodes(std::move(sink))](const std::string&) { return program; }};
}

/// What stands for its words in rows of results.
inline std::string arguments_of(const Launch& launch) { return fmt::format("{}", fmt::join(launch.words(), " ")); }

}  // namespace switchyard
