#pragma once
/// \file own_memory.hpp
/// The loads and stores that a program makes in the memory of its windows, if it reports them.
///
/// What a node knows of events on other nodes does not change between two of its MPI calls. So its loads and stores are
/// gathered, and compared with the accesses of other nodes at its next MPI call.

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/window_witness.hpp"

namespace switchyard::mpi {

class Window;

/// The accesses of one node's program to its part of one window.
class OwnMemory final : public AreaListener {
 public:
  /// All arguments must outlive this object.
  OwnMemory(Process& process, WindowWitness& witness, const Window& window);
  ~OwnMemory() override;
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

  void hear_access(const OwnAccess& access) override;
  void hear_free() override;
  /// Notes a defect for each of the gathered loads and stores that conflicts with an access of another node.
  void look();

 private:
  using Accesses = std::vector<OwnAccess>;
  void look_at(const OwnAccess& access);

  Process& process_;
  WindowWitness& witness_;
  const Window& window_;
  std::array<Accesses, 2> gathered_;  ///< loads and stores
};

}  // namespace switchyard::mpi
