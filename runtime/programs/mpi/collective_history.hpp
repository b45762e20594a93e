#pragma once
/// \file collective_history.hpp
/// Compares the collective calls of a communicator's members exactly: the function, root, operation, and the basic
/// types of the values that each member gives and takes. The host process knows the calls of all nodes, so that it
/// compares them before any data moves.
///
/// Source: MPI 3.1, chapter 5.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// The arguments of one member's collective call, which are compared with those of the other members' calls.
struct ComparedCollectiveCall {
  /// Between which members of a collective values go, and so for which pairs of members their types are compared.
  enum class CollectiveDataFlow : std::uint8_t {
    none,                             ///< no values, or only values whose types must be equal on all members
    between_root_and_members,         ///< values go between the root and each member, including the root itself
    from_all_members_to_all_members,  ///< values go between each member and all members, including itself
    along_edges_between_neighbours,   ///< values go along edges from one member to another; a pair of members may have
                                      ///< several edges
  };
  /// The types of the values on an edge (from one member to another) of a neighbourhood collective. `rank` is the rank
  /// of the member at the other end.
  struct ValueTypesOfNeighbourEdge {
    std::uint32_t rank = 0;
    TypeSignature types = {};
  };

  CallOfNode originating_call = {};
  /// Name of the MPI function; empty for the start of a persistent collective, which some members may start by
  /// MPI_Start and others by MPI_Startall.
  std::string_view function = {};
  std::uint32_t rank = 0;
  std::optional<std::uint32_t> root = {};
  /// Number and name of the reduction operation; nothing if the collective has none.
  std::optional<std::pair<std::uint64_t, std::string>> operation = {};
  /// The program's own reduction function, identified by the path of the program's file and the offset of the function
  /// in it, because each node has a copy of the function at another address.
  std::optional<std::pair<std::string, std::uint64_t>> program_function = {};
  /// Type signatures of values that must be equal on all members of the collective.
  std::vector<TypeSignature> types_equal_on_all_members = {};
  /// Names and values of further arguments that must be equal on all members of the collective.
  std::vector<std::pair<std::string, std::string>> arguments_equal_on_all_members = {};
  /// The kind of defect if members give different values to arguments that must be equal.
  DefectClass defect_of_argument_mismatch = DefectClass::parameter_matching;
  CollectiveDataFlow collective_data_flow = CollectiveDataFlow::none;
  /// Signatures of the values that the member gives in the collective, indexed by the rank that takes them. A single
  /// entry means that the member gives the same types to all ranks.
  std::vector<TypeSignature> contributed_types = {};
  /// Types of the values that this member receives in the collective, by the rank of the member that sends them. A list
  /// with one entry stands for the same types from all members.
  std::vector<TypeSignature> received_types = {};
  /// The edges along which this member gives and takes values in a neighbourhood collective, sorted by rank. If several
  /// edges lead from one member to another, both members list them in the same order.
  std::vector<ValueTypesOfNeighbourEdge> outgoing_neighbour_edges = {}, incoming_neighbour_edges = {};
  /// Ranks of the members from which values come to this member, if they come from some members only; nothing
  /// otherwise. The collective makes known to this member only what these source members have done before it.
  std::optional<std::vector<std::uint32_t>> source_ranks = {};
};

/// Which earlier events of the other members a member knows of when it leaves a collective.
enum class EventKnowledgeAfterCollective : std::uint8_t {
  no_events,                           ///< no events: the member leaves without having waited for any other member
  events_of_members_that_sent_values,  ///< the events of the members from which values have come
  events_of_all_members,               ///< the events of all members, as no member leaves before all have entered
};

/// The difference between the collective calls of two members.
struct CallMismatch {
  DefectClass defect_class{};
  std::string description = {};
  CallOfNode mismatching_call = {};
};

/// The collectives of all communicators of one run. Any thread may use this object.
class CollectiveHistory {
 public:
  /// A collective that some members of a communicator have entered, and others have not.
  struct UnfinishedCollective {
    std::string communicator_name;
    std::vector<CallOfNode> callers_that_have_entered_call;
    std::vector<NodeId> absent_nodes;
  };

  /// Records that a member enters a collective. Returns how its call differs from the calls of the members that have
  /// entered before, or nothing if the calls fit. `number` counts the member's collectives on this communicator, from 0
  /// on. `known` is the member's vector clock.
  std::optional<CallMismatch> note_member_enters(const Communicator& comm, std::uint32_t number,
                                                 ComparedCollectiveCall compared, const EventClock& known);
  /// Records that a member leaves a collective. Returns the joined vector clocks of the members whose events the
  /// leaving member knows now, as these clocks were when their members entered the collective.
  EventClock note_member_leaves(const Communicator& comm, std::uint32_t number, EventKnowledgeAfterCollective learned);
  std::vector<UnfinishedCollective> unfinished_collectives();
  /// Records that the node of `originating_call` begins to make a communicator of `members`, by a call with the tag
  /// `tag` that only these members make. Returns how its list of members differs from that of a member whose call waits
  /// for this node, or nothing if no list differs.
  std::optional<CallMismatch> note_group_call_begins(const MemberNodes& members, Tag tag, CallOfNode originating_call);

 private:
  /// A call by which the members of a group make a communicator (such as MPI_Comm_create_group), and which only some of
  /// the members have entered.
  struct GroupCallUnderWay {
    Tag tag{};
    MemberNodes members;
    std::vector<CallOfNode> callers_that_have_entered_call;
  };
  struct CollectiveUnderWayRecord {
    /// The calls, with their arguments, of the members that have entered the collective. The list is empty again once
    /// all members have entered.
    std::vector<ComparedCollectiveCall> calls = {};
    std::uint32_t entered_member_count = 0, departed_member_count = 0;
    EventClock joined_clock = {};  ///< joined vector clocks of all members that have entered
    /// What is kept of a member that learns, by the collective, only of the events of some other members: the ranks of
    /// these members, and the vector clock that the learning member had when it entered the collective.
    struct MemberEntryClockAndSourceRanks {
      EventClock clock_at_entry;
      std::vector<std::uint32_t> ranks_of_sources;
    };
    /// The members that learn only of some members' events, by their own rank.
    std::map<std::uint32_t, MemberEntryClockAndSourceRanks> members_with_source_ranks = {};

    EventClock events_known_to(std::uint32_t rank) const;
  };
  struct CommunicatorState {
    std::string communicator_name = {};
    MemberNodes member_nodes = {};
    /// Number of the oldest collective of the communicator whose record is kept.
    std::uint32_t oldest_open_collective = 0;
    std::deque<CollectiveUnderWayRecord> open_collectives = {};
  };
  static void drop_finished_collectives(CommunicatorState& of);

  std::mutex mutex_;  // guards the records of collectives and communicators
  std::map<CommunicatorId, CommunicatorState> communicators_;
  std::vector<GroupCallUnderWay> group_calls_;
};

}  // namespace switchyard::mpi
