#pragma once
/// \file unlimited.hpp
/// No machine that there was: what standards promise to programs, and nothing that limits them besides. Each message
/// arrives a moment after it was sent, and finds room. Verdicts on it are about the program alone.

#include <cstdint>

#include "runtime/machine.hpp"

namespace switchyard::machines {

Machine unlimited(std::uint32_t nodes);

}  // namespace switchyard::machines
