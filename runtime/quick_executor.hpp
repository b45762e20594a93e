#pragma once
/// \file quick_executor.hpp
/// The executor for many short runs whose result does not depend on it.

#include "runtime/executor_kind.hpp"

namespace switchyard {

inline constexpr ExecutorKind kQuickExecutor =
#ifdef SWITCHYARD_SANITIZED  // the sanitizers cannot follow a program that switches stacks
    ExecutorKind::threads;
#else
    ExecutorKind::fibers;
#endif

}  // namespace switchyard
