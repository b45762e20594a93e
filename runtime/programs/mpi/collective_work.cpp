/// \file collective_work.cpp

#include "runtime/programs/mpi/collective_work.hpp"

#include <algorithm>

#include "runtime/programs/collective_exception.hpp"
#include "runtime/programs/mpi/completed_communication.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

/// Returns whether the algorithm of a collective of this kind may let a member leave before all members have entered
/// it, if no barrier follows.
bool can_members_leave_collective_early(Collective kind) noexcept {
  return has_root(kind) || kind == Collective::scan || kind == Collective::exscan;
}
bool can_members_leave_collective_early(const GroupCall& group_call) noexcept {
  return group_call.skips_empty_blocks || can_members_leave_collective_early(group_call.kind);
}

/// Returns whether, in this run, no member may leave the present collective of this communicator before all members
/// have entered it. It is asked only for kinds of collectives for which the standard leaves this open.
bool does_run_synchronise(const Call& call, const Communicator& comm) {
  const RunMode& mode = call.process.mode();
  const bool is_exempt_from_synchronisation_rule =
      mode.synchronisation_rule_exemption != nullptr &&
      mode.synchronisation_rule_exemption->is_exempt_from_synchronisation_rule(
          {comm.context(), comm.last_collective_number()});
  return mode.do_collectives_synchronise != is_exempt_from_synchronisation_rule;
}

}  // namespace

bool can_members_leave_collective_early(const Call& call, const Communicator& comm, const GroupCall& group_call) {
  if (is_collective_without_messages(call, group_call)) return true;
  return can_members_leave_collective_early(group_call) && !does_run_synchronise(call, comm);
}

/// A collective with blocks of varying sizes does not count as one without messages, because a member with an empty
/// block does not know whether the blocks of the others are empty.
bool is_collective_without_messages(const Call& call, const GroupCall& group_call) noexcept {
  return waits_only_where_required(call) && group_call.kind != Collective::barrier &&
         !group_call.has_varying_block_sizes && group_call.in.empty() && group_call.out.empty();
}

std::vector<Values> CollectiveBuffers::values_read_by_collective() const {
  std::vector<Values> all = in.program_values();
  all.insert(all.end(), additionally_read_values.begin(), additionally_read_values.end());
  return all;
}
std::vector<Values> CollectiveBuffers::values_written_by_collective() const {
  std::vector<Values> all = out.program_values();
  all.insert(all.end(), additionally_written_values.begin(), additionally_written_values.end());
  return all;
}

void CollectiveCallState::note_values_read(const std::vector<Values>& values) const {
  if (is_run_checked_for_defects)
    collective_buffers->additionally_read_values.insert(collective_buffers->additionally_read_values.end(),
                                                        values.begin(), values.end());
}
void CollectiveCallState::note_values_written(const std::vector<Values>& values) const {
  if (is_run_checked_for_defects)
    collective_buffers->additionally_written_values.insert(collective_buffers->additionally_written_values.end(),
                                                           values.begin(), values.end());
}
Values CollectiveCallState::values_of_array(const void* array, std::size_t bytes) {
  return {const_cast<void*>(array), bytes, layout_of(NamedType::byte)};
}

CollectiveCallState new_collective_call_state(Call& call, CommunicatorPtr comm) {
  const bool is_watched = call.state.history != nullptr;
  return {.comm = std::move(comm),
          .receives_into_copy = call.is_nonblocking && is_watched,
          .is_run_checked_for_defects = is_watched};
}
CollectiveCallState new_collective_call_state(Call& call, MPI_Comm comm) {
  return new_collective_call_state(call, intracommunicator_of(call, comm));
}

void spend_copy_time(Node& node, std::size_t bytes, CallSite site) {
  const Duration cost = node.rates().copy * bytes;
  if (cost > Duration::zero()) node.compute(cost, site);
}

/// All members come to the same decision. In an allgather, each member knows the sizes of all blocks, and so whether
/// any block is empty. In every run that looks for defects, values go straight to their receivers, so that the results
/// of a program have the same bits in all these runs.
void choose_waits_among_collective_members(const Call& call, GroupCall& group_call) {
  if (call.state.history && can_members_leave_collective_early(group_call.kind))
    group_call.algorithm = CollectiveAlgorithm::pairs;
  if (!group_call.has_varying_block_sizes || !waits_only_where_required(call)) return;
  group_call.skips_empty_blocks =
      group_call.kind != Collective::all_gather ||
      std::ranges::find(group_call.output_blocks.counts, 0U) != group_call.output_blocks.counts.end();
}

bool does_completion_synchronise(const Call& call, const Communicator& comm, const GroupCall& group_call) {
  return can_members_leave_collective_early(group_call) && does_run_synchronise(call, comm);
}

