#pragma once
/// \file atomic.hpp
/// Stands before the header of this name, and gives those that include it what an exploration can see.

#include "tests/memory_model/memory.hpp"

namespace switchyard {

template <class T>
using Atomic = memory_model::Atomic<T>;

template <class T>
using Handed = memory_model::Plain<T>;

}  // namespace switchyard
