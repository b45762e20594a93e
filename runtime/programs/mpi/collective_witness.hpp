#pragma once
/// \file collective_witness.hpp
/// Compares the collective calls of a communicator's members exactly: the function, root, operation, and the basic
/// types of the values that each member gives and takes. It knows all calls on the host, and compares them before any
/// data moves.
///
/// Source: MPI 3.1, chapter 5.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

/// The arguments of one member's collective call, for the comparison with the calls of the other members.
struct CollectivePart {
  /// Which members' values are compared with each other.
  enum class Meeting : std::uint8_t {
    none,       ///< no values but those of `same`
    with_root,  ///< the root's values with those of each other member
    of_all,     ///< the values of each member with those of all, itself included
  };

  Caller caller = {};
  std::uint32_t rank = 0;
  std::optional<std::uint32_t> root = {};
  std::optional<std::pair<std::uint64_t, std::string>> operation = {};  ///< its number and name
  std::vector<TypeSignature> same = {};  ///< values of which all members must give equal types
  std::vector<std::pair<std::string, std::string>> arguments = {};  ///< names and values that must be equal
  Meeting meeting = Meeting::none;
  std::vector<TypeSignature> gives = {};  ///< by the rank that takes it; one entry: to all; none: nothing
  std::vector<TypeSignature> takes = {};  ///< by the rank that gives it; one entry: from all; none: nothing
};

/// The difference between the collective calls of two members.
struct Mismatch {
  DefectClass kind{};
  std::string text = {};
  Caller other = {};
};

/// The collectives of all communicators of one run. Any thread.
class CollectiveWitness {
 public:
  /// The name of a communicator: its context alone is not enough, since communicators without common members may have
  /// the same one.
  struct Name {
    Context context{};
    NodeId first{};  ///< the node at place 0 of its group
    friend auto operator<=>(const Name&, const Name&) = default;
  };
  static Name name_of(const Communicator& comm) { return {comm.context(), comm.group().node_at(0)}; }

  /// A collective that some members have entered, and others have not.
  struct Unfinished {
    std::string communicator;
    std::vector<Caller> inside;
    std::vector<NodeId> absent;
  };

  /// Notes that a member enters a collective, and returns how its call differs from those of earlier members, if it
  /// does. `number`: which of the member's collectives on this communicator it is, from 0. `known`: the vector clock of
  /// the member.
  std::optional<Mismatch> enter(const Communicator& comm, std::uint32_t number, CollectivePart part,
                                const EventClock& known);
  /// Notes that a member leaves a collective. Returns the joined vector clocks of the members that have entered.
  EventClock leave(const Communicator& comm, std::uint32_t number);
  std::vector<Unfinished> unfinished();

 private:
  struct Open {
    std::vector<CollectivePart> parts = {};  ///< kept until all members have entered
    std::uint32_t entered = 0, left = 0;
    EventClock known = {};
  };
  struct OfCommunicator {
    std::string text = {};
    Members members = {};
    std::uint32_t first = 0;  ///< number of the first collective that is kept
    std::deque<Open> open = {};
  };
  static void drop_over(OfCommunicator& of);

  std::mutex mutex_;  // guards the map
  std::map<Name, OfCommunicator> communicators_;
};

}  // namespace switchyard::mpi
