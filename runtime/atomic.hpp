#pragma once
/// \file atomic.hpp
/// The types through which threads share memory in the lock-free code of the runtime. They have names of their own so
/// that tests/memory_model can compile that code, as it is, with types that explore what the C++ memory model allows.

#include <atomic>

namespace switchyard {

template <class T>
using Atomic = std::atomic<T>;

/// Plain data that one thread hands to another. An atomic operation has to order the accesses of the two threads.
template <class T>
using Handed = T;

}  // namespace switchyard
