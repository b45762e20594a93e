#pragma once
/// \file executor_kind.hpp
/// The kinds of executors, which run node programs, and the ways to place threads on cores.

#include <cstdint>

namespace switchyard {

enum class ExecutorKind : std::uint8_t {
  threads,  ///< one OS thread for each node
  fibers,   ///< many nodes on one thread
};

/// How node threads are placed on cores.
enum class Placement : std::uint8_t {
  together,  ///< on one core while the threads take turns, and on all cores during long real work (virtual clock)
  spread,    ///< wherever the operating system puts them, so that real races can happen
  bound,     ///< each on one core, node i on core i modulo the number of cores
};

}  // namespace switchyard
