#pragma once
/// \file machine_text.hpp
/// Describes a machine of the catalogue by its name, its number of nodes, and the constants that differ from those of
/// the machine that this program ships under the same name.

#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Returns the settings of constants by which the machine differs from the machine that this program ships under the
/// same name. `place` is put into each setting, so that errors about the setting start with it. Throws UsageError if
/// the catalogue has no machine of this name.
std::vector<machines::Setting> changed_settings(const Machine& machine, const UserInputPlace& place);

}  // namespace switchyard
