/// \file communicators.cpp
/// MPI's functions on communicators and their attributes.
///
/// Source: MPI 3.1, sec. 6.4, 6.7 and 6.8, and MPI 4.0, sec. 7.4.

#include <algorithm>
#include <array>
#include <functional>

#include "runtime/programs/mpi/completed_communication.hpp"
#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/text.hpp"
#include "runtime/random.hpp"

namespace switchyard::mpi {
namespace {

void size(Call& call, MPI_Comm comm, int* result) {
  check_pointer(result, "size");
  *result = communicator_of(call, comm)->size();
}
void rank(Call& call, MPI_Comm comm, int* result) {
  check_pointer(result, "rank");
  *result = communicator_of(call, comm)->rank();
}
void group(Call& call, MPI_Comm comm, MPI_Group* result) {
  check_pointer(result, "group");
  *result = add_group(call, communicator_of(call, comm)->members());
}

void compare(Call& call, MPI_Comm comm1, MPI_Comm comm2, int* result) {
  check_pointer(result, "result");
  const CommunicatorPtr one = communicator_of(call, comm1), other = communicator_of(call, comm2);
  const int members = std::max(compare_groups(one->members(), other->members()),
                               compare_groups(one->peer_members(), other->peer_members()));
  *result = one == other                                                   ? MPI_IDENT
            : one->is_intercommunicator() != other->is_intercommunicator() ? MPI_UNEQUAL
            : members == MPI_IDENT                                         ? MPI_CONGRUENT
                                                                           : members;
}

void check_is_subset_of_members(const Communicator& parent, const MemberNodes& members) {
  for (const NodeId member : members) {
    if (!parent.local_group_part().contains(parent.group().rank_of(member)))
      fail(MPI_ERR_GROUP, "node {} of the group is not in the communicator", index(member));
  }
}

// --- making communicators -------------------------------------------------------------------------------------------

void duplicate(Call& call, MPI_Comm comm, MPI_Comm* result) {
  const CommunicatorPtr parent = communicator_of(call, comm);
  check_pointer(result, "newcomm");
  const Context context = agree_on_context(call, *parent);
  CommunicatorPtr made = make_communicator_like(call, *parent, context);
  made->topology = parent->topology;
  made->info = parent->info;
  made->attributes = parent->attributes.attributes_of_duplicate(call, comm);
  *result = add_communicator(call, std::move(made));
}

void duplicate_with_info(Call& call, MPI_Comm comm, MPI_Info info, MPI_Comm* result) {
  const InfoObject given = info_or_empty(call, info);
  duplicate(call, comm, result);
  (*call.state.communicators.find(*result))->info = given;
}

/// Implements MPI_Comm_idup and MPI_Comm_idup_with_info. Each member offers free contexts, and one nonblocking
/// collective combines the offers. When the program completes the request, the new communicator gets a context that all
/// members have offered.
void post_duplicate_of(Call& call, MPI_Comm comm, std::optional<InfoObject> info, MPI_Comm* result,
                       MPI_Request* request) {
  struct PendingCommunicatorContextAgreement {
    ContextPool::ContextOffer offer;
    std::uint64_t common = 0;
  };
  const CommunicatorPtr parent = communicator_of(call, comm);
  check_pointer(result, "newcomm");
  check_pointer(request, "request");
  ObjectAttributes attributes = parent->attributes.attributes_of_duplicate(call, comm);
  note_collective_begin(call, *parent);
  auto under_way = std::make_shared<PendingCommunicatorContextAgreement>();
  std::optional<Context> promised;  // the new communicator's context, if members wait only where the standard says so
  Handle handle;
  if (waits_only_where_required(call)) {
    promised = context_for_all_members(call, *parent);
    handle = Group::start_in_background(call.node,
                                        std::make_shared<CompletedCommunication>(parent->group().context(), call.site));
    note_collective_end(call, *parent, parent->last_collective_number(), EventKnowledgeAfterCollective::no_events);
  } else {
    under_way->offer = call.state.context_pool->offer_contexts(parent->context(), parent->assign_duplication_number());
    handle =
        parent->group().post(make_all_reduce_or_scan_call(
                                 Collective::all_reduce, std::span<const std::uint64_t>(&under_way->offer.mask, 1),
                                 std::span<std::uint64_t>(&under_way->common, 1), std::bit_and<>{}, OperandOrder::free),
                             call.site);
  }
  const MPI_Comm made = add_communicator(call, nullptr);
  *result = made;
  const auto finish = [=, &state = call.state, &process = call.process, site = call.site,
                       attributes = std::move(attributes), name = call.function_name] {
    Call later(process, state, site, name);
    const std::optional<Context> context =
        promised ? promised : state.context_pool->take_context_agreed_on(under_way->offer, under_way->common);
    if (!context) fail(MPI_ERR_OTHER, "there are too many communicators");
    CommunicatorPtr comm_made = make_communicator_like(later, *parent, *context);
    comm_made->topology = parent->topology;
    comm_made->info = info.value_or(parent->info);
    comm_made->attributes = attributes;
    *state.communicators.find(made) = std::move(comm_made);
  };
  *request = add_collective_request(call, handle, parent, finish);
}

void post_communicator_duplication(Call& call, MPI_Comm comm, MPI_Comm* result, MPI_Request* request) {
  post_duplicate_of(call, comm, std::nullopt, result, request);
}
void post_duplicate_with_info(Call& call, MPI_Comm comm, MPI_Info info, MPI_Comm* result, MPI_Request* request) {
  post_duplicate_of(call, comm, info_or_empty(call, info), result, request);
}

void create_group(Call& call, MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newcomm");
  if (tag < 0) fail(MPI_ERR_TAG, "tag {} is negative", tag);
  check_is_subset_of_members(*parent, *members);
  *result = MPI_COMM_NULL;
  if (std::ranges::find(*members, call.node.id()) == members->end()) return;
  const Context context = agree_on_context_among(call, *members, Tag{static_cast<std::uint32_t>(tag)});
  *result = add_communicator(call, make_communicator(call, *parent, *members, context));
}

/// The arguments that each member gives when a communicator is split.
struct CommSplitArguments {
  int color, key;
};

/// Returns the members of `part` (the local or the remote group of the communicator `parent`) that have given the same
/// colour as this node. They are in the order of their keys and, where keys are equal, of their ranks.
MemberNodes members_of_color(const Communicator& parent, const std::vector<CommSplitArguments>& choices,
                             const Communicator::RankRange& part) {
  const int color = choices[parent.group().rank()].color;
  std::vector<std::uint32_t> places;
  for (std::uint32_t each = part.begin; each < part.begin + part.count; ++each) {
    if (choices[each].color == color) places.push_back(each);
  }
  std::ranges::stable_sort(places, {}, [&](std::uint32_t each) { return choices[each].key; });
  MemberNodes members;
  for (const std::uint32_t each : places) members.push_back(parent.group().node_at(each));
  return members;
}

/// Makes the communicator of the members that have given this node's colour when `parent` is split. Returns null if one
/// of the two groups of a new intercommunicator would be empty.
CommunicatorPtr make_communicator_of_color(Call& call, const Communicator& parent,
                                           const std::vector<CommSplitArguments>& choices, Context context) {
  MemberNodes local = members_of_color(parent, choices, parent.local_group_part());
  if (!parent.is_intercommunicator()) return make_communicator(call, parent, std::move(local), context);
  MemberNodes remote = members_of_color(parent, choices, parent.remote_group_part());
  if (remote.empty()) return nullptr;
  if (parent.local_group_part().begin > 0) std::swap(local, remote);
  return make_communicator(call, parent, IntercommunicatorGroups{std::move(local), std::move(remote)}, context);
}

/// Splits a communicator (MPI_Comm_split). All new communicators get the same context, since no node is in two of them.
MPI_Comm split_by_color_and_key(Call& call, Communicator& parent, CommSplitArguments own) {
  note_collective_begin(call, parent);
  std::vector<CommSplitArguments> choices(parent.group().size());
  parent.group().all_gather(std::span<const CommSplitArguments>(&own, 1), std::span(choices), call.site);
  note_collective_end(call, parent, parent.last_collective_number());
  const Context context = agree_on_context(call, parent);
  CommunicatorPtr made =
      own.color == MPI_UNDEFINED ? nullptr : make_communicator_of_color(call, parent, choices, context);
  if (made != nullptr) return add_communicator(call, std::move(made));
  call.state.context_pool->give_back_context(context);
  return MPI_COMM_NULL;
}

/// Fails, if the run looks for defects, unless all nodes of the group `members`, which this node has passed to
/// MPI_Comm_create, pass a group with the same nodes in the same order (MPI 3.1, sec. 6.4.2). Has no effect if calls
/// wait only where the standard requires it, as the members would wait for each other here.
void check_that_members_give_same_group(Call& call, Communicator& parent, const MemberNodes& members) {
  if (!call.state.history || waits_only_where_required(call)) return;
  std::uint64_t own = members.size();
  for (const NodeId member : members) own = split_seed(own, index(member));
  std::vector<std::uint64_t> given(parent.group().size());
  parent.group().all_gather(std::span<const std::uint64_t>(&own, 1), std::span(given), call.site);
  for (std::uint32_t rank = 0; rank < given.size(); ++rank) {
    if (given[rank] != own && std::ranges::find(members, parent.group().node_at(rank)) != members.end())
      fail(DefectClass::parameter_matching, MPI_ERR_GROUP,
           "rank {} is in the group, but gives another group, or another order of the members", rank);
  }
}

/// Implements MPI_Comm_create. For an intercommunicator, each member passes a subset of its own (local) group.
void create_communicator(Call& call, MPI_Comm comm, MPI_Group group, MPI_Comm* result) {
  const CommunicatorPtr parent = communicator_of(call, comm);
  const MembersPtr members = group_of(call, group);
  check_pointer(result, "newcomm");
  check_is_subset_of_members(*parent, *members);
  if (!parent->is_intercommunicator()) {
    check_that_members_give_same_group(call, *parent, *members);
    *result = make_subcommunicator(call, *parent, *members);
    return;
  }
  const auto own = std::ranges::find(*members, call.node.id());
  const CommSplitArguments choice{own == members->end() ? MPI_UNDEFINED : 0, static_cast<int>(own - members->begin())};
  *result = split_by_color_and_key(call, *parent, choice);
}

void split(Call& call, MPI_Comm comm, int color, int key, MPI_Comm* result) {
  const CommunicatorPtr parent = communicator_of(call, comm);
  check_pointer(result, "newcomm");
  if (color < 0 && color != MPI_UNDEFINED) fail(MPI_ERR_ARG, "color {} is negative, and not MPI_UNDEFINED", color);
  *result = split_by_color_and_key(call, *parent, {color, key});
}

/// Returns whether a new communicator is to have nodes that share memory. With MPI_COMM_TYPE_HW_GUIDED, the program may
/// ask for nodes that share another resource of the hardware, but nodes of the emulated machines share none. With
/// MPI_COMM_TYPE_HW_UNGUIDED, it asks for a smaller set of nodes than the members of `parent`, which share a further
/// resource.
bool splits_by_shared_memory(const Communicator& parent, int type, const InfoObject& info) {
  if (type == MPI_COMM_TYPE_HW_UNGUIDED) return parent.size() > 1;
  if (type != MPI_COMM_TYPE_HW_GUIDED) return type == MPI_COMM_TYPE_SHARED;
  return std::ranges::any_of(info.entries, [](const auto& each) {
    return each.first == "mpi_hw_resource_type" && each.second == "mpi_shared_memory";
  });
}

/// Implements MPI_Comm_split_type. Nodes of the emulated machines share no memory, so that each node is alone in its
/// new communicator. But a run that looks for defects treats all nodes as sharing memory, so that it also checks the
/// shared-memory accesses of a program that uses shared memory only where it is available.
void split_type(Call& call, MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "newcomm");
  const InfoObject given = info_or_empty(call, info);
  if (type != MPI_UNDEFINED && (type < MPI_COMM_TYPE_SHARED || type > MPI_COMM_TYPE_HW_UNGUIDED))
    fail(MPI_ERR_ARG, "there is no split_type {}", type);
  const bool is_unguided = type == MPI_COMM_TYPE_HW_UNGUIDED;
  const int shares_with = call.state.history && !is_unguided ? 0 : parent->rank();
  const bool is_member = splits_by_shared_memory(*parent, type, given);
  *result = split_by_color_and_key(call, *parent, {is_member ? shares_with : MPI_UNDEFINED, key});
}

void check_not_predefined(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) fail(MPI_ERR_COMM, "MPI_COMM_WORLD cannot be freed");
  if (comm == MPI_COMM_SELF) fail(MPI_ERR_COMM, "MPI_COMM_SELF cannot be freed");
}

