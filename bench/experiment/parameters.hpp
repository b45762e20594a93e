#pragma once
/// \file parameters.hpp
/// Where results come from: everything that is needed to get them again.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard {

/// Name and value of each thing, in the order in which a reader asks for them.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// All of the lists, one after another.
Parameters concatenated(std::initializer_list<Parameters> lists);

/// The machine, its constants that are not as it is shipped, and its number of nodes.
Parameters parameters_of(const Machine& machine);

/// Constants that are not as the machine is shipped: "hop=5us, drift_on=false", or "as shipped".
std::string changed_constants(const Machine& machine);

/// The program's version and how it was built.
std::string build_text();

}  // namespace switchyard
