#pragma once
/// \file fortran_program.hpp
/// What MPI calls of a Fortran program need beyond those of a C program: the addresses of the program's constants such
/// as MPI_BOTTOM, the places of its calls, and memory for arguments that have another form in C.

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// The constants, such as MPI_IN_PLACE, that a Fortran program passes by their addresses, in the order of the COMMON
/// block of mpif.h (fortran.sh).
struct FortranConstants {
  MPI_Fint bottom, in_place, unweighted, weights_empty, errcodes_ignore;
  MPI_Fint status_ignore[MPI_STATUS_SIZE], statuses_ignore[MPI_STATUS_SIZE];
};

/// Callback functions of a Fortran program, and the argument `extra_state` with which MPI calls them.
struct FortranCallbacks {
  void* functions[3] = {};
  MPI_Aint extra_state = 0;
};

/// What the emulator keeps of one node's Fortran program. All functions except c_constant_of() may only be called while
/// code of the emulator runs (EmulatorCodeScope).
class FortranProgram {
 public:
  /// Finds the constants such as MPI_BOTTOM in the Fortran program's memory.
  explicit FortranProgram(const Process& process);

  /// Returns the constant of C, such as MPI_IN_PLACE, that corresponds to a Fortran argument at `address`. Returns
  /// `address` itself if no constant is there.
  void* c_constant_of(void* address) const noexcept;

  /// Adds a block of memory, which exists until remove_last_block() has been called for it, or the program has ended.
  void* add_block(std::size_t bytes);
  void remove_last_block() noexcept { blocks_.pop_back(); }

  /// Returns an array of these datatypes, which exists until the program has ended. Arrays with the same contents are
  /// stored once, so that a loop that calls a nonblocking function does not use more and more memory.
  const MPI_Datatype* keep_datatype_array_until_program_end(std::vector<MPI_Datatype> types) {
    return kept_datatype_arrays_.insert(std::move(types)).first->data();
  }
  /// Returns a copy of the callback functions, which exists until the program has ended.
  FortranCallbacks* keep_callbacks(const FortranCallbacks& callbacks) {
    return callbacks_.emplace_back(std::make_unique<FortranCallbacks>(callbacks)).get();
  }
  /// Returns the attribute that the Fortran program sets by giving an integer: the address of an integer with this
  /// value, which exists until the program has ended. That is what a function in C gets (MPI 3.1, sec. 17.2.7).
  void* attribute_with_value(MPI_Aint value);
  /// Returns the value of an attribute in Fortran: the integer, if Fortran has set the attribute, or else the pointer.
  MPI_Aint value_of_attribute(const void* attribute) const noexcept;

 private:
  std::vector<const std::byte*> constants_;  ///< addresses of the program's FortranConstants
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::set<std::vector<MPI_Datatype>> kept_datatype_arrays_;
  std::vector<std::unique_ptr<FortranCallbacks>> callbacks_;
  std::map<MPI_Aint, MPI_Aint> attribute_integers_by_value_;
  std::unordered_set<const void*> addresses_of_attribute_integers_;
};

/// Returns what the emulator keeps of the process's Fortran program, and makes it at the first call. Needs: code of the
/// emulator runs (EmulatorCodeScope).
FortranProgram& fortran_program_of(Process& process);
/// Calls FortranProgram::attribute_with_value() for the program of the node that runs, while code of the program runs.
void* attribute_of_running_program(MPI_Aint value);
/// Calls FortranProgram::value_of_attribute() for the program of the node that runs, while code of the program runs.
MPI_Aint attribute_value_in_running_program(const void* attribute);

/// One MPI call of a Fortran program, with memory for its converted arguments.
class FortranCall {
 public:
  /// `name` is the name of the MPI function in C, such as "MPI_Send".
  FortranCall(const char* name, const void* return_address);
  FortranCall(const FortranCall&) = delete;
  FortranCall& operator=(const FortranCall&) = delete;

  Process& process;
  FortranProgram& program;
  const switchyard_call* const place;

  // State that is passed on while the arguments of the call are converted one after another.
  /// The hidden length of the next character string among the arguments.
  const std::size_t* next_text_length = nullptr;
  /// The value of the latest INTEGER argument, which is the length of a following array.
  MPI_Fint last_integer = 0;
  /// The address of the latest INTEGER result, which is the length of a following array.
  const MPI_Fint* last_integer_result = nullptr;
  bool is_in_place = false;  ///< whether the next array of datatypes belongs to a buffer that is MPI_IN_PLACE

  /// Looks up to how many peers the call sends and from how many it receives: these are the lengths of its arrays of
  /// datatypes. Both are 0 if the communicator is not valid.
  void store_peer_counts(MPI_Comm comm, bool are_neighbors);
  /// Returns the length of the next argument that is an array with one datatype for each peer.
  MPI_Fint take_length_of_next_peer_array() noexcept;
  /// Returns an array of these datatypes, which exists until the program has ended.
  const MPI_Datatype* keep_types(const MPI_Fint* types, MPI_Fint count) const;
  /// Returns a copy of the callback functions, which exists until the program has ended.
  FortranCallbacks* keep_callbacks(const FortranCallbacks& callbacks) const;

 private:
  MPI_Fint peer_counts_[2] = {};
  unsigned next_peer_count_index_ = 0;

  struct FortranProgramAndCallSite {
    FortranProgram& program;
    const NamedCall* place;
  };
  FortranCall(Process& its_process, const FortranProgramAndCallSite& found);
};

/// Memory for converted arguments during one MPI call. If the call ends the program, the memory is freed with the
/// program's data.
class FortranCallMemory {
 public:
  explicit FortranCallMemory(const FortranCall& call) noexcept : call_(call) {}
  ~FortranCallMemory();
  FortranCallMemory(const FortranCallMemory&) = delete;
  FortranCallMemory& operator=(const FortranCallMemory&) = delete;
  /// Returns memory for `count` elements. May be called only once for each object.
  template <class T>
  T* allocate_memory_for_elements(std::size_t count) {
    return static_cast<T*>(take_bytes(count * sizeof(T)));  // NOLINT(bugprone-sizeof-expression): handles are pointers
  }

 private:
  void* take_bytes(std::size_t bytes);

  const FortranCall& call_;
  bool has_block_ = false;
  alignas(std::max_align_t) std::byte own_[256];
};

}  // namespace switchyard::mpi
