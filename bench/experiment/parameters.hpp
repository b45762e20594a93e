#pragma once
/// \file parameters.hpp
/// The parameters of results: everything that is needed to get the results again.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard {

/// Names and values of parameters, in the order in which a report prints them.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Returns one list with the parameters of all `lists`, in their order.
Parameters concatenated(std::initializer_list<Parameters> lists);

/// Returns three parameters: the machine's name, its constants that differ from the shipped ones,
/// and its number of nodes.
Parameters parameters_of(const Machine& machine);

/// The text that changed_constants() returns for a machine with its shipped constants.
inline constexpr const char* kAsShipped = "as shipped";
/// Returns the constants that differ from the shipped ones, such as "hop=5us, drift_on=false", or "as shipped".
std::string changed_constants(const Machine& machine);

/// Returns the program's version and how it was built.
std::string version_and_build_text();

}  // namespace switchyard
