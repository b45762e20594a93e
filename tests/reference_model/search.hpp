#pragma once
/// \file search.hpp
/// What the library shows of a tiny program.

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
  bool complete = false;  ///< no order is left
  bool proves = false;    ///< complete, and no order fails
};

// `program` must be closed(), and have as many nodes as the machine.

/// All orders of events, as long as there are no more than so many.
SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSends standard_sends,
                             std::uint64_t most_orders);
/// One order for each way to choose. Not complete if one order does not stand for all others with its choices.
SearchOutcomes search_choices(const Machine& machine, const TinyProgram& program, StandardSends standard_sends);
/// Of one run.
std::string line_of_run(const Machine& machine, const TinyProgram& program, const RunOptions& options);

}  // namespace switchyard::reference
