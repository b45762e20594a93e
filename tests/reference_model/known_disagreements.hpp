#pragma once
/// \file known_disagreements.hpp
/// The known cases in which the library and the reference model differ, by cause. A test fails if the example program
/// of a case no longer shows the difference.

#include <string_view>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct KnownLibraryModelDifference {
  std::string_view reason;
  /// Names of the machines on which the library and the model differ in this way.
  std::vector<std::string_view> machine_names;
  /// A program that shows the difference on each of these machines.
  TinyProgram example_program;
};

/// Returns the known cases in which runs without a clock (ClockKind::off) show behaviours that a search has proved to
/// be impossible.
const std::vector<KnownLibraryModelDifference>& known_differences_of_clockless_runs();

/// Returns the known case for this machine in which runs without a clock contradict what a search has proved, or null
/// if there is none.
const KnownLibraryModelDifference* find_known_difference_of_clockless_runs(std::string_view setting);

}  // namespace switchyard::reference
