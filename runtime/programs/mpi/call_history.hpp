#pragma once
/// \file call_history.hpp
/// The call history of a run: a record, on the host, of the calls of all nodes. With its help, each call is compared
/// with the calls of other nodes that belong to it, such as a receive with its send. There is a call history only if
/// the run looks for defects of the program; otherwise the functions of this file have no effect.

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/collective_history.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/file_history.hpp"
#include "runtime/programs/mpi/memory_polls.hpp"
#include "runtime/programs/mpi/message_history.hpp"
#include "runtime/programs/mpi/packed_history.hpp"
#include "runtime/programs/mpi/promised_contexts.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_history.hpp"

namespace switchyard::mpi {

/// The record of the calls of all nodes in one run: messages, collectives, and one-sided accesses.
/// Any thread may use it.
struct CallHistory {
  explicit CallHistory(Node& node);
  /// Called when the run has ended. If no program has crashed or ended the run by an error, notes each
  /// collective that only some members have entered, and in which calls the absent members are
  /// instead, and each persistent request that a node waits for in vain.
  ~CallHistory();
  CallHistory(const CallHistory&) = delete;
  CallHistory& operator=(const CallHistory&) = delete;

  /// A persistent send or receive that a call waits for.
  struct AwaitedPersistentRequest {
    CallSite start_site, init_site;
    bool is_send = false;
    std::uint64_t send_number = 0;  ///< the number of the send, counted over all sends of the run; only for a send
    /// Source, destination, tag and context of the request's messages. The source is not fixed for a receive from any
    /// node, and the tag of a receive may be MPI_ANY_TAG.
    MessageStream message_stream;
    bool is_from_any_node = false;
  };
  /// The latest MPI call of a node. Only that node reads and writes this record, until the run has ended.
  struct LastCallOfNode {
    CallSite site;
    bool is_inside_call = false;
    std::vector<AwaitedPersistentRequest> awaited_requests = {};
  };

  EventOrder event_order;
  SentMessages sent_messages;
  std::vector<PostedReceiveOrder> posted_receives;  ///< the receives that each node has posted, indexed by node
  UnmatchedPartitionedCalls unmatched_partitioned_calls;
  PackedValueHistory packed_values;
  CollectiveHistory collectives;
  std::shared_ptr<ReservedCommunicatorContexts> reserved_contexts;
  WindowHistory windows;
  FileHistory files;
  MemoryPolls memory_polls;
  DefectLog* defect_log;
  std::vector<LastCallOfNode> last_calls;   ///< latest MPI call of each node, indexed by node
  std::atomic<bool> has_run_failed{false};  ///< whether an error of a program or of a call has ended the run

