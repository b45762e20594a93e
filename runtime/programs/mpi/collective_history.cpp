#include "runtime/programs/mpi/collective_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace switchyard::mpi {
namespace {

using CollectiveDataFlow = ComparedCollectiveCall::CollectiveDataFlow;

CallMismatch mismatch_of_arguments(const CallOfNode& other, std::string text) {
  return {DefectClass::parameter_matching, std::move(text), other};
}
CallMismatch mismatch_of_arguments(const ComparedCollectiveCall& other, std::string text) {
  return mismatch_of_arguments(other.originating_call, std::move(text));
}

const TypeSignature* signature_for_rank(const std::vector<TypeSignature>& signatures, std::uint32_t rank) {
  if (signatures.empty()) return nullptr;
  return &(signatures.size() == 1 ? signatures.front() : signatures[rank]);
}

/// Compares the types of the values that one member of a collective (`compared`) gives to another
/// member (`other`) with the types of the values that the other member expects.
std::optional<CallMismatch> compare_sent_with_received_types(const ComparedCollectiveCall& compared,
                                                             const ComparedCollectiveCall& other) {
  const TypeSignature* const given = signature_for_rank(compared.contributed_types, other.rank);
  const TypeSignature* const taken = signature_for_rank(other.received_types, compared.rank);
  if (given == nullptr || taken == nullptr || *given == *taken) return std::nullopt;
  return mismatch_of_arguments(
      other, fmt::format("it gives {}, but {} takes {}", given->text(), other.originating_call.text(), taken->text()));
}

/// Compares the types of the values that one member of a collective (`compared`) expects from
/// another member (`other`) with the types of the values that the other member gives.
std::optional<CallMismatch> compare_received_with_sent_types(const ComparedCollectiveCall& compared,
                                                             const ComparedCollectiveCall& other) {
  const TypeSignature* const taken = signature_for_rank(compared.received_types, other.rank);
  const TypeSignature* const given = signature_for_rank(other.contributed_types, compared.rank);
  if (given == nullptr || taken == nullptr || *given == *taken) return std::nullopt;
  return mismatch_of_arguments(
      other, fmt::format("it takes {}, but {} gives {}", taken->text(), other.originating_call.text(), given->text()));
}

/// Returns those of the `edges` of one member that lead to or come from the member of rank `rank`. (Edges are the pairs
/// of members between which values go in a neighbourhood collective.)
std::span<const ComparedCollectiveCall::ValueTypesOfNeighbourEdge> edges_with_member(
    const std::vector<ComparedCollectiveCall::ValueTypesOfNeighbourEdge>& edges, std::uint32_t rank) {
  const auto found =
      std::ranges::equal_range(edges, rank, {}, &ComparedCollectiveCall::ValueTypesOfNeighbourEdge::rank);
  return {found.begin(), found.end()};
}

/// Compares, edge by edge, the types of the values at this member's end of its edges to (or from) another member with
/// the types at the other end. `verb` and `other_verb` say for error messages what each end does with the values, such
/// as "gives" and "takes". An edge that only one of the two members has counts as one without values at the other end.
std::optional<CallMismatch> compare_types_of_edges(
    std::span<const ComparedCollectiveCall::ValueTypesOfNeighbourEdge> own,
    std::span<const ComparedCollectiveCall::ValueTypesOfNeighbourEdge> others, const char* verb, const char* other_verb,
    const ComparedCollectiveCall& other) {
  const std::size_t edges = std::max(own.size(), others.size());
  for (std::size_t i = 0; i < edges; ++i) {
    const TypeSignature own_types = i < own.size() ? own[i].types : TypeSignature();
    const TypeSignature other_types = i < others.size() ? others[i].types : TypeSignature();
    if (own_types == other_types) continue;
    const std::string which =
        edges == 1 ? "" : fmt::format("along edge {} of {} between the two members ", i + 1, edges);
    return mismatch_of_arguments(other, fmt::format("{}it {} {}, but {} {} {}", which, verb, own_types.text(),
                                                    other.originating_call.text(), other_verb, other_types.text()));
  }
  return std::nullopt;
}

std::optional<CallMismatch> compare_types_along_edges(const ComparedCollectiveCall& compared,
                                                      const ComparedCollectiveCall& other) {
  if (auto mismatch = compare_types_of_edges(edges_with_member(compared.outgoing_neighbour_edges, other.rank),
                                             edges_with_member(other.incoming_neighbour_edges, compared.rank), "gives",
                                             "takes", other))
    return mismatch;
  return compare_types_of_edges(edges_with_member(compared.incoming_neighbour_edges, other.rank),
                                edges_with_member(other.outgoing_neighbour_edges, compared.rank), "takes", "gives",
                                other);
}

std::optional<CallMismatch> compare_common_types(const ComparedCollectiveCall& compared,
                                                 const ComparedCollectiveCall& other) {
  for (std::size_t i = 0; i < compared.types_equal_on_all_members.size() && i < other.types_equal_on_all_members.size();
       ++i) {
    if (compared.types_equal_on_all_members[i] == other.types_equal_on_all_members[i]) continue;
    return mismatch_of_arguments(
        other, fmt::format("it has {}, but {} has {}", compared.types_equal_on_all_members[i].text(),
                           other.originating_call.text(), other.types_equal_on_all_members[i].text()));
  }
  return std::nullopt;
}

/// Returns whether two members of a reduction combine values by different functions of one program. Returns false if
/// the functions belong to different programs, because they cannot be compared then.
bool are_reduction_functions_different(const ComparedCollectiveCall& compared, const ComparedCollectiveCall& other) {
  return compared.program_function && other.program_function &&
         compared.program_function->first == other.program_function->first &&
         compared.program_function->second != other.program_function->second;
}

/// Compares the arguments of a collective that must be equal on all members. Begins with the name of the MPI function,
/// because different functions explain all other differences.
std::optional<CallMismatch> compare_agreed_arguments(const ComparedCollectiveCall& compared,
                                                     const ComparedCollectiveCall& other) {
  if (compared.function != other.function) {
    return CallMismatch{
        DefectClass::call_ordering,
        fmt::format("{} stands in its place; all members must call the same collectives in the same order",
                    other.originating_call.text()),
        other.originating_call};
  }
  if (compared.root != other.root) {
    return mismatch_of_arguments(other, fmt::format("its root is {}, but that of {} is {}", *compared.root,
                                                    other.originating_call.text(), *other.root));
  }
  if (compared.operation && other.operation && compared.operation->first != other.operation->first) {
    return mismatch_of_arguments(other, fmt::format("it combines by {}, but {} by {}", compared.operation->second,
                                                    other.originating_call.text(), other.operation->second));
  }
  if (are_reduction_functions_different(compared, other)) {
    return mismatch_of_arguments(
        other, fmt::format("it combines by another function of the program than {}", other.originating_call.text()));
  }
  for (std::size_t i = 0;
       i < compared.arguments_equal_on_all_members.size() && i < other.arguments_equal_on_all_members.size(); ++i) {
    const auto& [name, value] = compared.arguments_equal_on_all_members[i];
    const std::string& others = other.arguments_equal_on_all_members[i].second;
    if (value == others) continue;
    return CallMismatch{
        compared.defect_of_argument_mismatch,
        fmt::format("its {} is {}, but that of {} is {}", name, value, other.originating_call.text(), others),
        other.originating_call};
  }
  return compare_common_types(compared, other);
}

bool do_members_exchange_values(const ComparedCollectiveCall& compared, const ComparedCollectiveCall& other) {
  if (compared.collective_data_flow == CollectiveDataFlow::between_root_and_members)
    return (compared.rank == *compared.root) != (other.rank == *compared.root);
  return compared.collective_data_flow == CollectiveDataFlow::from_all_members_to_all_members;
}

std::optional<CallMismatch> compare_exchanged_types(const ComparedCollectiveCall& compared,
                                                    const ComparedCollectiveCall& other) {
  if (compared.collective_data_flow == CollectiveDataFlow::along_edges_between_neighbours)
    return compare_types_along_edges(compared, other);
  if (!do_members_exchange_values(compared, other)) return std::nullopt;
  if (auto mismatch = compare_sent_with_received_types(compared, other)) return mismatch;
  return compare_received_with_sent_types(compared, other);
}

/// Returns whether a member of a collective gives values of the same types to all members and takes values of the same
/// types from all. Such a member need only be compared with the first member that entered the collective, if that one
/// also has this property.
bool has_same_types_for_all_ranks(const ComparedCollectiveCall& compared) {
  return compared.contributed_types.size() <= 1 && compared.received_types.size() <= 1;
}

std::optional<CallMismatch> compare_with_earlier_calls(const ComparedCollectiveCall& compared,
                                                       const std::vector<ComparedCollectiveCall>& earlier) {
  if (compared.collective_data_flow == CollectiveDataFlow::along_edges_between_neighbours) {
    if (auto mismatch = compare_types_along_edges(compared, compared)) return mismatch;
  }
  if (compared.collective_data_flow == CollectiveDataFlow::from_all_members_to_all_members ||
      (compared.collective_data_flow == CollectiveDataFlow::between_root_and_members &&
       compared.rank == *compared.root)) {
    if (auto mismatch = compare_sent_with_received_types(compared, compared)) return mismatch;
  }
  if (earlier.empty()) return std::nullopt;
  if (auto mismatch = compare_agreed_arguments(compared, earlier.front())) return mismatch;
  const bool first_is_enough = compared.collective_data_flow == CollectiveDataFlow::none ||
                               (compared.collective_data_flow == CollectiveDataFlow::from_all_members_to_all_members &&
                                has_same_types_for_all_ranks(compared) && has_same_types_for_all_ranks(earlier[0]));
  for (const ComparedCollectiveCall& other : earlier) {
    if (auto mismatch = compare_exchanged_types(compared, other)) return mismatch;
    if (first_is_enough) break;
  }
  return std::nullopt;
}

}  // namespace

