#include "runtime/executor/running_body.hpp"

#include <exception>

namespace switchyard {
namespace {

thread_local Executor* t_running_executor = nullptr;
thread_local const std::uint32_t* t_running_node = nullptr;

std::terminate_handler& previous_terminate_handler() {
  static std::terminate_handler handler = nullptr;
  return handler;
}

/// The handler of std::terminate, which the C++ runtime calls, before anything is unwound, when an
/// exception would leave a function that must not throw. If the run can end with the exception, it
/// abandons the body of the node that has thrown. Otherwise it calls the handler that was set
/// before, which ends the process.
void abandon_body_or_end_process() {
  const std::optional<RunningNodeProgram> body = node_program_running_on_this_thread();
  const std::exception_ptr escaped = std::current_exception();
  if (body && escaped && body->executor->escaped_exception_handler() &&
      body->executor->escaped_exception_handler()(body->node, escaped)) {
    body->executor->abandon_node_program(body->node);
  }
  previous_terminate_handler()();
}

/// Sets the std::terminate handler for exceptions that leave functions which must not throw. It is
/// set once in the process, and passes all other cases on to the handler that was set before.
void install_terminate_handler() {
  static const bool watches = [] {
    previous_terminate_handler() = std::set_terminate(abandon_body_or_end_process);
    return true;
  }();
  static_cast<void>(watches);
}

}  // namespace

RunningNodeProgramScope::RunningNodeProgramScope(Executor& executor, const std::uint32_t& node) noexcept
    : executor_of_enclosing_run_(t_running_executor), node_of_enclosing_run_(t_running_node) {
  install_terminate_handler();
  t_running_executor = &executor;
  t_running_node = &node;
}

RunningNodeProgramScope::~RunningNodeProgramScope() {
  t_running_executor = executor_of_enclosing_run_;
  t_running_node = node_of_enclosing_run_;
}

std::optional<RunningNodeProgram> node_program_running_on_this_thread() noexcept {
  if (t_running_executor == nullptr) return std::nullopt;
  return RunningNodeProgram{t_running_executor, NodeId{*t_running_node}};
}

}  // namespace switchyard