EventKnowledgeAfterCollective run_collective_and_synchronise(Call& call, Communicator& comm, GroupCall group_call) {
  if (is_collective_without_messages(call, group_call)) return EventKnowledgeAfterCollective::no_events;
  const bool synchronises = does_completion_synchronise(call, comm, group_call);
  Group& group = comm.group();
  group.run(std::move(group_call), call.site);
  if (synchronises) group.run(GroupCall::barrier(), call.site);
  return synchronises ? EventKnowledgeAfterCollective::events_of_all_members
                      : EventKnowledgeAfterCollective::events_of_members_that_sent_values;
}

Handle post_collective(Call& call, Group& group, GroupCall group_call) {
  if (is_collective_without_messages(call, group_call))
    return Group::start_in_background(call.node, std::make_shared<CompletedCommunication>(group.context(), call.site));
  return group.post(std::move(group_call), call.site);
}

void run_collective_and_store_result(Call& call, MPI_Request* request, const CollectiveCallState& work,
                                     GroupCall group_call) {
  run_collective(call, request, work, std::move(group_call),
                 [parts = work.collective_buffers, node = &call.node, site = call.site] {
                   parts->out.store_to_program_memory();
                   spend_copy_time(*node, parts->out.copied_bytes(), site);
                 });
}

void run_collective_without_result(Call& call, MPI_Request* request, const CollectiveCallState& work,
                                   GroupCall group_call) {
  run_collective(call, request, work, std::move(group_call), [parts = work.collective_buffers] {});
}

Values checked_values(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type) {
  MessageDescription part;
  check_and_set_buffer(call, buffer, count, type, part);
  return {part.buffer, part.count, part.type};
}

std::vector<std::int64_t> counts_of_blocks(const Call& call, IntOrLargeCountArray recvcounts, std::size_t members) {
  check_array(call, recvcounts, "recvcounts", static_cast<std::int64_t>(members));
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < members; ++i) {
    checked_nonnegative_count(recvcounts[i], "a count of recvcounts");
    counts.push_back(recvcounts[i]);
  }
  return counts;
}

std::vector<Values> blocks_of_varying_size(Call& call, const void* buffer, IntOrLargeCountArray counts,
                                           IntOrLargeCountArray displacements, MPI_Datatype type, std::size_t members) {
  check_array(call, counts, "the array of counts", static_cast<std::int64_t>(members));
  check_array(call, displacements, "the array of displacements", static_cast<std::int64_t>(members));
  bool is_empty = true;
  for (std::size_t i = 0; i < members; ++i) is_empty = checked_nonnegative_count(counts[i]) == 0 && is_empty;
  const Values base = checked_values(call, buffer, is_empty ? 0 : 1, type);
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < members; ++i) {
    blocks.push_back(values_from_offset(base, displacements[i], static_cast<std::uint64_t>(counts[i])));
    blocks.back().buffer_of_all_blocks = buffer;
    blocks.back().rank_of_block = static_cast<std::uint32_t>(i);
  }
  return blocks;
}

std::vector<Values> blocks_with_own_types(Call& call, const void* buffer, IntOrLargeCountArray counts,
                                          IntOrLargeCountArray displacements, const MPI_Datatype* types,
                                          std::size_t members) {
  check_array(call, counts, "the array of counts", static_cast<std::int64_t>(members));
  check_array(call, displacements, "the array of displacements", static_cast<std::int64_t>(members));
  check_array(call, types, "the array of datatypes", static_cast<std::int64_t>(members));
  constexpr std::int64_t kLowestAddress = 4096;  // no memory is in the page of the null pointer
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < members; ++i) {
    // From MPI_BOTTOM on, displacements are addresses.
    const bool is_address = buffer == MPI_BOTTOM && displacements[i] >= kLowestAddress;
    const void* const begin = is_address ? reinterpret_cast<const void*>(displacements[i]) : buffer;
    blocks.push_back(checked_values(call, begin, counts[i], types[i]));
    if (!is_address) blocks.back().buffer = static_cast<std::byte*>(blocks.back().buffer) + displacements[i];
    blocks.back().rank_of_block = static_cast<std::uint32_t>(i);
  }
  return blocks;
}

TypeSignature signature_of(const Values& values) { return {values.type, values.count}; }
std::vector<TypeSignature> type_signatures_of(const std::vector<Values>& values) {
  std::vector<TypeSignature> all;
  for (const Values& each : values) all.push_back(signature_of(each));
  return all;
}

void check_no_overlap(const Values& in, const Values& out) {
  if (!do_values_overlap(in, out)) return;
  fail(MPI_ERR_BUFFER, "what is sent and what is received share memory; MPI_IN_PLACE is for that");
}
void check_no_overlap(const Values& in, const std::vector<Values>& out) {
  for (const Values& block : out) check_no_overlap(in, block);
}
void check_no_overlap(const std::vector<Values>& in, const std::vector<Values>& out) {
  for (std::size_t i = 0; i < in.size(); ++i) check_no_overlap(in[i], out[i]);
}

}  // namespace switchyard::mpi
