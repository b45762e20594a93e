#include "runtime/programs/mpi/fortran_program.hpp"

#include <utility>

#include "runtime/programs/image.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/topologies.hpp"

namespace switchyard::mpi {
namespace {

/// Runs `work` as code of the emulator, rather than as code of the emulated program, and returns its result.
template <class Work>
decltype(auto) result_of_emulator_code(Process& process, Work work) {
  const EmulatorCodeScope host(process);
  return work();
}

}  // namespace

FortranProgram::FortranProgram(const Process& process) {
  if (process.image() == nullptr) return;
  for (const void* const each : process.image()->addresses_of_interface_variable("switchyard_mpi_constants_"))
    constants_.push_back(static_cast<const std::byte*>(each));
}

void* FortranProgram::c_constant_of(void* address) const noexcept {
  for (const std::byte* const constants : constants_) {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - constants);
    if (offset >= sizeof(FortranConstants)) continue;
    if (offset == offsetof(FortranConstants, in_place)) return MPI_IN_PLACE;
    if (offset == offsetof(FortranConstants, unweighted)) return MPI_UNWEIGHTED;
    if (offset == offsetof(FortranConstants, weights_empty)) return MPI_WEIGHTS_EMPTY;
    return nullptr;  // MPI_BOTTOM, or a constant such as MPI_STATUS_IGNORE
  }
  return address;
}

void* FortranProgram::add_block(std::size_t bytes) {
  return blocks_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
}

void* FortranProgram::attribute_with_value(MPI_Aint value) {
  MPI_Aint& integer = attribute_integers_by_value_.try_emplace(value, value).first->second;
  addresses_of_attribute_integers_.insert(&integer);
  return &integer;
}

MPI_Aint FortranProgram::value_of_attribute(const void* attribute) const noexcept {
  if (addresses_of_attribute_integers_.contains(attribute)) return *static_cast<const MPI_Aint*>(attribute);
  return reinterpret_cast<MPI_Aint>(attribute);
}

FortranProgram& fortran_program_of(Process& process) {
  auto& fortran = process.communication_interface_state<MpiProgramState>().fortran;
  if (fortran == nullptr) fortran = std::make_shared<FortranProgram>(process);
  return *fortran;
}

void* attribute_of_running_program(MPI_Aint value) {
  Process& process = *t_process;  // null while code of the emulator runs
  return result_of_emulator_code(process, [&] { return fortran_program_of(process).attribute_with_value(value); });
}

MPI_Aint attribute_value_in_running_program(const void* attribute) {
  Process& process = *t_process;  // null while code of the emulator runs
  return result_of_emulator_code(process, [&] { return fortran_program_of(process).value_of_attribute(attribute); });
}

FortranCall::FortranCall(const char* name, const void* return_address)
    : FortranCall(*t_process,
                  result_of_emulator_code(*t_process, [&, &its_process = *t_process]() -> FortranProgramAndCallSite {
                    FortranProgram& its_program = fortran_program_of(its_process);
                    return {its_program, its_process.calls_in_code.call_at(its_process, name, return_address)};
                  })) {}

FortranCall::FortranCall(Process& its_process, const FortranProgramAndCallSite& found)
    : process(its_process), program(found.program), place(reinterpret_cast<const switchyard_call*>(found.place)) {}

void FortranCall::store_peer_counts(MPI_Comm comm, bool are_neighbors) {
  result_of_emulator_code(process, [&] {
    const CommunicatorPtr* const found =
        process.communication_interface_state<MpiProgramState>().communicators.find(comm);
    if (found == nullptr || *found == nullptr) return;
    const Communicator& known = **found;
    if (!are_neighbors) {
      peer_counts_[0] = peer_counts_[1] = known.peer_count();
      return;
    }
    try {
      const Neighbors neighbors = neighbors_of_this_member(known);
      peer_counts_[0] = static_cast<MPI_Fint>(neighbors.destinations.size());
      peer_counts_[1] = static_cast<MPI_Fint>(neighbors.sources.size());
    } catch (const CallError&) {  // ignored here, as the MPI call itself then fails in the same way
    }
  });
}

MPI_Fint FortranCall::take_length_of_next_peer_array() noexcept {
  const MPI_Fint count = peer_counts_[next_peer_count_index_++];
  return std::exchange(is_in_place, false) ? 0 : count;
}

const MPI_Datatype* FortranCall::keep_types(const MPI_Fint* types, MPI_Fint count) const {
  return result_of_emulator_code(process, [&] {
    std::vector<MPI_Datatype> kept;
    for (MPI_Fint i = 0; i < count; ++i) kept.push_back(MPI_Type_f2c(types[i]));
    return program.keep_datatype_array_until_program_end(std::move(kept));
  });
}

FortranCallbacks* FortranCall::keep_callbacks(const FortranCallbacks& callbacks) const {
  return result_of_emulator_code(process, [&] { return program.keep_callbacks(callbacks); });
}

void* FortranCallMemory::take_bytes(std::size_t bytes) {
  if (bytes <= sizeof own_) return own_;
  has_block_ = true;
  return result_of_emulator_code(call_.process, [&] { return call_.program.add_block(bytes); });
}

FortranCallMemory::~FortranCallMemory() {
  if (has_block_) result_of_emulator_code(call_.process, [&] { call_.program.remove_last_block(); });
}

}  // namespace switchyard::mpi
