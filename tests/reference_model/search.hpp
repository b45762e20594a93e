#pragma once
/// \file search.hpp
/// Finds out what the library does with a tiny program.

#include <cstdint>
#include <set>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/run.hpp"
#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct SearchOutcomes {
  std::set<std::string> lines = {};  ///< Account::line() of each run
  std::uint64_t orders = 0;
  bool complete = false;  ///< whether no order is left
  bool proves = false;    ///< whether the search is complete and no order fails
};

// The program must be closed(), and have as many nodes as the machine.

/// Runs all orders of events, but no more than the given number.
SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSends standard_sends,
                             std::uint64_t most_orders);
/// Runs one order for each set of choices. The result is not complete if one order does not stand for all others with
/// its choices.
SearchOutcomes search_choices(const Machine& machine, const TinyProgram& program, StandardSends standard_sends);
/// Returns the account of a single run.
std::string line_of_run(const Machine& machine, const TinyProgram& program, const RunOptions& options);

}  // namespace switchyard::reference
