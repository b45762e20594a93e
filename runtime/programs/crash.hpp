#pragma once
/// \file crash.hpp
/// A program that crashes ends its node, and not the host.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// While one lives, signals that say that the calling thread's program has crashed leave that program
/// (Process::leave). Others, and those of our own code, go where they went before.
class CrashGuard {
 public:
  CrashGuard();
};

/// A call cannot use the memory that a program has given to it. `signal` is what an access to that memory raises.
class BadMemory : public Error {
 public:
  explicit BadMemory(int its_signal);
  int signal;
};

/// Throw BadMemory for memory of a program that cannot be read, or received into; in the host, before it does so.
/// Every page is looked at. That it can be written is tried at both ends only: pages that are never received into need
/// no memory. What is wrong with a page in between is found when the host comes upon it: see lent_memory_failed().
/// Needs: a CrashGuard.
void check_readable(std::span<const std::byte> memory);
void check_writable(std::span<std::byte> memory);
inline void check_readable(const void* begin, std::size_t bytes) {
  check_readable(std::span(static_cast<const std::byte*>(begin), bytes));
}
inline void check_writable(void* begin, std::size_t bytes) {
  check_writable(std::span(static_cast<std::byte*>(begin), bytes));
}

/// Whether the host has come upon memory that the running node had given to a call, and that cannot be used: in between
/// of it pages are read-only, or it was freed meanwhile. The host has then put a usable page there, for the copy under
/// way to go on; so the node must end, and its image must not be used again. True once.
bool lent_memory_failed() noexcept;
/// A node of the running one's run of which lent_memory_failed() has not been asked since it became true.
std::optional<NodeId> node_of_failed_memory() noexcept;
/// The running node begins: nothing is known of its memory.
void forget_failed_memory() noexcept;

/// Runs `copy()`, and throws BadMemory if its accesses raise such a signal. As it may be left anywhere, it must neither
/// throw nor own anything that has a destructor.
void guard_memory(void (*copy)(void* what), void* what);
template <class Copy>
void guard_memory(Copy copy) {
  guard_memory([](void* what) { (*static_cast<Copy*>(what))(); }, &copy);
}

/// "SIGSEGV (Segmentation fault)"
std::string signal_text(int signal);

}  // namespace switchyard