void free_communicator(Call& call, MPI_Comm* comm) {
  check_pointer(comm, "comm");
  const CommunicatorPtr freed = communicator_of(call, *comm);
  check_not_predefined(*comm);
  freed->attributes.remove_all_attributes(call, *comm);
  call.comm_for_errors = MPI_COMM_WORLD;
  call.state.communicators.remove_and_return_object(*comm);
  *comm = MPI_COMM_NULL;
}

/// Implements MPI_Comm_disconnect, which may, but need not, wait for the other members, as any collective call
/// (MPI 3.1, sec. 5.1 and 10.5.4).
void disconnect_communicator(Call& call, MPI_Comm* comm) {
  check_pointer(comm, "comm");
  const CommunicatorPtr left = communicator_of(call, *comm);
  check_not_predefined(*comm);
  note_collective_begin(call, *left);
  const bool synchronises = call.process.mode().do_collectives_synchronise;
  if (synchronises) left->group().barrier(call.site);
  note_collective_end(
      call, *left, left->last_collective_number(),
      synchronises ? EventKnowledgeAfterCollective::events_of_all_members : EventKnowledgeAfterCollective::no_events);
  free_communicator(call, comm);
}

void get_parent(Call&, MPI_Comm* result) {
  check_pointer(result, "parent");
  *result = MPI_COMM_NULL;
}

