#pragma once
/// \file crash.hpp
/// Handles signals such as SIGSEGV, so that a program that crashes ends only its node, and not the emulator's process.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Its constructor installs the signal handlers, and a stack for them on this thread. From then on, a signal such as
/// SIGSEGV in a program's own code ends that program (Process::leave). Signals in code of the emulator go to the
/// handlers that were installed before.
class CrashGuard {
 public:
  CrashGuard();
};

/// Thrown if a call cannot access the memory that the program has passed to it. `signal` is the signal that the access
/// has raised.
class BadMemory : public Error {
 public:
  explicit BadMemory(int its_signal);
  int signal;
};

/// Check memory that a program passes to a call, before the emulator reads it or receives into it: throw BadMemory if
/// it cannot be read, or cannot be written. Every page is read, but writing is tried at both ends only, so that pages
/// which are never received into need no memory. A page in between that cannot be written is found when the emulator
/// comes to write to it: see lent_memory_failed(). Needs: a CrashGuard.
void check_readable(std::span<const std::byte> memory);
void check_writable(std::span<std::byte> memory);
inline void check_readable(const void* begin, std::size_t bytes) {
  check_readable(std::span(static_cast<const std::byte*>(begin), bytes));
}
inline void check_writable(void* begin, std::size_t bytes) {
  check_writable(std::span(static_cast<std::byte*>(begin), bytes));
}

/// Returns whether the emulator has failed to access memory that the running node had passed to a call and that was
/// checked before: a page in its middle is read-only, or it was freed meanwhile. A usable page was then put there so
/// that the copy under way could go on; so the node must end, and its image must not be used again. The next call
/// returns false again.
bool lent_memory_failed() noexcept;
/// Returns a node of the running node's run for which lent_memory_failed() would return true, or nothing.
std::optional<NodeId> node_of_failed_memory() noexcept;
/// Called when the running node begins: lent_memory_failed() becomes false for it.
void forget_failed_memory() noexcept;

/// Runs `copy()`, which accesses memory of a program, and throws BadMemory if an access raises SIGSEGV or SIGBUS. As
/// `copy` may be left by longjmp anywhere, it must neither throw nor own anything that has a destructor.
void guard_memory(void (*copy)(void* what), void* what);
template <class Copy>
void guard_memory(Copy copy) {
  guard_memory([](void* what) { (*static_cast<Copy*>(what))(); }, &copy);
}

/// Returns the name of a signal, such as "SIGSEGV (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace switchyard
