#pragma once
/// \file random_program.hpp
/// Makes random tiny programs (a few operations for each node), and shrinks a program that shows a certain behaviour.

#include <cstdint>
#include <functional>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct RandomProgramParameters {
  std::uint32_t node_count = 2;
  std::uint32_t most_operations = 8;  ///< greatest number of operations of all nodes together
  std::vector<std::uint16_t> message_sizes = {8};
  bool may_contain_forced_protocol_sends = false;
};

/// Makes a random program in which most messages have a receive. The same seed and shape give the same program.
TinyProgram random_program(std::uint64_t seed, const RandomProgramParameters& shape);

/// Leaves out and simplifies operations of a program, one after another, as long as `still_shows` returns true for the
/// smaller program. Returns the smallest program that was found.
TinyProgram shrunk_program(TinyProgram program, const std::function<bool(const TinyProgram&)>& still_shows);

}  // namespace switchyard::reference
