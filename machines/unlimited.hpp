#pragma once
/// \file unlimited.hpp
/// An imaginary machine. It gives programs exactly what message-passing standards promise, and does not limit them in
/// any other way. Each message arrives 1 us after it was sent, and always finds room at its destination. So a fault
/// that a run on this machine finds, such as a deadlock, is a fault of the program alone.

#include <cstdint>

#include "runtime/machine.hpp"

namespace switchyard::machines {

Machine unlimited(std::uint32_t nodes);

}  // namespace switchyard::machines
