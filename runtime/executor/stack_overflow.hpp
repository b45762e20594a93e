#pragma once
/// \file stack_overflow.hpp
/// If a program uses up its node's stack, the process ends with one line that names the node and a remedy, instead of a
/// bare SIGSEGV. The signal handler that writes the line needs a stack of its own in each thread that runs nodes.

#include <cstddef>
#include <memory>

namespace switchyard {

/// Gives the calling thread a stack for signal handlers for as long as the object exists. Under sanitizers it does
/// nothing, because the sanitizers have such a stack of their own.
class SignalStack {
 public:
  /// Gives the calling thread its signal stack. The first object in the process also sets the handler for SIGSEGV,
  /// which passes faults that are not stack overflows on to the handler that was set before.
  SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  ~SignalStack();

 private:
  std::unique_ptr<std::byte[]> signal_stack_memory_;
};

/// Makes the handler for SIGSEGV write one line that names the node to the file descriptor `file` for each fault of a
/// program, before the fault ends the process.
void set_file_for_fault_reports(int file) noexcept;

/// How far below a stack an access still counts as an overflow of this stack. A large local array may skip that many
/// bytes.
inline constexpr std::size_t kGuardBytes = std::size_t{256} * 1024;

/// The factor by which a stack is made larger than it was asked for, because code with sanitizers uses more stack.
#ifdef SWITCHYARD_SANITIZED
inline constexpr std::size_t kSanitizerStackFactor = 4;
#else
inline constexpr std::size_t kSanitizerStackFactor = 1;
#endif

/// The advice for a user whose program has used up a stack.
inline constexpr const char* kLargerStacksAdvice =
    "give nodes larger ones with --stack-bytes (stack_bytes in a program of your own)";

}  // namespace switchyard