/// Drops the oldest collectives of a communicator, as long as all members have entered them and their vector clocks are
/// no longer needed.
void CollectiveHistory::drop_finished_collectives(CommunicatorState& of) {
  const auto is_over = [members = of.member_nodes.size()](const CollectiveUnderWayRecord& each) {
    return each.entered_member_count == members && (each.joined_clock.empty() || each.departed_member_count == members);
  };
  while (!of.open_collectives.empty() && is_over(of.open_collectives.front())) {
    of.open_collectives.pop_front();
    ++of.oldest_open_collective;
  }
}

std::optional<CallMismatch> CollectiveHistory::note_member_enters(const Communicator& comm, std::uint32_t number,
                                                                  ComparedCollectiveCall compared,
                                                                  const EventClock& known) {
  const std::lock_guard lock(mutex_);
  CommunicatorState& of = communicators_[comm.id()];
  if (of.member_nodes.empty())
    of = {.communicator_name = communicator_as_text(comm), .member_nodes = comm.all_members()};
  if (of.open_collectives.empty()) of.oldest_open_collective = number;
  while (of.oldest_open_collective + of.open_collectives.size() <= number) of.open_collectives.emplace_back();
  CollectiveUnderWayRecord& open = of.open_collectives[number - of.oldest_open_collective];
  auto mismatch = compare_with_earlier_calls(compared, open.calls);
  if (compared.source_ranks && !known.empty())
    open.members_with_source_ranks[compared.rank] = {.clock_at_entry = known,
                                                     .ranks_of_sources = *std::move(compared.source_ranks)};
  open.calls.push_back(std::move(compared));
  merge_vector_clocks(open.joined_clock, known);
  if (++open.entered_member_count == of.member_nodes.size()) open.calls = {};
  drop_finished_collectives(of);
  return mismatch;
}

