#pragma once
/// \file machine_text.hpp
/// Describes a machine of the catalogue by its name, its number of nodes, and the constants that differ from the
/// shipped ones.

#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the settings that make the machine again. `place` opens the errors of code that applies them. Throws
/// UsageError if the catalogue has no such machine.
std::vector<machines::Setting> changed_settings(const Machine& machine, const InputPlace& place);

}  // namespace switchyard
