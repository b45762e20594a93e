#include "runtime/programs/mpi/state_records.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "runtime/programs/mpi/collective_work.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/program_states.hpp"
#include "runtime/programs/state_hash.hpp"
#include "runtime/state_marks.hpp"

namespace switchyard::mpi {
namespace {

/// The MPI functions at whose calls the state of the program can be recorded, in alphabetical order: they change no
/// state of MPI, or only that of requests and of messages under way. (After MPI_Finalize a program does nothing more
/// with MPI.)
constexpr std::string_view kRecordedFunctions[] = {"MPI_Allgather",
                                                   "MPI_Allgatherv",
                                                   "MPI_Allreduce",
                                                   "MPI_Alltoall",
                                                   "MPI_Alltoallv",
                                                   "MPI_Alltoallw",
                                                   "MPI_Barrier",
                                                   "MPI_Bcast",
                                                   "MPI_Cart_coords",
                                                   "MPI_Cart_get",
                                                   "MPI_Cart_rank",
                                                   "MPI_Cart_shift",
                                                   "MPI_Comm_compare",
                                                   "MPI_Comm_rank",
                                                   "MPI_Comm_size",
                                                   "MPI_Exscan",
                                                   "MPI_Finalize",
                                                   "MPI_Finalized",
                                                   "MPI_Gather",
                                                   "MPI_Gatherv",
                                                   "MPI_Get_address",
                                                   "MPI_Get_count",
                                                   "MPI_Get_elements",
                                                   "MPI_Get_processor_name",
                                                   "MPI_Get_version",
                                                   "MPI_Iallgather",
                                                   "MPI_Iallreduce",
                                                   "MPI_Ialltoall",
                                                   "MPI_Ibarrier",
                                                   "MPI_Ibcast",
                                                   "MPI_Igather",
                                                   "MPI_Initialized",
                                                   "MPI_Iprobe",
                                                   "MPI_Irecv",
                                                   "MPI_Ireduce",
                                                   "MPI_Irsend",
                                                   "MPI_Is_thread_main",
                                                   "MPI_Isend",
                                                   "MPI_Issend",
                                                   "MPI_Pack_size",
                                                   "MPI_Probe",
                                                   "MPI_Query_thread",
                                                   "MPI_Recv",
                                                   "MPI_Reduce",
                                                   "MPI_Reduce_local",
                                                   "MPI_Reduce_scatter",
                                                   "MPI_Reduce_scatter_block",
                                                   "MPI_Rsend",
                                                   "MPI_Scan",
                                                   "MPI_Scatter",
                                                   "MPI_Scatterv",
                                                   "MPI_Send",
                                                   "MPI_Sendrecv",
                                                   "MPI_Sendrecv_replace",
                                                   "MPI_Ssend",
                                                   "MPI_Start",
                                                   "MPI_Startall",
                                                   "MPI_Test",
                                                   "MPI_Testall",
                                                   "MPI_Testany",
                                                   "MPI_Testsome",
                                                   "MPI_Topo_test",
                                                   "MPI_Type_get_extent",
                                                   "MPI_Type_size",
                                                   "MPI_Wait",
                                                   "MPI_Waitall",
                                                   "MPI_Waitany",
                                                   "MPI_Waitsome",
                                                   "MPI_Wtick",
                                                   "MPI_Wtime"};
static_assert(std::ranges::is_sorted(kRecordedFunctions));

/// Returns whether the program has state in MPI that the hash of its state does not cover (add_requests() adds only its
/// requests).
bool has_unrecorded_state(const MpiProgramState& state) {
  return !state.windows.empty() || !state.files.empty() || !state.probed_messages.empty() ||
         !state.freed_requests_under_way.empty() || !state.partitioned_request_counts.empty() ||
         state.attached_buffer != nullptr || state.is_in_reduction_function || !state.watches_of_freed_sends.empty() ||
         !state.program_window_accesses.empty();
}

/// Adds the requests of the program to the hash of its state. Returns false if one of them is of a kind that cannot be
/// added.
bool add_requests(StateHash& hash, MpiProgramState& state) {
  bool are_known = true;
  state.requests.for_each([&](MPI_Request handle, CallSite, const RequestRecord& request) {
    using enum RequestRecord::Kind;
    const bool is_message = request.kind == send || request.kind == receive;
    if (!is_message || request.is_persistent || request.is_cancelled || request.message_partitions != nullptr ||
        request.message_description.comm == nullptr || request.message_description.type == nullptr ||
        !request.message_description.is_dense() || !request.message_description.type->uniform_type()) {
      are_known = false;
      return;
    }
    for (const std::uint64_t part :
         {static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handle)),
          static_cast<std::uint64_t>(request.kind), static_cast<std::uint64_t>(request.is_active),
          static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(request.message_description.buffer)),
          request.message_description.bytes(),
          static_cast<std::uint64_t>(*request.message_description.type->uniform_type()),
          static_cast<std::uint64_t>(request.message_description.peer),
          static_cast<std::uint64_t>(request.message_description.tag),
          static_cast<std::uint64_t>(request.message_description.mode),
          static_cast<std::uint64_t>(request.message_description.comm->context())})
      hash.add_number(part);
  });
  return are_known;
}

/// Records a hash of the program's state at its present MPI call, into which the numbers `added` are also hashed.
void record_state(Call& call, std::span<const std::uint64_t> added) {
  StateHash hash;
  hash.add_number(added.size());
  for (const std::uint64_t number : added) hash.add_number(number);
  std::optional<std::uint64_t> own;
  if (!has_unrecorded_state(call.state) && add_requests(hash, call.state))
    own = call.process.hash_of_state(call.program_errno);
  if (own) hash.add_number(*own);
  call.node.mark(kMarkLabelOfRecordedState, call.site);
  call.process.mode().program_states->add_state(call.node.id(), own ? std::optional(hash.value()) : std::nullopt);
}

/// Returns whether a call of this MPI function can send or receive a message.
bool does_communicate(std::string_view function) {
  return !function.starts_with("MPI_Comm_") && !function.starts_with("MPI_Get_") &&
         !function.starts_with("MPI_Cart_") && !function.starts_with("MPI_Type_") && !function.starts_with("MPI_Wti");
}

}  // namespace

bool detail::are_program_states_recorded(const Call& call) {
  const std::shared_ptr<ProgramStates>& states = call.process.mode().program_states;
  return states != nullptr && states->recorded_states() != RecordedStates::none;
}

void detail::note_call_begin(Call& call, std::span<const std::uint64_t> arguments) {
  const std::string_view function = call.function_name;
  if (!std::ranges::binary_search(kRecordedFunctions, function)) {
    call.node.mark(kMarkLabelOfChangeOutsideRecordedState, call.site);
  } else if (call.process.mode().program_states->recorded_states() ==
                 RecordedStates::at_synchronising_collectives_and_calls &&
             does_communicate(function)) {
    record_state(call, arguments);
  }
}

void note_synchronising_collective_begin(Call& call, const Communicator& comm, const GroupCall& group_call) {
  if (!detail::are_program_states_recorded(call) || can_members_leave_collective_early(call, comm, group_call) ||
      static_cast<std::uint32_t>(comm.size()) != call.node.node_count())
    return;
  call.synchronises_all_nodes = true;
  call.node.mark(kMarkLabelOfSyncCollectiveBegin, call.site);
}

void note_synchronising_collective_end(Call& call) {
  if (!call.synchronises_all_nodes) return;
  call.node.mark(kMarkLabelOfSyncCollectiveEnd, call.site);
  record_state(call, {});
}

}  // namespace switchyard::mpi
