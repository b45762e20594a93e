#pragma once
/// \file known_disagreements.hpp
/// Where the library is known to differ from what the reference model says, by cause. A program that shows one and does
/// so no longer fails its test.

#include <string_view>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct KnownDisagreement {
  std::string_view why;
  std::vector<std::string_view> settings;  ///< by name
  TinyProgram shows;                       ///< on each of them
};

/// Of what the clock off shows and a search that proves does not.
const std::vector<KnownDisagreement>& known_with_clock_off();

/// Null if there is none for this setting.
const KnownDisagreement* find_known_with_clock_off(std::string_view setting);

}  // namespace switchyard::reference
