#pragma once
/// \file executor.hpp
/// Where the node programs run: one OS thread a node, or many fibers on one thread.

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/units.hpp"

namespace switchyard {

enum class ExecutorKind : std::uint8_t { threads, fibers };

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
};

/// How node threads are placed on cores.
enum class Placement : std::uint8_t {
  together,  ///< on one core while they only hand over to each other; spread for real work (virtual clock)
  spread,    ///< wherever the operating system likes (real races)
};

/// Threads are kept for later runs. Throws Error if the host cannot start so many.
std::unique_ptr<Executor> make_thread_executor(Placement placement);

/// `stack_bytes`: address space for each node's stack; memory is used as the stack grows.
std::unique_ptr<Executor> make_fiber_executor(std::size_t stack_bytes);

}  // namespace switchyard
