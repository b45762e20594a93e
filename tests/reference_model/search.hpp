#pragma once
/// \file search.hpp
/// Finds the behaviours that a tiny program has when the library runs it.

#include <cstdint>
#include <set>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/run.hpp"
#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct SearchOutcomes {
  std::set<std::string> account_lines = {};  ///< RunAccount::account_line() of each run
  std::uint64_t run_order_count = 0;
  bool stands_for_all_orders = false;  ///< whether all orders of events were run, or those that were run stand for all
  bool proves_no_failure = false;      ///< whether the search proves that no order of events fails
};

// For all functions below, each node of the program must end with a wait for its open requests, as
// TinyProgram::with_final_waits() adds it, and the program must have as many nodes as the machine.

/// Runs the program in all orders of events, but in no more than `most_orders` orders.
SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSends standard_sends,
                             std::uint64_t most_orders);
/// Runs the program in one order of events for each set of choices, such as which message a receive from any node
/// takes. The result is not complete if one order does not stand for all orders with the same choices.
SearchOutcomes search_choices(const Machine& machine, const TinyProgram& program, StandardSends standard_sends);
/// Runs the program once and returns the line of its account.
std::string line_of_run(const Machine& machine, const TinyProgram& program, const RunOptions& options);

}  // namespace switchyard::reference
