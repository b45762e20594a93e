#pragma once
/// \file machine_text.hpp
/// A machine of the catalogue as name, number of nodes and the constants that are not as shipped.

#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// What makes the machine again; `place` opens the errors of who does. Throws UsageError if the catalogue has no such
/// machine.
std::vector<machines::Setting> changed_settings(const Machine& machine, const InputPlace& place);

}  // namespace switchyard
