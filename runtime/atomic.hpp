#pragma once
/// \file atomic.hpp
/// The names of the types through which threads share memory in the lock-free code of the runtime. The test
/// tests/memory_model compiles that code unchanged with other types of these names, which try out all that the C++
/// memory model allows.

#include <atomic>

namespace switchyard {

template <class T>
using Atomic = std::atomic<T>;

/// Data that one thread hands to another without being atomic itself. An atomic variable beside it has to order the
/// accesses of the two threads.
template <class T>
using NonAtomicSharedVariable = T;

}  // namespace switchyard
