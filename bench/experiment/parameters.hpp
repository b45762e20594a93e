#pragma once
/// \file parameters.hpp
/// The parameters of results: names and values of all that is needed to get the same results again.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard {

/// Names and values of parameters, in the order in which a report prints them.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Returns one list with the parameters of all `lists`, one list after another.
Parameters concatenated_parameters(std::initializer_list<Parameters> lists);

/// Returns three parameters: the machine's name, those of its constants whose values are not the shipped values, and
/// its number of nodes.
Parameters parameters_of(const Machine& machine);

/// The text that stands in results instead of changed constants if a machine has all its shipped constants.
inline constexpr const char* kShippedConstantsText = "as shipped";
/// Returns the machine constants whose values are not the shipped values, such as "hop=5us, drift_on=false", or "as
/// shipped" if there are none.
std::string changed_constants_text(const Machine& machine);

/// Returns the program's version and how it was built.
std::string version_and_build_text();

}  // namespace switchyard
