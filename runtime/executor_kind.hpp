#pragma once
/// \file executor_kind.hpp
/// The kinds of executors, which run node programs, and the ways to place threads on cores.

#include <cstdint>

namespace switchyard {

enum class ExecutorKind : std::uint8_t {
  threads,  ///< one OS thread for each node
  fibers,   ///< all nodes as fibers on one thread
};

/// How node threads are placed on cores.
enum class Placement : std::uint8_t {
  /// All threads are on one core while they take turns under the virtual clock, but may use all cores during long real
  /// work (Node::compute with work).
  together,
  spread,  ///< threads are wherever the operating system puts them, so that real races can happen
  bound,   ///< each thread is on one core: the thread of node i on core i modulo the number of cores
};

}  // namespace switchyard
