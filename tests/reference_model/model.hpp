#pragma once
/// \file model.hpp
/// The reference model. It finds all behaviours of a tiny program on a machine, by trying each step of each node and
/// each message in each order, without any reduction. It is slow and simple, and shares no code with the library.
///
/// The model leaves open how long anything takes, so that its orders of events include every order that any nodes and
/// any network could show. It does not leave open the following:
///
///   - A node carries out its operations in program order.
///   - Messages from one node to another come in the order in which they were sent. Each message takes the first posted
///     receive that accepts it, in the order of posting. Each receive takes the first message that it accepts, in the
///     order in which the messages came.
///     Messages of different nodes come in any order, but on a mesh no message passes another on a link that both take.
///   - The ReferenceModelRules of the machine say when a send is complete, and where a message is stored meanwhile. A
///   machine
///     that stores messages has one way out of each node and one way into it. A message holds both until its data has
///     arrived, and so also while it waits for a receive or for room.

#include <cstdint>
#include <set>
#include <string>

#include "tests/reference_model/rules.hpp"
#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct ModelOutcomes {
  /// The line RunSummary::format_run_summary_line() for each possible behaviour of the program.
  std::set<std::string> run_summary_lines;
  std::uint64_t state_count = 0;  ///< number of different states of the program that were reached
  /// Whether all reachable states were explored; false if there are more than `most_states`.
  bool reached_all_states = true;
};

/// Returns all possible behaviours of a program, unless the model has more than `most_states` states. Needs: each node
/// ends with a wait for all of its open requests, as in a program that TinyProgram::make_program_with_final_waits()
/// returns.
ModelOutcomes model_outcomes_of(const TinyProgram& program, const ReferenceModelRules& rules,
                                std::uint64_t most_states);

}  // namespace switchyard::reference
