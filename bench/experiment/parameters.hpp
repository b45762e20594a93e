#pragma once
/// \file parameters.hpp
/// The parameters that are stored with results: names and values of everything that is needed to get the same results
/// again.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard {

/// The names and values of parameters, in the order in which a report prints them.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Concatenates lists of parameters.
Parameters concatenated_parameters(std::initializer_list<Parameters> lists);

/// Returns three parameters that describe a machine: its name, those of its constants that differ from the shipped
/// machine, and its number of nodes.
Parameters parameters_of(const Machine& machine);

/// The text that results show in place of changed machine constants if all constants have the values of the shipped
/// machine.
inline constexpr const char* kShippedConstantsText = "as shipped";
/// Returns the names and values of the machine's constants that differ from the shipped machine, such as "hop=5us,
/// drift_on=false", or "as shipped" if there are none.
std::string changed_constants_text(const Machine& machine);

/// Returns the program's version and how it was built.
std::string version_and_build_text();

}  // namespace switchyard
