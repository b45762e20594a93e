#pragma once
/// \file model.hpp
/// What a tiny program can do on a machine, found by trying everything: each step of each node and each message in
/// each order, without any reduction. Slow and simple; it shares no code with the library but the program.
///
/// How long anything takes is left open, so that every order that some nodes and some network could show is one of the
/// orders here. What is not left open:
///
///   - A node carries out its operations in program order.
///   - Messages from one node to another come in the order in which they were sent. Each takes the first posted
///     receive that accepts it, in the order of posting; each receive takes the first message that it accepts, in the
///     order in which they came.
///     Messages of different nodes come in any order. So the model does not know that one cannot pass another on a link
///     that both take: it shows more than is possible of about one program in 10,000 on a mesh.
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
  std::set<std::string> lines;  ///< Account::line() of each
  std::uint64_t states = 0;     ///< different ones
  bool complete = true;         ///< false: more states than asked for
};

/// `program` must be closed().
ModelOutcomes outcomes_of(const TinyProgram& program, const Rules& rules, std::uint64_t most_states);

}  // namespace switchyard::reference
