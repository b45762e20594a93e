#pragma once
/// \file atomic.hpp
/// Replaces the header runtime/atomic.hpp in an explored program, by atomics and plain data whose accesses the
/// exploration observes.

#include "tests/memory_model/memory.hpp"

namespace switchyard {

template <class T>
using Atomic = memory_model::Atomic<T>;

template <class T>
using NonAtomicSharedVariable = memory_model::RaceCheckedVariable<T>;

}  // namespace switchyard
