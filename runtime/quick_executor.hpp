#pragma once
/// \file quick_executor.hpp
/// Makes the executor that is fastest for many short runs whose results do not depend on the executor.

#include "runtime/executor_kind.hpp"

namespace switchyard {

inline constexpr ExecutorKind kQuickExecutor =
#ifdef SWITCHYARD_SANITIZED  // the sanitizers cannot follow a program that switches stacks
    ExecutorKind::threads;
#else
    ExecutorKind::fibers;
#endif

}  // namespace switchyard
