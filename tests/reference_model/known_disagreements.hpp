#pragma once
/// \file known_disagreements.hpp
/// The known differences between the library and the reference model, by cause. If a program shows its difference no
/// longer, its test fails.

#include <string_view>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct KnownDisagreement {
  std::string_view why;
  std::vector<std::string_view> settings;  ///< names of the machines
  TinyProgram shows;  ///< a program on which the emulator and the model differ on each of these machines
};

/// Returns the known differences between the clock off and a search that proves something.
const std::vector<KnownDisagreement>& known_with_clock_off();

/// Returns the known difference for this machine, or null.
const KnownDisagreement* find_known_with_clock_off(std::string_view setting);

}  // namespace switchyard::reference
