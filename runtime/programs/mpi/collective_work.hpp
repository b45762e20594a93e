#pragma once
/// \file collective_work.hpp
/// What all of MPI's collectives have in common: their arguments, how they are carried out, and
/// the three forms (blocking, nonblocking and persistent) in which programs call them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/call_history.hpp"
#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state_records.hpp"

namespace switchyard::mpi {

/// The memory from which a member sends in a collective (`in`), and the memory that gets the
/// result (`out`). Both are kept until the collective is over.
struct CollectiveBuffers {
  CollectiveDataBlocks in, out;
  /// Further values in the program's memory that the collective reads or writes until it is over, such as arrays of
  /// counts. Both lists are empty unless the run looks for defects.
  std::vector<Values> additionally_read_values = {}, additionally_written_values = {};

  std::vector<Values> values_read_by_collective() const;
  std::vector<Values> values_written_by_collective() const;
};
using CollectiveBuffersPtr = std::shared_ptr<CollectiveBuffers>;

/// One call of a collective on a communicator, from the check of its arguments to its end.
struct CollectiveCallState {
  CommunicatorPtr comm;
  /// Whether the result of the collective is received in a copy, which is stored in the program's memory only when the
  /// collective is over.
  bool receives_into_copy = false;
  bool is_run_checked_for_defects = false;  ///< whether the run looks for defects
  CollectiveBuffersPtr collective_buffers = std::make_shared<CollectiveBuffers>();

  /// Records an array among the arguments of a nonblocking collective, which the program must not change until the
  /// collective is over (MPI 3.1, sec. 5.12).
  template <class T>
  void note_argument_array(const T* array, std::size_t entries) const {
    if (receives_into_copy)
      collective_buffers->additionally_read_values.push_back(values_of_array(array, entries * sizeof(T)));
  }
  void note_argument_array(const IntOrLargeCountArray& array, std::size_t entries) const {
    if (receives_into_copy)
      collective_buffers->additionally_read_values.push_back(values_of_array(array.data(), array.bytes(entries)));
  }
  /// note_values_read() and note_values_written() record memory of the program that the collective reads or writes and
  /// that is in no CollectiveDataBlocks, so that a run that looks for defects checks this memory, too.
  void note_values_read(const std::vector<Values>& values) const;
  void note_values_written(const std::vector<Values>& values) const;

  std::size_t size() const { return static_cast<std::size_t>(comm->size()); }
  std::size_t rank() const { return static_cast<std::size_t>(comm->rank()); }
  bool is_own_rank(std::uint32_t rank_of_root) const {
    return static_cast<std::uint32_t>(comm->rank()) == rank_of_root;
  }