/// Returns the vector clock of the events that the member of rank `rank` knows after the collective: those of the
/// members from which values come to it or, if values come from all, of all members.
EventClock CollectiveHistory::CollectiveUnderWayRecord::events_known_to(std::uint32_t rank) const {
  const auto learner = members_with_source_ranks.find(rank);
  if (learner == members_with_source_ranks.end()) return joined_clock;
  EventClock joined;
  for (const std::uint32_t source : learner->second.ranks_of_sources) {
    const auto found = members_with_source_ranks.find(source);
    if (found != members_with_source_ranks.end()) merge_vector_clocks(joined, found->second.clock_at_entry);
  }
  return joined;
}

EventClock CollectiveHistory::note_member_leaves(const Communicator& comm, std::uint32_t number,
                                                 EventKnowledgeAfterCollective learned) {
  const std::lock_guard lock(mutex_);
  CommunicatorState& of = communicators_[comm.id()];
  if (number < of.oldest_open_collective || number - of.oldest_open_collective >= of.open_collectives.size()) return {};
  CollectiveUnderWayRecord& open = of.open_collectives[number - of.oldest_open_collective];
  ++open.departed_member_count;
  EventClock known;
  if (learned == EventKnowledgeAfterCollective::events_of_all_members) known = open.joined_clock;
  if (learned == EventKnowledgeAfterCollective::events_of_members_that_sent_values)
    known = open.events_known_to(comm.group().rank());
  drop_finished_collectives(of);
  return known;
}

