#pragma once
/// \file exchange_plan.hpp
/// Describes a schedule for the messages of an all_to_all in a group, most of whose blocks may be empty: the input of a
/// scheduler, its result, and how the members carry the result out. The schedulers themselves are in the folder
/// algorithms/.

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

/// One message of an exchange, with its source and destination as ranks.
struct GroupMessage {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t bytes = 0;
  friend auto operator<=>(const GroupMessage&, const GroupMessage&) = default;
};

/// All messages of an exchange. Each pair of source and destination occurs at most once, and no
/// member sends to itself.
struct ExchangePattern {
  std::vector<NodeId> members;         ///< nodes of the group, by rank
  std::vector<GroupMessage> messages;  ///< messages, sorted by source, and then by destination
  friend bool operator==(const ExchangePattern&, const ExchangePattern&) = default;
};
using PatternPtr = std::shared_ptr<const ExchangePattern>;

/// When a member sends its messages, and what it waits for before each message. S1 and S2 are the names that Wang and
/// Ranka 1994, sec. 6, use.
enum class ExchangePace : std::uint8_t {
  at_once,  ///< each member posts all receives, then all sends in their order, and waits at the end (called S2)
  /// In each phase, a member posts its receive and signals to the source of the message that it has done so; it sends
  /// its own message when the signal of the destination has come (called S1).
  handshakes,
  /// A member sends and receives one message after another, and posts no receive early. Of two members that exchange
  /// messages with each other, the lower rank receives first.
  blocking,
  /// A member posts all receives, sends one message after another, and waits for the received data at the end.
  in_turn,
  /// A member posts all receives, waits in a barrier of all members that have messages, and then sends one message
  /// after another.
  synchronised,
};

/// One message of a schedule, from the view of one of its two members: the rank of the other member, and the route of
/// the message.
struct PlannedMessage {
  std::uint32_t rank = 0;
  Route route = Route::automatic;
  friend bool operator==(const PlannedMessage&, const PlannedMessage&) = default;
};

/// The message that one member sends and the message that it receives in one phase of a schedule. At least one of the
/// two exists.
struct ExchangePhaseOfMember {
  std::optional<PlannedMessage> send;
  std::optional<PlannedMessage> receive;
  friend bool operator==(const ExchangePhaseOfMember&, const ExchangePhaseOfMember&) = default;
};

/// A schedule of an exchange, as the members of a group carry it out. It is immutable, and any thread may use it.
struct ExchangePlan {
  ExchangePace pace = ExchangePace::at_once;
  Protocol protocol = Protocol::library;  ///< protocol of messages with data
  std::uint64_t operations = 0;           ///< number of basic operations that computing the schedule takes
  std::vector<std::vector<ExchangePhaseOfMember>>
      parts;  ///< what each rank sends and receives, in the order of the phases
};

/// An algorithm that carries out an exchange (an all_to_all in which blocks may be empty), usually by a schedule.
struct ExchangeAlgorithm {
  std::string name;
  /// Whether the algorithm is only for exchanges in which every member sends equally many bytes to every other member.
  bool is_for_complete_exchanges_only = false;
  /// Returns why a group of `members` members on a machine cannot use the algorithm (a text without the algorithm's
  /// name), or an empty text if it can. The function is null if every group can use the algorithm.
  std::function<std::string(const MachineModel&, std::uint32_t members)> reason_group_cannot_use_algorithm = {};
  /// Makes the schedule of an exchange, as a pure function of its arguments. The function is null if the algorithm
  /// makes no schedule: then all messages are sent at once, by each member in a random order.
  std::function<ExchangePlan(const ExchangePattern&, const MachineModel&, Rng&)> exchange_plan_maker = {};

  bool usable_by(const MachineModel& machine, std::uint32_t members) const {
    return !reason_group_cannot_use_algorithm || reason_group_cannot_use_algorithm(machine, members).empty();
  }
};

/// Where the data of an exchange is: the block `block_to_send_to_rank(i)` is sent to rank i, and the block from
/// rank i is received into `result(i)`.
struct ExchangeData {
  std::function<std::span<const std::byte>(std::uint32_t)> block_to_send_to_rank;
  std::function<std::span<std::byte>(std::uint32_t)> result;
};

/// Adds to `steps` the messages that member `rank` sends and receives according to the schedule `plan`. Messages
/// without data are left out, and the copy of the member's block for itself is not added.
void add_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, const ExchangePlan& plan, const ExchangeData& data);

/// Adds the steps of an exchange without a schedule, in which a member starts all its messages with data at once,
/// beginning with those to and from the members of nearest rank.
void add_neighbor_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size,
                                 const ExchangeData& data);

/// Adds the steps of an exchange without a schedule, in which the sends of a member are in a random order.
void add_unscheduled_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size,
                                    const ExchangeData& data, Rng& rng);

}  // namespace switchyard
