#pragma once
/// \file crash.hpp
/// Handles signals such as SIGSEGV, so that a crashing program ends only its own node, and not the
/// emulator's process.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Handles the crashes of programs. Its constructor installs the signal handlers, and a stack for them on the calling
/// thread. From then on, a signal such as SIGSEGV in a program's own code ends that program (Process::leave_program).
/// Signals in the emulator's code go to the handlers that were installed before.
class CrashGuard {
 public:
  CrashGuard();
};

/// The error that is thrown if a call cannot access memory that the program has passed to it. `signal` is the signal
/// that the access raised, and `address` that of the access, or null if it is not known.
class BadMemoryError : public Error {
 public:
  BadMemoryError(int its_signal, const void* its_address);
  int signal;
  const void* address;
};

/// Check the memory that a program passes to a call, before the emulator reads or writes the memory. They throw
/// BadMemoryError if it cannot be read, or cannot be written. Every page is read, but only the first and the last byte
/// are tested for writing, so that pages into which no data is received use no memory. An unwritable page in the middle
/// is found later, when the emulator writes to it. Needs: a CrashGuard exists on this thread.
void check_readable(std::span<const std::byte> memory);
void check_writable(std::span<std::byte> memory);
inline void check_readable(const void* begin, std::size_t bytes) {
  check_readable(std::span(static_cast<const std::byte*>(begin), bytes));
}
inline void check_writable(void* begin, std::size_t bytes) {
  check_writable(std::span(static_cast<std::byte*>(begin), bytes));
}

namespace detail {

/// How many times the emulator has failed to access a page of memory that a program had passed to a call. A signal
/// handler increments it.
extern constinit std::atomic<std::uint64_t> g_failed_access_count;
bool did_access_of_running_node_fail() noexcept;

}  // namespace detail

/// Returns whether the emulator has failed to access memory that the running node had passed to a call and that had
/// passed the checks: a page in its middle was read-only, or the memory was freed meanwhile. The emulator then put a
/// usable page there, so that the copy could continue; so the node must end, and its image (copy of the program in
/// memory) must not be used again. Each failure is reported by one call of this function only.
inline bool did_access_to_passed_memory_fail() noexcept {
  return detail::g_failed_access_count != 0 && detail::did_access_of_running_node_fail();
}
/// Returns a node of the present run (the run of the calling node) for which the emulator failed to access memory that
/// the node had passed to a call; nothing if there is none.
std::optional<NodeId> node_with_failed_memory_access() noexcept;
/// Forgets all failed accesses to memory that the running node has passed to calls. Called when the node's program
/// begins.
void forget_failed_memory_accesses() noexcept;

/// Runs `copy()`, which accesses memory of a program, and throws BadMemoryError if an access raises SIGSEGV or SIGBUS.
/// As a longjmp may then leave `copy` at any point, `copy` must neither throw nor own objects with destructors.
void copy_throwing_on_memory_fault(void (*copy)(void* what), void* what);
template <class Copy>
void copy_throwing_on_memory_fault(Copy copy) {
  copy_throwing_on_memory_fault([](void* what) { (*static_cast<Copy*>(what))(); }, &copy);
}

/// Returns the name of a signal, such as "SIGSEGV (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace switchyard
