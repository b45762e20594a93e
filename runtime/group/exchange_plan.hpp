#pragma once
/// \file exchange_plan.hpp
/// A schedule for the messages of an all_to_all in a group, most of which may be empty: what a scheduler is given, what
/// it gives back, and how the members carry that out. The schedulers themselves are handed in from outside.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/group/steps.hpp"
#include "runtime/machine.hpp"
#include "runtime/random.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// One message of an exchange, by ranks.
struct GroupMessage {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t bytes = 0;
  friend auto operator<=>(const GroupMessage&, const GroupMessage&) = default;
};

/// All messages of an exchange: none twice, and none to oneself.
struct ExchangePattern {
  std::vector<NodeId> members;         ///< nodes of the group, by rank
  std::vector<GroupMessage> messages;  ///< sorted by source, then by destination
  friend bool operator==(const ExchangePattern&, const ExchangePattern&) = default;
};
using PatternPtr = std::shared_ptr<const ExchangePattern>;

/// When a member sends, and what it waits for. The names in brackets are those of Wang and Ranka 1994, sec. 6.
enum class ExchangePace : std::uint8_t {
  at_once,       ///< posts all receives, then all sends in their order, and waits at the end (S2)
  handshakes,    ///< in each phase posts its receive and signals the source; sends after its destination's signal (S1)
  blocking,      ///< one message after another, receives unposted; of two that exchange, the lower rank receives first
  in_turn,       ///< posts all receives; sends one after another, and waits for its data at the end
  synchronised,  ///< does what in_turn does, with a barrier before the first send
};

/// A message of one member's plan: the other member, and the route that the message takes.
struct PlannedMessage {
  std::uint32_t rank = 0;
  Route route = Route::automatic;
  friend bool operator==(const PlannedMessage&, const PlannedMessage&) = default;
};

/// The message that one member sends and the message that it receives in one phase of a schedule. At least one of both
/// is set.
struct ExchangePart {
  std::optional<PlannedMessage> send;
  std::optional<PlannedMessage> receive;
  friend bool operator==(const ExchangePart&, const ExchangePart&) = default;
};

/// A schedule of an exchange, as the members of a group carry it out. It is immutable, and any thread may use it.
struct ExchangePlan {
  ExchangePace pace = ExchangePace::at_once;
  Protocol protocol = Protocol::library;         ///< protocol of messages with data
  std::uint64_t operations = 0;                  ///< basic operations that the scheduler took
  std::vector<std::vector<ExchangePart>> parts;  ///< parts of each rank, in the order of the phases
};

/// A way to carry out an exchange.
struct ExchangeAlgorithm {
  std::string name;
  /// Whether the algorithm takes only exchanges in which each member sends every other member equally many bytes.
  bool complete_only = false;
  /// Returns why so many members on a machine cannot use the algorithm, as a text without its name, or an empty text if
  /// they can. Null if every group can.
  std::function<std::string(const MachineModel&, std::uint32_t members)> fault = {};
  /// Makes the schedule of an exchange, as a pure function of its arguments. Null if the algorithm has no schedule: all
  /// messages are then under way at once, with each member's sends in a random order.
  std::function<ExchangePlan(const ExchangePattern&, const MachineModel&, Rng&)> plan = {};

  bool usable_by(const MachineModel& machine, std::uint32_t members) const {
    return !fault || fault(machine, members).empty();
  }
};

/// Where the data of an exchange is: `given(i)` goes to rank i, and `result(i)` comes from it.
struct ExchangeData {
  std::function<std::span<const std::byte>(std::uint32_t)> given;
  std::function<std::span<std::byte>(std::uint32_t)> result;
};

/// Adds the steps by which member `rank` carries the plan out. Messages without data are left out, and so is the copy
/// of the member's block for itself.
void add_exchange(CollectiveSteps& steps, std::uint32_t rank, const ExchangePlan& plan, const ExchangeData& data);

/// Adds the steps of an exchange in which all messages with data are under way at once, the nearest members first.
void add_neighbor_exchange(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size, const ExchangeData& data);

/// Adds the steps of an exchange without a schedule, in which this member's sends are in a random order.
void add_unscheduled_exchange(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size, const ExchangeData& data,
                              Rng& rng);

}  // namespace switchyard
