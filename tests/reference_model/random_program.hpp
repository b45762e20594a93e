#pragma once
/// \file random_program.hpp
/// Random tiny programs, and smaller ones out of them.

#include <cstdint>
#include <functional>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

struct ProgramShape {
  std::uint32_t nodes = 2;
  std::uint32_t operations = 8;  ///< at most
  std::vector<std::uint16_t> sizes = {8};
  bool has_forced = false;
};

/// Most of its messages have a receive. The same for the same seed and shape.
TinyProgram random_program(std::uint64_t seed, const ProgramShape& shape);

/// Leaves out and simplifies what can be, as long as it `still_shows` what the program shows.
TinyProgram shrunk(TinyProgram program, const std::function<bool(const TinyProgram&)>& still_shows);

}  // namespace switchyard::reference
