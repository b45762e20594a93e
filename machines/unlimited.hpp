#pragma once
/// \file unlimited.hpp
/// A machine that never existed: it gives programs what message-passing standards promise, and limits them in no other
/// way. Each message arrives 1 us after it was sent, and always finds room at its destination. What a run on it finds
/// wrong, such as a deadlock, is therefore due to the program alone.

#include <cstdint>

#include "runtime/machine.hpp"

namespace switchyard::machines {

Machine unlimited(std::uint32_t nodes);

}  // namespace switchyard::machines
