#pragma once
/// \file own_memory.hpp
/// Watches the accesses of a program to the memory of its windows: those by its own calls, such as
/// a send of values in a window, and its loads and stores, if the program reports them.
///
/// What a node knows of events on other nodes does not change between two of its MPI calls or
/// atomic accesses. So the node's loads and stores are gathered, and compared with the accesses of
/// other nodes at its next MPI call or atomic access. Memory that a call reads or writes counts as accessed at the
/// beginning of the call.

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/window_witness.hpp"

namespace switchyard::mpi {

class Window;

/// The accesses of one node's program to one member's memory in a window: to its own memory or, in
/// a shared window, to that of any member.
class OwnMemory final : public AreaListener {
 public:
  /// Memory of the member with rank `rank` in the window: `bytes` bytes from address `base` on. In the witness of the
  /// window they have the addresses from `known_as` on.
  struct Part {
    int rank = 0;
    std::uintptr_t base = 0;
    std::uint64_t bytes = 0;
    std::uintptr_t known_as = 0;
  };
  /// `process`, `witness` and `window` must outlive this object.
  OwnMemory(Process& process, WindowWitness& witness, const Window& window, Part part);
  ~OwnMemory() override;
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

  void on_program_access(const OwnAccess& access) override;
  /// Orders the atomic access with those of other nodes. If the program finds the same value again in a shared window,
  /// the access takes the time of a test, so that the node may wait in a loop for what another node stores.
  void on_atomic_access(const OwnAtomicAccess& access) override;
  void on_atomic_fence(OwnMemoryOrder order) override;
  void on_buffer_call(CallSite site, const ByteRanges& ranges, Touch touch) override;
  void on_memory_free() override;
  /// Notes a defect for each of the gathered loads and stores that conflicts with an access of another node.
  void note_conflicts_of_own_accesses();
  bool begins_at(const void* address) const noexcept { return part_.base == reinterpret_cast<std::uintptr_t>(address); }

 private:
  using Accesses = std::vector<OwnAccess>;
  void note_conflicts_of_access(const OwnAccess& access);
  WindowAccess window_access_of(const OwnAccess& access) const;
  bool has_found_same_value_again(const OwnAtomicAccess& access);
  void add(const WindowAccess& access);

  Process& process_;
  WindowWitness& witness_;
  const Window& window_;
  const Part part_;
  std::map<std::uintptr_t, std::uint64_t> found_;  ///< values that atomic accesses have found last, by address
  std::array<Accesses, 2> gathered_;  ///< loads and stores since the last call of note_conflicts_of_own_accesses()
};

}  // namespace switchyard::mpi
