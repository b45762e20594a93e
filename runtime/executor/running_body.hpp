#pragma once
/// \file running_body.hpp
/// Tells executors which body the calling thread runs, and handles exceptions that a body throws out of a function that
/// must not throw.

#include <cstdint>

#include "runtime/executor.hpp"

namespace switchyard {

/// Notes, for as long as it exists, that the calling thread runs bodies of `executor`: always the one whose number is
/// in `node`.
class RunsBodies {
 public:
  RunsBodies(Executor& executor, const std::uint32_t& node) noexcept;
  RunsBodies(const RunsBodies&) = delete;
  RunsBodies& operator=(const RunsBodies&) = delete;
  ~RunsBodies();

 private:
  Executor* const outer_;  ///< executor whose body makes this one: a body may run other bodies
  const std::uint32_t* const outer_node_;
};

}  // namespace switchyard
