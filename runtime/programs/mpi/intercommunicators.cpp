/// \file intercommunicators.cpp
/// MPI's functions that make, query and merge intercommunicators.
///
/// Source: MPI 3.1, sec. 6.6.

#include <algorithm>

#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

const CommunicatorPtr& intercommunicator_of(Call& call, MPI_Comm comm) {
  const CommunicatorPtr& found = communicator_of(call, comm);
  if (!found->is_intercommunicator()) fail(MPI_ERR_COMM, "the communicator is no intercommunicator");
  return found;
}

void test_inter(Call& call, MPI_Comm comm, int* flag) {
  check_pointer(flag, "flag");
  *flag = communicator_of(call, comm)->is_intercommunicator() ? 1 : 0;
}
void remote_size(Call& call, MPI_Comm comm, int* size) {
  const CommunicatorPtr& on = intercommunicator_of(call, comm);
  check_pointer(size, "size");
  *size = on->peer_count();
}
void remote_group(Call& call, MPI_Comm comm, MPI_Group* group) {
  const CommunicatorPtr& on = intercommunicator_of(call, comm);
  check_pointer(group, "group");
  *group = add_group(call, on->peer_members());
}

void check_leader(const Communicator& comm, int rank, int ranks, const char* what) {
  if (rank < 0 || rank >= ranks)
    fail(MPI_ERR_RANK, "there is no {} {} in {}; ranks are 0 to {}", what, rank, communicator_as_text(comm), ranks - 1);
}

/// Exchanges data between the leaders of two groups, of which this node is one: it sends `mine`, and receives `theirs`
/// from the leader `other`.
template <class T>
void exchange_data_with_leader(Call& call, NodeId other, int tag, std::span<const T> mine, std::span<T> theirs) {
  const Tag its_tag{static_cast<std::uint32_t>(tag)};
  const Handle receive = call.node.post_receive(other, std::as_writable_bytes(theirs),
                                                TagSelector(its_tag, ContextPool::kAgreementContext), call.site);
  call.node.send(other, std::as_bytes(mine),
                 {.tag = its_tag, .protocol = Protocol::library, .context = ContextPool::kAgreementContext}, call.site);
  call.node.wait(receive, call.site);
}

MemberNodes exchange_member_lists_with_leader(Call& call, NodeId other, int tag, const MemberNodes& mine) {
  const auto count = static_cast<std::uint32_t>(mine.size());
  std::uint32_t their_count = 0;
  exchange_data_with_leader<std::uint32_t>(call, other, tag, {&count, 1}, {&their_count, 1});
  MemberNodes theirs(their_count);
  exchange_data_with_leader<NodeId>(call, other, tag, mine, theirs);
  return theirs;
}

/// Broadcasts the list of the members of the remote group from the leader of the local group to all members of the
/// local group.
void broadcast_members(Call& call, Communicator& local, std::uint32_t leader, MemberNodes& remote) {
  note_collective_begin(call, local, {.root = leader});
  auto count = static_cast<std::uint32_t>(remote.size());
  local.group().broadcast(leader, std::span(&count, 1), call.site);
  remote.resize(count);
  local.group().broadcast(leader, std::span(remote), call.site);
  note_collective_end(call, local, local.last_collective_number());
}

void check_disjoint(const MemberNodes& local, const MemberNodes& remote) {
  for (const NodeId node : remote) {
    if (std::ranges::find(local, node) != local.end()) fail(MPI_ERR_COMM, "node {} is in both groups", index(node));
  }
}

void create_intercommunicator(Call& call, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                              int tag, MPI_Comm* result) {
  const CommunicatorPtr local = intracommunicator_of(call, local_comm);
  check_pointer(result, "newintercomm");
  check_leader(*local, local_leader, local->size(), "local leader");
  if (tag < 0) fail(MPI_ERR_TAG, "tag {} is negative", tag);
  const MemberNodes mine = local->members();
  MemberNodes theirs;
  if (local->rank() == local_leader) {
    const CommunicatorPtr peer = communicator_of(call, peer_comm);
    check_leader(*peer, remote_leader, peer->peer_count(), "remote leader");
    const NodeId other = peer->node_at(remote_leader);
    if (other == call.node.id()) fail(MPI_ERR_RANK, "the remote leader is the local leader itself");
    theirs = exchange_member_lists_with_leader(call, other, tag, mine);
    call.comm_for_errors = local_comm;
  }
  broadcast_members(call, *local, static_cast<std::uint32_t>(local_leader), theirs);
  check_disjoint(mine, theirs);
  const IntercommunicatorGroups groups =
      mine.front() < theirs.front() ? IntercommunicatorGroups{mine, theirs} : IntercommunicatorGroups{theirs, mine};
  const Context context =
      agree_on_context_among(call, groups.members_of_both_groups(), Tag{static_cast<std::uint32_t>(tag)});
  *result = add_communicator(call, make_communicator(call, *local, groups, context));
}

/// Returns whether all members of a group have passed a nonzero `high` to MPI_Intercomm_merge. Fails if some members
/// have and others have not.
bool do_all_members_give_high(const std::vector<int>& given, const Communicator::RankRange& part) {
  const auto begin = given.begin() + part.begin;
  const auto highs = std::count(begin, begin + part.count, 1);
  if (highs != 0 && highs != part.count)
    fail(DefectClass::parameter_matching, MPI_ERR_ARG, "members of one group give different values of high");
  return highs != 0;
}

void merge(Call& call, MPI_Comm intercomm, int high, MPI_Comm* result) {
  const CommunicatorPtr parent = intercommunicator_of(call, intercomm);
  check_pointer(result, "newintracomm");
  note_collective_begin(call, *parent);
  const int own = high != 0 ? 1 : 0;
  std::vector<int> given(parent->group().size());
  parent->group().all_gather(std::span<const int>(&own, 1), std::span(given), call.site);
  note_collective_end(call, *parent, parent->last_collective_number());
  const bool local_is_high = do_all_members_give_high(given, parent->local_group_part()),
             remote_is_high = do_all_members_give_high(given, parent->remote_group_part());
  const bool local_is_first = parent->local_group_part().begin == 0;
  IntercommunicatorGroups groups = parent->intercommunicator_groups();
  const bool first_is_high = local_is_first ? local_is_high : remote_is_high;
  if (local_is_high != remote_is_high && first_is_high) std::swap(groups.first_group, groups.second_group);
  const Context context = agree_on_context(call, *parent);
  *result = add_communicator(call, make_communicator(call, *parent, groups.members_of_both_groups(), context));
}

}  // namespace

SymbolBindings intercommunicator_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Comm_test_inter, test_inter);
    SWITCHYARD_MPI_BIND(list, Comm_remote_size, remote_size);
    SWITCHYARD_MPI_BIND(list, Comm_remote_group, remote_group);
    SWITCHYARD_MPI_BIND(list, Intercomm_create, create_intercommunicator);
    SWITCHYARD_MPI_BIND(list, Intercomm_merge, merge);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
