#pragma once
/// \file quick_executor.hpp
/// Names the executor that is fastest for many short runs whose results do not depend on the executor.

#include "runtime/executor_kind.hpp"

namespace switchyard {

inline constexpr ExecutorKind kQuickExecutor = ExecutorKind::fibers;

}  // namespace switchyard
