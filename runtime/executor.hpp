#pragma once
/// \file executor.hpp
/// Where the node programs run: one OS thread a node, or many fibers on one thread.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/executor_kind.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Runs `count` bodies that may park themselves and be unparked by others.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Gets `count` threads or fibers ready. Once, before run.
  virtual void prepare(std::uint32_t count) = 0;
  /// Runs body(0) .. body(count-1), all of them under way at once; returns when every one has returned. Bodies do not
  /// throw.
  virtual void run(const std::function<void(NodeId)>& body) = 0;
  /// Called by the body of `node`: returns once unpark(node) was called, be it before or after. One unpark, one park.
  virtual void park(NodeId node) = 0;
  /// Any body. The unparked node sees what the caller wrote before.
  virtual void unpark(NodeId node) = 0;
  /// Lets others run for a moment.
  virtual void yield(NodeId node) = 0;
  /// The calling body is about to do real work for long, or has done it: lets other cores in on it.
  virtual void begin_work(NodeId node) = 0;
  virtual void end_work(NodeId node) = 0;
  /// Called by the body of `node`, which never goes on: to run() it has returned. What is on its stack is never
  /// destroyed, so that nothing but a body that can neither go on nor be unwound is to end like this.
  [[noreturn]] virtual void abandon(NodeId node) noexcept = 0;
  /// The stack of `node`, whose body runs, if `address` is just below it: the body has used it up. For signal handlers.
  struct StackOverflow {
    std::size_t stack_bytes;
    const char* cure;  ///< "run with larger stacks"
  };
  virtual std::optional<StackOverflow> overflow_at(NodeId /*node*/, const void* /*address*/) const noexcept {
    return std::nullopt;
  }

  /// Told of an exception that a body throws out of a function that must not throw, as destructors mostly are. True if
  /// the body can be abandoned; if not, or if nobody is told, the process ends as in any C++ program.
  using TakeEscaped = std::function<bool(NodeId, const std::exception_ptr&)>;
  /// Before run.
  void on_escape(TakeEscaped take) { take_escaped_ = std::move(take); }
  const TakeEscaped& take_escaped() const noexcept { return take_escaped_; }

 private:
  TakeEscaped take_escaped_;
};

/// The body that the calling thread runs at the moment.
struct RunningBody {
  Executor* executor = nullptr;
  NodeId node{};
};
std::optional<RunningBody> running_body() noexcept;

/// Threads are kept for later runs. Throws HostError if the host cannot start so many.
std::unique_ptr<Executor> make_thread_executor(Placement placement);

/// `stack_bytes`: address space for each node's stack; memory is used as the stack grows.
std::unique_ptr<Executor> make_fiber_executor(std::size_t stack_bytes);

}  // namespace switchyard
