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
  std::set<std::string> run_summary_lines = {};  ///< the line RunSummary::format_run_summary_line() for each run
  std::uint64_t run_order_count = 0;
  /// Whether the program was run in all orders of events, or in orders that are proven to stand for all.
  bool stands_for_all_orders = false;
  bool proves_no_failure = false;  ///< whether the search proves that the program fails in no order of events
};

// All functions below need a program in which each node ends with a wait for its open requests, as
// TinyProgram::make_program_with_final_waits() adds it, and which has as many nodes as the machine.

/// Runs the program in all orders of events, but in no more than `most_orders` orders.
SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSendRule standard_sends,
                             std::uint64_t most_orders);
/// Runs the program in one order of events for each set of choices (such as which message a receive from any node
/// takes). The result does not stand for all orders unless all orders with the same choices have the same outcome.
SearchOutcomes search_choices(const Machine& machine, const TinyProgram& program, StandardSendRule standard_sends);
/// Runs the program once, and returns the summary of the run in one line.
std::string line_of_run(const Machine& machine, const TinyProgram& program, const RunOptions& options);

}  // namespace switchyard::reference
