#pragma once
/// \file fortran_program.hpp
/// What the calls of MPI by a Fortran program need beside those of C: the addresses of its constants, the places of its
/// calls, and memory for arguments that look different in C.

#include <cstddef>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// The constants that a Fortran program passes by their addresses, in the order of the COMMON block of mpif.h
/// (fortran.sh).
struct FortranConstants {
  MPI_Fint bottom, in_place, unweighted, weights_empty, errcodes_ignore;
  MPI_Fint status_ignore[MPI_STATUS_SIZE], statuses_ignore[MPI_STATUS_SIZE];
};

/// The functions of a Fortran program that MPI calls with the program's `extra_state`.
struct FortranCallbacks {
  void* functions[3] = {};
  MPI_Aint extra_state = 0;
};

/// The Fortran part of one node's program. All functions but c_constant_of() need that code of the emulator runs.
class FortranProgram {
 public:
  /// Finds the constants in the program's memory.
  explicit FortranProgram(const Process& process);

  /// Returns the constant of C for an argument that is a constant of Fortran, as MPI_IN_PLACE. Returns `address` itself
  /// if it is none.
  void* c_constant_of(void* address) const noexcept;

  /// Adds a block of memory, which exists until remove_last_block() has been called for it, or the program has ended.
  void* add_block(std::size_t bytes);
  void remove_last_block() noexcept { blocks_.pop_back(); }

  /// Returns an array of these datatypes, which exists until the program has ended. Arrays with the same contents are
  /// one array, so that a loop that calls a nonblocking function needs no more and more memory.
  const MPI_Datatype* keep_array(std::vector<MPI_Datatype> types) {
    return kept_arrays_.insert(std::move(types)).first->data();
  }
  /// Returns a copy of the callbacks, which exists until the program has ended.
  FortranCallbacks* keep_callbacks(const FortranCallbacks& callbacks) {
    return callbacks_.emplace_back(std::make_unique<FortranCallbacks>(callbacks)).get();
  }

 private:
  std::vector<const std::byte*> constants_;  ///< addresses of FortranConstants
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::set<std::vector<MPI_Datatype>> kept_arrays_;
  std::vector<std::unique_ptr<FortranCallbacks>> callbacks_;
};

/// Returns the Fortran part of the program, which is made when it is first used. Needs: code of the emulator runs.
FortranProgram& fortran_program_of(Process& process);

/// One call of MPI by a Fortran program, with memory for its arguments.
class FortranCall {
 public:
  /// `name` is the name of the function in C, such as "MPI_Send".
  FortranCall(const char* name, const void* return_address);
  FortranCall(const FortranCall&) = delete;
  FortranCall& operator=(const FortranCall&) = delete;

  Process& process;
  FortranProgram& program;
  const switchyard_call* const place;

  // What arguments further on in the list depend on.
  const std::size_t* next_text_length = nullptr;  ///< the hidden lengths of texts that are still to be taken
  MPI_Fint last_integer = 0;                      ///< the last INTEGER so far, which is the length of the next array
  const MPI_Fint* last_result = nullptr;          ///< the place of the last INTEGER that the call returns
  bool is_in_place = false;                       ///< whether the next array of datatypes is that of MPI_IN_PLACE

  /// Notes the numbers of peers in a communicator to which a call sends, and from which it receives, as many datatypes
  /// as an argument of the call has. There are none if the communicator is not valid.
  void note_peers(MPI_Comm comm, bool are_neighbors);
  /// Returns how many datatypes the next argument with a datatype for each peer has.
  MPI_Fint take_peer_count() noexcept;
  /// Returns an array with these datatypes, which exists until the program has ended.
  const MPI_Datatype* keep_types(const MPI_Fint* types, MPI_Fint count) const;
  /// Returns a copy of the callbacks, which exists until the program has ended.
  FortranCallbacks* keep_callbacks(const FortranCallbacks& callbacks) const;

 private:
  MPI_Fint peer_counts_[2] = {};
  unsigned taken_peer_counts_ = 0;

  struct ProgramAndPlace {
    FortranProgram& program;
    const NamedCall* place;
  };
  FortranCall(Process& its_process, const ProgramAndPlace& found);
};

/// Memory for the time of a call. If the call ends the program, the memory is given back with the program.
class FortranCallMemory {
 public:
  explicit FortranCallMemory(const FortranCall& call) noexcept : call_(call) {}
  ~FortranCallMemory();
  FortranCallMemory(const FortranCallMemory&) = delete;
  FortranCallMemory& operator=(const FortranCallMemory&) = delete;
  /// Returns memory for `count` elements. May be called once.
  template <class T>
  T* take(std::size_t count) {
    return static_cast<T*>(take_bytes(count * sizeof(T)));  // NOLINT(bugprone-sizeof-expression): handles are pointers
  }

 private:
  void* take_bytes(std::size_t bytes);

  const FortranCall& call_;
  bool has_block_ = false;
  alignas(std::max_align_t) std::byte own_[256];
};

}  // namespace switchyard::mpi