// --- names and info of communicators --------------------------------------------------------------------------------

void set_name(Call& call, MPI_Comm comm, const char* name) {
  check_pointer(name, "comm_name");
  communicator_of(call, comm)->name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
}
void get_name(Call& call, MPI_Comm comm, char* name, int* length) {
  if (comm == MPI_COMM_NULL) return copy_text_to_program(call, "MPI_COMM_NULL", MPI_MAX_OBJECT_NAME, name, length);
  copy_text_to_program(call, communicator_of(call, comm)->name, MPI_MAX_OBJECT_NAME, name, length);
}
void set_info(Call& call, MPI_Comm comm, MPI_Info info) {
  const InfoObject given = info_or_empty(call, info);
  update_hints(communicator_of(call, comm)->info, given);
}
void get_info(Call& call, MPI_Comm comm, MPI_Info* result) {
  check_pointer(result, "info_used");
  *result = call.state.infos.add(communicator_of(call, comm)->info, call.site);
}
// --- attributes of communicators ------------------------------------------------------------------------------------

void create_keyval(Call& call, MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                   void* extra) {
  call.state.keyvals.create_attribute_key(Keyval::AttributedObjectKind::communicator, copy, remove, key, extra,
                                          "keyval", call.site);
}
void free_keyval(Call& call, int* key) {
  call.state.keyvals.free_attribute_key(Keyval::AttributedObjectKind::communicator, key, "keyval");
}

