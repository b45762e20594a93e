#include "runtime/programs/mpi/making.hpp"

#include <algorithm>
#include <functional>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/topologies.hpp"
#include "runtime/random.hpp"

namespace switchyard::mpi {
namespace {

/// Takes the lowest message context that is free on all members of a new communicator. `combine(mask)` is a collective
/// that combines the bit masks of all members by "and", and returns the result on each member. All members thus go
/// through the words of their bit maps of free contexts in step.
template <class CombineMasks>
Context take_common_context(Call& call, const CombineMasks& combine) {
  ContextPool& pool = *call.state.context_pool;
  for (std::uint32_t word = 0; word < ContextPool::kBitMapWords; ++word) {
    const std::uint64_t common = combine(pool.free_contexts_in_word(word));
    if (common != 0) return pool.take_context(word, common);
  }
  fail(MPI_ERR_OTHER, "there are too many communicators");
}

/// If the communicator has a topology, makes the communication schedules that the run uses for exchanges among the
/// neighbours in it.
void prepare_neighbor_exchange(const Call& call, Communicator& comm) {
  if (std::holds_alternative<std::monostate>(comm.topology)) return;
  if (PersistentExchange* const exchange = neighbor_exchange_of(comm)) exchange->make_all_schedules(call.site);
}

}  // namespace

Context context_for_all_members(Call& call, Communicator& parent) {
  if (waits_only_where_required(call))
    return call.state.history->reserved_contexts->context_of_call(parent, parent.last_collective_number());
  return take_common_context(call, [&](std::uint64_t mine) {
    std::uint64_t common = 0;
    parent.group().all_reduce(std::span<const std::uint64_t>(&mine, 1), std::span(&common, 1), std::bit_and<>{},
                              OperandOrder::free, call.site);
    return common;
  });
}

Context agree_on_context(Call& call, Communicator& parent, ComparedCollectiveCall compared) {
  note_collective_begin(call, parent, std::move(compared));
  const Context agreed = context_for_all_members(call, parent);
  note_collective_end(call, parent, parent.last_collective_number(),
                      waits_only_where_required(call)
                          ? EventKnowledgeAfterCollective::no_events
                          : EventKnowledgeAfterCollective::events_of_members_that_sent_values);
  return agreed;
}

/// Agrees on a free message context for the nodes in `members`: combines their masks of free contexts up a binomial
/// tree to the first member, and sends the result down the tree again. If members wait for each other only where the
/// standard requires it, no message is sent: each member knows all of them.
Context agree_on_context_among(Call& call, const MemberNodes& members, Tag tag) {
  note_group_call_begin(call, members, tag);
  if (waits_only_where_required(call)) {
    CommunicatorId id = call.state.context_pool->new_communicator_id(ContextPool::kAgreementContext, members);
    id.instance = split_seed(id.instance, static_cast<std::uint32_t>(tag));
    return call.state.history->reserved_contexts->context_of_group_call(members, id);
  }
  const auto me = static_cast<std::size_t>(std::ranges::find(members, call.node.id()) - members.begin());
  const TagSelector from_others(tag, ContextPool::kAgreementContext);
  const MessageOptions to_others{.tag = tag, .protocol = Protocol::library, .context = ContextPool::kAgreementContext};
  return take_common_context(call, [&](std::uint64_t mask) {
    const auto own = std::as_writable_bytes(std::span(&mask, 1));
    std::size_t distance = 1;
    for (; distance < members.size() && (me & distance) == 0; distance *= 2) {
      if (me + distance >= members.size()) continue;
      std::uint64_t other = 0;
      call.node.receive(members[me + distance], std::as_writable_bytes(std::span(&other, 1)), from_others, call.site);
      mask &= other;
    }
    if (me != 0) {
      call.node.send(members[me - distance], own, to_others, call.site);
      call.node.receive(members[me - distance], own, from_others, call.site);
    }
    while ((distance /= 2) > 0) {
      if (me + distance < members.size()) call.node.send(members[me + distance], own, to_others, call.site);
    }
    return mask;
  });
}

CommunicatorPtr make_communicator(Call& call, const Communicator& parent, MemberNodes members, Context context) {
  CommunicatorPtr comm(new Communicator(call.node, std::move(members), context, call.state.context_pool, call.site));
  comm->error_handler = parent.error_handler;
  return comm;
}

CommunicatorPtr make_communicator(Call& call, const Communicator& parent, const IntercommunicatorGroups& groups,
                                  Context context) {
  CommunicatorPtr comm(new Communicator(call.node, groups, context, call.state.context_pool, call.site));
  comm->error_handler = parent.error_handler;
  return comm;
}

CommunicatorPtr make_communicator_like(Call& call, const Communicator& parent, Context context) {
  if (parent.is_intercommunicator()) return make_communicator(call, parent, parent.intercommunicator_groups(), context);
  return make_communicator(call, parent, parent.members(), context);
}

MPI_Comm add_communicator(Call& call, CommunicatorPtr comm) {
  const MPI_Comm handle = call.state.communicators.add(std::move(comm), call.site);
  if (handle == MPI_COMM_NULL) fail(MPI_ERR_OTHER, "there are too many communicators");
  return handle;
}

MPI_Comm make_subcommunicator(Call& call, Communicator& parent, MemberNodes members, Topology topology,
                              ComparedCollectiveCall compared) {
  const Context context = agree_on_context(call, parent, std::move(compared));
  if (std::ranges::find(members, call.node.id()) == members.end()) {
    call.state.context_pool->give_back_context(context);
    return MPI_COMM_NULL;
  }
  CommunicatorPtr comm = make_communicator(call, parent, std::move(members), context);
  comm->topology = std::move(topology);
  prepare_neighbor_exchange(call, *comm);
  return add_communicator(call, std::move(comm));
}

}  // namespace switchyard::mpi