 private:
  static Values values_of_array(const void* array, std::size_t bytes);
};

CollectiveCallState new_collective_call_state(Call& call, CommunicatorPtr comm);
CollectiveCallState new_collective_call_state(Call& call, MPI_Comm comm);

/// Lets the node spend the time that it takes to pack or unpack `bytes` bytes.
void spend_copy_time(Node& node, std::size_t bytes, CallSite site);

/// Returns whether a member may leave this blocking collective before all members have entered it.
bool can_members_leave_collective_early(const Call& call, const Communicator& comm, const GroupCall& group_call);

/// Returns whether the members of a collective need not wait for each other at all: the collective is no barrier, no
/// member has values for it, and the run enforces no order of events beyond what the standard requires.
bool is_collective_without_messages(const Call& call, const GroupCall& group_call) noexcept;

/// Decides, in a run that looks for defects, which members wait for which in a collective: a member waits only for
/// those whose values it gets, so that no third member passes values on. If the run enforces no order of events beyond
/// what the standard requires, a member does not wait for empty blocks in collectives with blocks of varying sizes
/// either.
void choose_waits_among_collective_members(const Call& call, GroupCall& group_call);
/// Returns whether a member completes this collective only after all members have begun it, although it may need no
/// values of some of them. The standard allows both (MPI 3.1, sec. 5.1 and 5.12); the run decides.
bool does_completion_synchronise(const Call& call, const Communicator& comm, const GroupCall& group_call);

/// Carries out the blocking collective `group_call`. A barrier follows if no member may leave a collective in this run
/// before all members have entered it. The barrier comes last, so that differences between the members' calls are found
/// first. Returns which earlier events of other members this member knows of at the end.
EventKnowledgeAfterCollective run_collective_and_synchronise(Call& call, Communicator& comm, GroupCall group_call);

/// Begins the nonblocking collective `group_call` and returns its handle. If the collective needs no messages, it is
/// complete from the start; a test of it may still find it incomplete.
Handle post_collective(Call& call, Group& group, GroupCall group_call);

/// Carries out the collective `group_call`, and calls `finish()` at its end: before returning if
/// `request` is null, and otherwise when the program completes the request. Does nothing if the call only checks its
/// arguments.
template <class Finish>
void run_collective(Call& call, MPI_Request* request, const CollectiveCallState& work, GroupCall group_call,
                    Finish finish) {
  choose_waits_among_collective_members(call, group_call);
  if (call.only_checks_arguments) {
    note_collective_end(call, *work.comm, work.comm->last_collective_number(),
                        EventKnowledgeAfterCollective::no_events);
  } else if (request == nullptr) {
    if (work.is_run_checked_for_defects) {
      check_memory_access(call, work.collective_buffers->values_read_by_collective(), ReadOrWrite::reads);
      check_memory_access(call, work.collective_buffers->values_written_by_collective(), ReadOrWrite::writes);
    }
    note_synchronising_collective_begin(call, *work.comm, group_call);
    const EventKnowledgeAfterCollective learned =
        run_collective_and_synchronise(call, *work.comm, std::move(group_call));
    note_collective_end(call, *work.comm, work.comm->last_collective_number(), learned);
    finish();
  } else {
    MemoryWatch::CallId reads = 0, writes = 0;
    if (work.is_run_checked_for_defects) {
      reads = begin_buffer_watch(call, work.collective_buffers->values_read_by_collective(), ReadOrWrite::reads,
                                 call.persistent_init_site);
      writes = begin_buffer_watch(call, work.collective_buffers->values_written_by_collective(), ReadOrWrite::writes,
                                  call.persistent_init_site);
    }
    std::optional<std::uint32_t> number = work.comm->last_collective_number();
    if (is_collective_without_messages(call, group_call))
      note_collective_end(call, *work.comm, *std::exchange(number, std::nullopt),
                          EventKnowledgeAfterCollective::no_events);
    const bool synchronises = does_completion_synchronise(call, *work.comm, group_call);
    const Handle handle = post_collective(call, work.comm->group(), std::move(group_call));
    *request = add_collective_request(call, handle, work.comm, std::move(finish), {reads, writes, number});
    if (synchronises) let_request_wait_for_all_members(call, *request);
  }
}

/// Carries out a collective, and stores its result in the program's memory at the end.
void run_collective_and_store_result(Call& call, MPI_Request* request, const CollectiveCallState& work,
                                     GroupCall group_call);
/// Carries out a collective on a member that gets no result. The memory from which it sends is
/// kept until the collective is over.
void run_collective_without_result(Call& call, MPI_Request* request, const CollectiveCallState& work,
                                   GroupCall group_call);

// Descriptions of the values in the arguments of collectives.

Values checked_values(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type);

/// Returns the counts that a program gives for the blocks of all `members` members. Fails if one of them is negative.
std::vector<std::int64_t> counts_of_blocks(const Call& call, IntOrLargeCountArray recvcounts, std::size_t members);

/// Returns `members` blocks of values of one datatype. Block i has counts[i] values, and begins
/// displacements[i] extents of the type behind the beginning of `buffer`.
std::vector<Values> blocks_of_varying_size(Call& call, const void* buffer, IntOrLargeCountArray counts,
                                           IntOrLargeCountArray displacements, MPI_Datatype type, std::size_t members);

/// Returns `members` blocks as MPI_Alltoallw describes them: each has a datatype of its own, and
/// displacements are in bytes.
std::vector<Values> blocks_with_own_types(Call& call, const void* buffer, IntOrLargeCountArray counts,
                                          IntOrLargeCountArray displacements, const MPI_Datatype* types,
                                          std::size_t members);

// The type signatures that the members of a collective compare if the run looks for defects.

TypeSignature signature_of(const Values& values);
std::vector<TypeSignature> type_signatures_of(const std::vector<Values>& values);

// Functions that fail if memory to send from and memory to receive into overlap.

void check_no_overlap(const Values& in, const Values& out);
void check_no_overlap(const Values& in, const std::vector<Values>& out);
/// Checks for overlap only between block i of `in` and block i of `out`. To check all pairs of blocks would take too
/// long in a large communicator.
void check_no_overlap(const std::vector<Values>& in, const std::vector<Values>& out);

/// The three forms in which programs call a collective: blocking, nonblocking with a request, and persistent.
template <auto function>
struct CollectiveBlockingAndNonblockingForms;
template <class... A, void (*function)(Call&, MPI_Request*, A...)>
struct CollectiveBlockingAndNonblockingForms<function> {
  static void blocking(Call& call, A... arguments) { function(call, nullptr, arguments...); }
  static void post_nonblocking(Call& call, A... arguments, MPI_Request* request) {
    check_pointer(request, "request");
    call.is_nonblocking = true;
    function(call, request, arguments...);
  }
  static void make_persistent_collective(Call& call, A... arguments, MPI_Info info, MPI_Request* request) {
    check_pointer(request, "request");
    info_or_empty(call, info);
    const MPI_Comm comm = std::get<sizeof...(A) - 1>(std::tuple(arguments...));
    const auto begin = [arguments...](Call& each, MPI_Request* once) { function(each, once, arguments...); };
    *request = add_persistent_collective(call, {begin, comm});
  }
};

#define SWITCHYARD_MPI_BIND_FORMS(list, name, posted_name, function)                                         \
  SWITCHYARD_MPI_BIND(list, name, CollectiveBlockingAndNonblockingForms<function>::blocking);                \
  SWITCHYARD_MPI_BIND(list, posted_name, CollectiveBlockingAndNonblockingForms<function>::post_nonblocking); \
  SWITCHYARD_MPI_BIND(list, name##_init, CollectiveBlockingAndNonblockingForms<function>::make_persistent_collective)
#define SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, name, posted_name, function)                                           \
  SWITCHYARD_MPI_BIND_COUNTED(list, name, CollectiveBlockingAndNonblockingForms<function>::blocking);                  \
  SWITCHYARD_MPI_BIND_COUNTED(list, posted_name, CollectiveBlockingAndNonblockingForms<function>::post_nonblocking);   \
  SWITCHYARD_MPI_BIND(list, name##_init, CollectiveBlockingAndNonblockingForms<function>::make_persistent_collective); \
  SWITCHYARD_MPI_BIND(list, name##_init_c, CollectiveBlockingAndNonblockingForms<function>::make_persistent_collective)

}  // namespace switchyard::mpi
