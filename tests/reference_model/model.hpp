#pragma once
/// \file model.hpp
/// Finds out all that a tiny program can do on a machine, by trying each step of each node and each message in each
/// order, without any reduction. It is slow and simple, and shares no code with the library except the program.
///
/// The model leaves open how long anything takes, so that its orders include every order that some nodes and some
/// network could show. It does not leave open the following:
///
///   - A node carries out its operations in program order.
///   - Messages from one node to another come in the order in which they were sent. Each takes the first posted
///     receive that accepts it, in the order of posting; each receive takes the first message that it accepts, in the
///     order in which they came.
///     Messages of different nodes come in any order, but on a mesh none passes another on a link that both take.
///   - When a send is complete, and where a message is stored meanwhile: rules.hpp. A machine that stores messages has
///     one way out of each node and one way in, which a message holds until its data is in: so also while it waits for
///     a receive or for room.

#include <cstdint>
#include <set>
#include <string>

#include "tests/reference_model/rules.hpp"
#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct ModelOutcomes {
  std::set<std::string> lines;    ///< Account::line() of each behaviour
  std::uint64_t state_count = 0;  ///< number of different states
  bool complete = true;           ///< false if there were more states than asked for
};

/// Returns all behaviours of a program. Needs: each node ends with a wait for all of its open requests, as
/// TinyProgram::closed() makes it.
ModelOutcomes model_outcomes_of(const TinyProgram& program, const ModelRules& rules, std::uint64_t most_states);

}  // namespace switchyard::reference
