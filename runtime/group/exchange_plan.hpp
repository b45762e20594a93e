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
  std::vector<NodeId> members;         ///< the nodes of the ranks
  std::vector<GroupMessage> messages;  ///< by source, then by destination
  friend bool operator==(const ExchangePattern&, const ExchangePattern&) = default;
};
using PatternPtr = std::shared_ptr<const ExchangePattern>;

/// When a member sends, and what it waits for. The names in brackets are those of Wang and Ranka 1994, sec. 6.
enum class ExchangePace : std::uint8_t {
  at_once,       ///< posts all receives, then all sends in their order, and waits at the end (S2)
  handshakes,    ///< in each part posts its receive and tells the source so; sends once it was told itself (S1)
  blocking,      ///< one message after another, receives unposted; of two that exchange, the lower rank receives first
  in_turn,       ///< posts all receives; sends one after another, and waits for its data at the end
  synchronised,  ///< the same with a barrier before the first send
};

/// A message of one member's plan: the other member, and the route that the message takes.
struct PlannedMessage {
  std::uint32_t rank = 0;
  Route route = Route::automatic;
  friend bool operator==(const PlannedMessage&, const PlannedMessage&) = default;
};

/// What one member does in one phase. At least one of both is set.
struct ExchangePart {
  std::optional<PlannedMessage> send;
  std::optional<PlannedMessage> receive;
  friend bool operator==(const ExchangePart&, const ExchangePart&) = default;
};

/// A schedule as its members carry it out. Immutable; any thread.
struct ExchangePlan {
  ExchangePace pace = ExchangePace::at_once;
  Protocol protocol = Protocol::library;         ///< of messages with data
  std::uint64_t operations = 0;                  ///< basic operations that the scheduler took
  std::vector<std::vector<ExchangePart>> parts;  ///< of each rank, in the order of the phases
};

/// A way to carry out an exchange.
struct ExchangeAlgorithm {
  std::string name;
  /// It takes only exchanges in which each member sends each other one as many bytes.
  bool complete_only = false;
  /// Why it cannot be used by so many members on a machine, without its name; empty if it can. Null: it always can.
  std::function<std::string(const MachineModel&, std::uint32_t members)> fault = {};
  /// A pure function of its arguments. Null: there is no schedule; all messages are under way at once, each member's
  /// sends in a random order.
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

/// Adds the steps by which member `rank` carries the plan out. Messages of which the data is empty are left out, and so
/// is what the member gives itself.
void add_exchange(CollectiveSteps& steps, std::uint32_t rank, const ExchangePlan& plan, const ExchangeData& data);

/// Adds the steps of an exchange in which all messages with data are under way at once, the nearest members first.
void add_neighbor_exchange(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size, const ExchangeData& data);

/// Adds the steps of an exchange without a schedule, in which this member's sends are in a random order.
void add_unscheduled_exchange(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size, const ExchangeData& data,
                              Rng& rng);

}  // namespace switchyard