std::vector<CollectiveHistory::UnfinishedCollective> CollectiveHistory::unfinished_collectives() {
  const std::lock_guard lock(mutex_);
  std::vector<UnfinishedCollective> all;
  for (const auto& [name, of] : communicators_) {
    for (const CollectiveUnderWayRecord& open : of.open_collectives) {
      if (open.calls.empty()) continue;
      UnfinishedCollective one{.communicator_name = of.communicator_name,
                               .callers_that_have_entered_call = {},
                               .absent_nodes = of.member_nodes};
      for (const ComparedCollectiveCall& compared : open.calls) {
        one.callers_that_have_entered_call.push_back(compared.originating_call);
        std::erase(one.absent_nodes, compared.originating_call.node);
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::optional<CallMismatch> CollectiveHistory::note_group_call_begins(const MemberNodes& members, Tag tag,
                                                                      CallOfNode originating_call) {
  const auto has_node = [](const MemberNodes& nodes, NodeId node) {
    return std::ranges::find(nodes, node) != nodes.end();
  };
  const std::lock_guard lock(mutex_);
  std::optional<CallMismatch> mismatch;
  for (auto at = group_calls_.begin(); at != group_calls_.end(); ++at) {
    const bool is_inside = std::ranges::find(at->callers_that_have_entered_call, originating_call.node,
                                             &CallOfNode::node) != at->callers_that_have_entered_call.end();
    if (at->tag != tag || is_inside || !has_node(at->members, originating_call.node)) continue;
    if (at->members == members) {
      at->callers_that_have_entered_call.push_back(originating_call);
      if (at->callers_that_have_entered_call.size() == members.size()) group_calls_.erase(at);
      return std::nullopt;
    }
    // A member that is inside such a call waits for this node. If this node's list of members includes that member,
    // this node waits for it, too, and neither call ever ends.
    const auto waiting = std::ranges::find_if(at->callers_that_have_entered_call,
                                              [&](const CallOfNode& other) { return has_node(members, other.node); });
    if (waiting == at->callers_that_have_entered_call.end()) continue;
    const bool has_same_members = std::ranges::is_permutation(members, at->members);
    mismatch = mismatch_of_arguments(
        *waiting,
        fmt::format("its group has {} that of {}; all members must give the same group",
                    has_same_members ? "its members in another order than" : "other members than", waiting->text()));
  }
  if (!mismatch && members.size() > 1) group_calls_.push_back({tag, members, {originating_call}});
  return mismatch;
}

}  // namespace switchyard::mpi
