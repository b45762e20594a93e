#pragma once
/// \file executor_kind.hpp
/// Where node programs run, as a choice that users have.

#include <cstdint>

namespace switchyard {

enum class ExecutorKind : std::uint8_t {
  threads,  ///< one OS thread a node
  fibers,   ///< many nodes on a thread
};

/// How node threads are placed on cores.
enum class Placement : std::uint8_t {
  together,  ///< on one core while they only hand over to each other; spread for real work (virtual clock)
  spread,    ///< wherever the operating system likes (real races)
};

}  // namespace switchyard
