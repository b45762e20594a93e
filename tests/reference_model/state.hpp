#pragma once
/// \file state.hpp
/// A state of the reference model: how far each node is, and where each message is.

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

// Number of an operation among the operations of all nodes, counted node by node; a message or receive has the number
// of its operation.
using OperationIndex = std::uint8_t;
inline constexpr OperationIndex kNone = 0xff;

/// Where a message is. A message in place `taken` has the number of its receive in `other`.
enum class Place : std::uint8_t {
  unsent,
  on_its_way,             ///< the destination does not know of the message
  known,                  ///< the message is at its destination, or asks there for room
  taken,                  ///< a receive has taken the message
  discarded_or_received,  ///< the message has been discarded or received
};

/// The state of a receive.
enum class ReceiveState : std::uint8_t { not_posted, posted, matched, cancelled };

/// A state of the model. It consists of bytes only, so that equal states have equal bytes.
struct State {
  std::array<std::uint8_t, kMostOperations> place{};    ///< Place of a message, or ReceiveState of a receive
  std::array<OperationIndex, kMostOperations> other{};  ///< the receive of a message, or the message of a receive
  std::array<OperationIndex, kMostOperations>
      behind{};  ///< message that stands on the last link of another message's way
  /// Position of a message that its destination knows, among all messages that the destination knows.
  std::array<std::uint8_t, kMostOperations> rank{};
  std::array<std::uint8_t, kMostOperations> answer{};  ///< answer that a wait_any, test or probe has got
  std::array<std::uint16_t, kMostOperations> flags{};
  std::array<std::uint8_t, kMostNodes> next{};    ///< next operation of each node, by its place at that node
  std::array<std::uint8_t, kMostNodes> inside{};  ///< whether each node has begun its next operation
  std::array<OperationIndex, kMostNodes> out{};   ///< the message that uses the node's way out
  std::uint16_t ended = 0;                        ///< number that is not 0 once a program has failed

  std::string_view bytes() const noexcept { return {reinterpret_cast<const char*>(this), sizeof(State)}; }
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::has_unique_object_representations_v<State>);

enum OperationFlag : std::uint16_t {
  // The next flags are for sends and receives.
  kDone = 1U << 0U,    ///< the request is complete
  kWaited = 1U << 1U,  ///< the request has been waited for, and its handle is empty
  // The next flags are for receives.
  kCancelled = 1U << 2U,   ///< somebody has tried to take the receive back
  kUnlabelled = 1U << 3U,  ///< the receive is waited for by wait_all, which does not show labels
  // The next flags are for messages.
  kLaunched = 1U << 4U,    ///< the message has left its node, or has asked for room
  kHasRoom = 1U << 5U,     ///< the message has room in the system buffer
  kAnswered = 1U << 6U,    ///< the answer to the message's request for room has left the destination
  kInvited = 1U << 7U,     ///< the answer to the message's request for room has arrived
  kDataLeaves = 1U << 8U,  ///< the message has asked for room, and its data leaves
  kAtDoor = 1U << 9U,      ///< the message uses the way into its destination
  kDataIn = 1U << 10U,     ///< all data of the message is at its destination
  kDiscarded = 1U << 11U,
  kOverlooked = 1U << 12U,  ///< with the clock off: nobody has noticed that the message came too early
};

inline constexpr std::uint8_t kFoundNothing = 1;  // the answer of a test that finds nothing
inline constexpr std::uint8_t kFoundSomething = 2;
// Result of try_probe if no message has come; otherwise the result is the number of the message + 1, and 0 means that
// there is no result yet.
inline constexpr std::uint8_t kNoMessage = 0xfe;

struct HashOfState {
  std::size_t operator()(const State& state) const noexcept { return std::hash<std::string_view>{}(state.bytes()); }
};

}  // namespace switchyard::reference