  /// Returns the call history of the node's run, or null if the run does not look for defects.
  static std::shared_ptr<CallHistory> of(Node& node);
};

/// Returns whether the run looks for defects, and lets calls of MPI wait for other nodes only where the standard
/// requires that, so that all orders of events which the standard allows may happen
/// (RunMode::do_collectives_synchronise is not set).
bool waits_only_where_required(const Call& call) noexcept;

/// Records that the calling member begins a collective of the communicator. Throws UsageError if its call does not fit
/// the call by which another member has begun the collective. `compared` has the arguments of the calling member's
/// call; this function itself sets `compared.originating_call` and `compared.rank`.
void note_collective_begin(Call& call, Communicator& comm, ComparedCollectiveCall compared = {});
/// Records that this node begins to make a communicator of `members`, by a call that only these members make. Throws
/// UsageError if one of the members, whose call waits for this node, has given another list of members.
void note_group_call_begin(Call& call, const MemberNodes& members, Tag tag);
/// Notes that the calling member has finished a collective of the communicator. `number` is the number that the
/// communicator gave to the collective at its beginning.
void note_collective_end(
    Call& call, const Communicator& comm, std::uint32_t number,
    EventKnowledgeAfterCollective learned = EventKnowledgeAfterCollective::events_of_members_that_sent_values);

/// Records a send, so that a run that looks for defects can compare it with its receive. Call it before the message is
/// sent. Returns the number of the send, or 0 if the run does not look for defects.
std::uint64_t note_send(Call& call, const MessageDescription& part, CallSite made = {});
/// Notes that the send with the number `number`, which note_send() has returned, is complete. If the send is in
/// synchronous mode, this node now knows the events that the receiving node knew when it posted the receive. Has no
/// effect for the number 0.
void note_completed_send(Call& call, const MessageDescription& part, std::uint64_t number);
/// Records that the call waits for an active request. Has an effect only if the request is a persistent send or
/// receive.
void note_awaited_request(Call& call, const RequestRecord& record);
/// Notes that the program has asked for a send to be cancelled.
void note_cancelled_send(Call& call, const MessageDescription& part);
/// Records a receive, so that a run that looks for defects can compare it with its send. Call it before the receive is
/// posted. Returns null if the run does not look for defects.
RecordedReceivePtr note_receive(Call& call, const MessageDescription& part, CallSite made = {});
/// Records that a probe has found the message `found`, which remains to be received by another call.
void note_message_seen_by_probe(Call& call, const MessageDescription& part, const Received& found);
/// Records a message that a matched probe (MPI_Mprobe) has found. Returns null if the run does not look for defects.
RecordedReceivePtr note_message_found_by_probe(Call& call, const MessageDescription& part, const Received& found);
/// Records that this call receives `found`, a message that a matched probe (MPI_Mprobe) has found before.
void note_receive_of_probed_message(Call& call, const RecordedReceivePtr& found, const MessageDescription& part);
/// Records a partitioned send or receive (MPI_Psend_init, MPI_Precv_init) that the program has made. Notes a defect if
/// the matching receive or send was made before and has values of other types.
void note_partitioned_request(Call& call, const MessageStream& way, bool is_send, const MessageDescription& part);
/// Records that the call has packed `values` at the end of `packed`, whose first `before` bytes were packed earlier.
void note_packed_values(Call& call, std::span<const std::byte> packed, std::size_t before, const TypeSignature& values);
/// Notes a defect if the values from byte `offset` on, which the call unpacks, were packed as values of other types.
void note_unpacked_values(Call& call, std::span<const std::byte> buffer, std::size_t offset,
                          const TypeSignature& values);
/// Notes that the packed values which begin with `buffer` end at byte `bytes` of it, and not later. Has no effect if
/// the run does not look for defects.
void note_end_of_packed_values(Call& call, std::span<const std::byte> buffer, std::size_t bytes);
/// Notes where the packed values of a message end that was received as MPI_PACKED, and is in the program's buffer now.
void note_end_of_received_values(Call& call, const MessageDescription& part, const Received& received);
/// Fails if the memory of the values was freed, or goes beyond the end of the block that the
/// program has allocated. Has no effect if the run does not look for defects.
void check_memory_bounds(Call& call, std::span<const Values> values);
/// Checks the bounds of the memory that a call reads or writes. Also checks that no request under
/// way uses the same memory, unless both only read it.
void check_memory_access(Call& call, std::span<const Values> values, ReadOrWrite touch);
void check_memory_access(Call& call, const MessageDescription& part, ReadOrWrite touch);
/// Checks, as check_memory_access() does, the memory of `count` values of a datatype.
void check_memory_of_values(Call& call, const void* buffer, std::uint64_t count, const DatatypePtr& type,
                            ReadOrWrite touch);
void check_access_to_byte_range(Call& call, std::span<const std::byte> bytes, ReadOrWrite touch);
/// Begins to watch memory that a request reads or writes, and checks it as check_memory_access() does. The watch lasts
/// until end_buffer_watches(). Returns the id of the watch, or 0 if the run does not look for defects. `made` is the
/// call that has made the request, if that is not the present call.
MemoryWatch::CallId begin_buffer_watch(Call& call, std::span<const Values> values, ReadOrWrite touch,
                                       CallSite made = {});
MemoryWatch::CallId begin_buffer_watch(Call& call, const MessageDescription& part, ReadOrWrite touch,
                                       CallSite made = {});
void end_buffer_watches(Call& call, RequestDefectWatchIds& watches, const CommunicatorPtr& comm);

/// Notes that a receive has got its message, or was cancelled. Has no effect if `receive` is null.
void note_received_message(Call& call, const RecordedReceivePtr& receive, const MessageDescription& part,
                           const Received& received);

}  // namespace switchyard::mpi