void set_attribute(Call& call, MPI_Comm comm, int key, void* value) {
  communicator_of(call, comm)->attributes.set(call, comm, key, Keyval::AttributedObjectKind::communicator, value);
}

int* predefined_attribute(MpiProgramState& state, int key) {
  switch (key) {
    case MPI_TAG_UB:
      return &state.tag_upper_bound;
    case MPI_HOST:
      return &state.host_rank;
    case MPI_IO:
      return &state.io_rank;
    case MPI_WTIME_IS_GLOBAL:
      return &state.wtime_is_global;
    case MPI_UNIVERSE_SIZE:
      return &state.universe_size;
    case MPI_APPNUM:
      return &state.app_number;
    case MPI_LASTUSEDCODE:
      return &state.last_used_code;
    default:
      return nullptr;
  }
}

void get_attribute(Call& call, MPI_Comm comm, int key, void* value, int* flag) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  check_pointer(value, "attribute_val");
  check_pointer(flag, "flag");
  std::optional<void*> found;
  if (int* predefined = predefined_attribute(call.state, key)) {
    found = predefined;
  } else {
    call.state.keyvals.keyval_of_key(key, Keyval::AttributedObjectKind::communicator);
    found = on->attributes.find_attribute(key);
  }
  *flag = found ? 1 : 0;
  if (found) *static_cast<void**>(value) = *found;
}

