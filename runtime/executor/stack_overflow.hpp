#pragma once
/// \file stack_overflow.hpp
/// A program that uses up its node's stack ends the process with one line that names the node and what helps, not with
/// a bare SIGSEGV. The handler runs on a stack of its own, which each thread that runs nodes needs.

#include <cstddef>
#include <memory>

namespace switchyard {

/// Of the calling thread, for as long as it lives. Not under sanitizers, which have one of their own.
class SignalStack {
 public:
  /// The first one of the process also sets the handler; a fault that is no overflow goes on to whatever was set
  /// before.
  SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  ~SignalStack();

 private:
  std::unique_ptr<std::byte[]> memory_;
};

/// From now on a fault of a program is told to this file as one line that names the node, before the process ends by
/// it.
void tell_faults_to(int file) noexcept;

/// How far below a stack an access still counts as one that overflows it: a large local array skips what lies between.
inline constexpr std::size_t kGuardBytes = std::size_t{256} * 1024;

}  // namespace switchyard
