#pragma once
/// \file running_body.hpp
/// For executors: which body the calling thread runs, and what happens when that throws out of a function that must not
/// throw.

#include <cstdint>

#include "runtime/executor.hpp"

namespace switchyard {

/// While it lives, the calling thread runs bodies of `executor`: always the one whose number `node` holds.
class RunsBodies {
 public:
  RunsBodies(Executor& executor, const std::uint32_t& node) noexcept;
  RunsBodies(const RunsBodies&) = delete;
  RunsBodies& operator=(const RunsBodies&) = delete;
  ~RunsBodies();

 private:
  Executor* const outer_;  ///< a body may run other bodies
  const std::uint32_t* const outer_node_;
};

}  // namespace switchyard
