#pragma once
/// \file running_body.hpp
/// Keeps for each thread which node's program (the node's body) it runs at the moment, and handles
/// exceptions that a body throws out of a function that must not throw.

#include <cstdint>

#include "runtime/executor.hpp"

namespace switchyard {

/// Notes, for as long as the object exists, that the calling thread runs bodies (node programs) of
/// `executor`. The variable `node` always has the number of the node whose body runs at the
/// moment.
class RunningNodeProgramScope {
 public:
  RunningNodeProgramScope(Executor& executor, const std::uint32_t& node) noexcept;
  RunningNodeProgramScope(const RunningNodeProgramScope&) = delete;
  RunningNodeProgramScope& operator=(const RunningNodeProgramScope&) = delete;
  ~RunningNodeProgramScope();

 private:
  /// The executor that was running a body on the calling thread when this object was made, because that body has
  /// started a run of its own; null if there was none.
  Executor* const executor_of_enclosing_run_;
  const std::uint32_t* const node_of_enclosing_run_;
};

}  // namespace switchyard
