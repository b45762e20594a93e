#pragma once
/// \file executor.hpp
/// An executor runs the node programs: as one OS thread for each node, or as many fibers on one thread.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/executor_kind.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Runs one body (a function that runs a node's program) for each node. A body may park itself, which blocks it until
/// another body unparks it.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Makes the `count` threads or fibers on which bodies run. Call this once, before run().
  virtual void make_threads_or_fibers(std::uint32_t count) = 0;
  /// Runs body(0) to body(count-1) concurrently, and returns when all of them have returned. Bodies do not throw.
  virtual void run(const std::function<void(NodeId)>& body) = 0;
  /// Blocks the body of `node`, which calls this, until unpark(node) has been called, be it before or afterwards. Each
  /// unpark ends one park.
  virtual void park(NodeId node) = 0;
  /// Lets the body of `node` continue if it is blocked by park(), or makes its next park() return at once; any body may
  /// call this. The unparked body sees all that the caller has written before.
  virtual void unpark(NodeId node) = 0;
  /// Lets the bodies of other nodes run for a moment. The body of `node` calls this.
  virtual void yield(NodeId node) = 0;
  /// Prefetches the stack of `node` into the host's cache, because its body will probably be unparked soon.
  virtual void prefetch_stack(NodeId /*node*/) const noexcept {}
  /// Tells the executor that the body of `node` begins long real work on the host, or has ended it. In between, its
  /// thread may run on another core. The body itself calls this.
  virtual void begin_work_on_host(NodeId node) = 0;
  virtual void end_work_on_host(NodeId node) = 0;
  /// Ends the body of `node`, which calls this, without a return: run() counts it as returned. Its stack is never
  /// destroyed, so that only a body that can neither continue nor be unwound should end like this.
  [[noreturn]] virtual void abandon_node_program(NodeId node) noexcept = 0;
  /// Sends SIGURG to the threads that run bodies. The signal does nothing unless somebody handles it. Any thread may
  /// call this while run() is under way.
  virtual void interrupt_threads_of_node_programs() noexcept {}
  /// Describes the stack of `node` if its body runs and `address` lies just below the stack, which means that the body
  /// has used it up. Signal handlers call this.
  struct StackOverflow {
    std::size_t stack_bytes;
    const char* suggested_remedy;  ///< what a user can do, such as "run with larger stacks"
  };
  virtual std::optional<StackOverflow> stack_overflow_at(NodeId /*node*/, const void* /*address*/) const noexcept {
    return std::nullopt;
  }

  /// A function that is called when a body throws an exception out of a function that must not throw, as destructors
  /// mostly are. The function returns whether the body can be abandoned (ended without unwinding its stack). If not, or
  /// if no such function is set, the process ends as in any C++ program.
  using EscapedExceptionHandler = std::function<bool(NodeId, const std::exception_ptr&)>;
  /// Sets the function that is called when an exception escapes from a function that must not throw. Call this before
  /// run.
  void set_escaped_exception_handler(EscapedExceptionHandler take) { escaped_exception_handler_ = std::move(take); }
  const EscapedExceptionHandler& escaped_exception_handler() const noexcept { return escaped_exception_handler_; }

 private:
  EscapedExceptionHandler escaped_exception_handler_;
};

/// The node whose program the calling thread runs at the moment, and the executor that runs it.
struct RunningNodeProgram {
  Executor* executor = nullptr;
  NodeId node{};
};
std::optional<RunningNodeProgram> node_program_running_on_this_thread() noexcept;

/// Makes an executor with a thread for each node. Its threads are kept for later runs. Their stacks have `stack_bytes`
/// bytes, or the operating system's usual size if `stack_bytes` is 0. Throws HostError if the host cannot start enough
/// threads.
std::unique_ptr<Executor> make_thread_executor(Placement placement, std::size_t stack_bytes = 0);

/// Makes an executor with a fiber for each node. `stack_bytes` is the address space for each stack; memory is used as
/// the stack grows.
std::unique_ptr<Executor> make_fiber_executor(std::size_t stack_bytes);
/// Lets code run on the stacks of all fibers that are made from now on. Any thread may call this.
void make_stacks_of_fibers_executable() noexcept;

}  // namespace switchyard
