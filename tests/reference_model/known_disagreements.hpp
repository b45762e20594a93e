#pragma once
/// \file known_disagreements.hpp
/// The known differences between the library and the reference model, by cause. A test fails if the example program of
/// a difference no longer shows it.

#include <string_view>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct KnownDisagreement {
  std::string_view reason;
  std::vector<std::string_view> machine_names;  ///< names of the machines with this difference
  TinyProgram example_program;                  ///< program that shows the difference on each of these machines
};

/// Returns the known cases in which runs with the clock off show behaviours that a search has proved to be impossible.
const std::vector<KnownDisagreement>& known_clock_off_disagreements();

/// Returns the known difference between the clock off and a proving search on this machine, or null if there is none.
const KnownDisagreement* find_clock_off_disagreement(std::string_view setting);

}  // namespace switchyard::reference
