#pragma once
/// \file collective_witness.hpp
/// Compares the collectives that the members of a communicator call, exactly: which function, root, operation, and the
/// basic types of what is given and taken. Known on the host, before anything is moved.
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

/// What one member says in a collective.
struct CollectivePart {
  /// Which members' values meet.
  enum class Meeting : std::uint8_t {
    none,       ///< nobody's, or `same` alone
    with_root,  ///< the root's with each other one's
    of_all,     ///< each one's with each one's, the member's own included
  };

  Caller caller = {};
  std::uint32_t rank = 0;
  std::optional<std::uint32_t> root = {};
  std::optional<std::pair<std::uint64_t, std::string>> operation = {};  ///< its number and name
  std::vector<TypeSignature> same = {};                                 ///< what all give alike
  std::vector<std::pair<std::string, std::string>> arguments = {};      ///< that all give alike: names and values
  Meeting meeting = Meeting::none;
  std::vector<TypeSignature> gives = {};  ///< by the rank that takes it; one alone: to all; none: nothing
  std::vector<TypeSignature> takes = {};  ///< by the rank that has given it; one alone: from all; none: nothing
};

/// How two parts do not fit.
struct Mismatch {
  DefectClass kind{};
  std::string text = {};
  Caller other = {};
};

/// The collectives of all communicators of one run. Any thread.
class CollectiveWitness {
 public:
  /// A communicator: those without common members may have one context.
  struct Name {
    Context context{};
    NodeId first{};  ///< member
    friend auto operator<=>(const Name&, const Name&) = default;
  };
  static Name name_of(const Communicator& comm) { return {comm.context(), comm.group().node_at(0)}; }

  /// A collective that some members have entered, and others have not.
  struct Unfinished {
    std::string communicator;
    std::vector<Caller> inside;
    std::vector<NodeId> absent;
  };

  /// `number`: which of the member's collectives on this communicator it is, from 0. `known`: to the member. Nothing if
  /// all is well so far.
  std::optional<Mismatch> enter(const Communicator& comm, std::uint32_t number, CollectivePart part,
                                const EventClock& known);
  /// What is known to those that have entered.
  EventClock leave(const Communicator& comm, std::uint32_t number);
  std::vector<Unfinished> unfinished();

 private:
  struct Open {
    std::vector<CollectivePart> parts = {};  ///< until all have entered
    std::uint32_t entered = 0, left = 0;
    EventClock known = {};
  };
  struct OfCommunicator {
    std::string text = {};
    Members members = {};
    std::uint32_t first = 0;  ///< number of the first one that is kept
    std::deque<Open> open = {};
  };
  static void drop_over(OfCommunicator& of);

  std::mutex mutex_;  // guards the map
  std::map<Name, OfCommunicator> communicators_;
};

}  // namespace switchyard::mpi