void delete_attribute(Call& call, MPI_Comm comm, int key) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  call.state.keyvals.keyval_of_key(key, Keyval::AttributedObjectKind::communicator);
  on->attributes.remove_attribute(call, comm, key);
}

}  // namespace

SymbolBindings communicator_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Comm_size, size);
    SWITCHYARD_MPI_BIND(list, Comm_rank, rank);
    SWITCHYARD_MPI_BIND(list, Comm_group, group);
    SWITCHYARD_MPI_BIND(list, Comm_compare, compare);
    SWITCHYARD_MPI_BIND(list, Comm_dup, duplicate);
    SWITCHYARD_MPI_BIND(list, Comm_dup_with_info, duplicate_with_info);
    SWITCHYARD_MPI_BIND(list, Comm_idup, post_communicator_duplication);
    SWITCHYARD_MPI_BIND(list, Comm_idup_with_info, post_duplicate_with_info);
    SWITCHYARD_MPI_BIND(list, Comm_create, create_communicator);
    SWITCHYARD_MPI_BIND(list, Comm_create_group, create_group);
    SWITCHYARD_MPI_BIND(list, Comm_split, split);
    SWITCHYARD_MPI_BIND(list, Comm_split_type, split_type);
    SWITCHYARD_MPI_BIND(list, Comm_free, free_communicator);
    SWITCHYARD_MPI_BIND(list, Comm_disconnect, disconnect_communicator);
    SWITCHYARD_MPI_BIND(list, Comm_get_parent, get_parent);
    SWITCHYARD_MPI_BIND(list, Comm_set_name, set_name);
    SWITCHYARD_MPI_BIND(list, Comm_get_name, get_name);
    SWITCHYARD_MPI_BIND(list, Comm_set_info, set_info);
    SWITCHYARD_MPI_BIND(list, Comm_get_info, get_info);
    SWITCHYARD_MPI_BIND(list, Comm_create_keyval, create_keyval);
    SWITCHYARD_MPI_BIND(list, Comm_free_keyval, free_keyval);
    SWITCHYARD_MPI_BIND(list, Comm_set_attr, set_attribute);
    SWITCHYARD_MPI_BIND(list, Comm_get_attr, get_attribute);
    SWITCHYARD_MPI_BIND(list, Comm_delete_attr, delete_attribute);
    SWITCHYARD_MPI_BIND(list, Keyval_create, create_keyval);
    SWITCHYARD_MPI_BIND(list, Keyval_free, free_keyval);
    SWITCHYARD_MPI_BIND(list, Attr_put, set_attribute);
    SWITCHYARD_MPI_BIND(list, Attr_get, get_attribute);
    SWITCHYARD_MPI_BIND(list, Attr_delete, delete_attribute);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
