#pragma once
/// \file state.hpp
/// A state of a program in the reference model: how far each node has come, and where each message is.

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

// The number of an operation if the operations of all nodes are counted, node by node. A message or a receive is known
// by the number of its operation.
using OperationIndex = std::uint8_t;
inline constexpr OperationIndex kNoOperation = 0xff;

/// Where a message is. For a message that a receive has taken, ModelState::matched_operation has the number of the
/// receive.
enum class MessageDeliveryState : std::uint8_t {
  unsent,
  on_its_way,             ///< the message is sent, but its destination does not know of it yet
  known_at_destination,   ///< the message, or its request for room, is at its destination
  taken,                  ///< a receive has taken the message
  discarded_or_received,  ///< the message has been discarded or received
};

/// The states of a receive.
enum class ReceiveState : std::uint8_t { not_posted, posted, matched, cancelled };

/// A state of a program in the reference model. The struct has no padding, so that equal states have equal bytes.
struct ModelState {
  /// For each operation, the MessageDeliveryState of a message or the ReceiveState of a receive.
  std::array<std::uint8_t, kMostOperations> message_place_or_receive_state{};
  /// For each operation, the number of the receive that has taken the message, or of the message that the receive has
  /// taken.
  std::array<OperationIndex, kMostOperations> matched_operation{};
  /// For each message, another message that is ahead of it at the last link of its way, or kNoOperation.
  std::array<OperationIndex, kMostOperations> behind{};
  /// For each message that its destination knows of and no receive has taken, its position in the order in which these
  /// messages came.
  std::array<std::uint8_t, kMostOperations> rank_at_destination{};
  /// For each operation, the result of a wait_any, test or probe; 0 if there is no result yet.
  std::array<std::uint8_t, kMostOperations> result_of_operation{};
  std::array<std::uint16_t, kMostOperations> flags_of_operation{};
  std::array<std::uint8_t, kMostNodes> next_operation_of_node{};  ///< for each node, the position of its next operation
  /// For each node, whether it has begun its next operation.
  std::array<std::uint8_t, kMostNodes> has_begun_next_operation{};
  /// For each node, the message that is using its way out into the network, or kNoOperation.
  std::array<OperationIndex, kMostNodes> message_on_outbound_link{};
  std::uint16_t has_failed = 0;  ///< 1 if the program has ended with an error, otherwise 0

  std::string_view bytes() const noexcept { return {reinterpret_cast<const char*>(this), sizeof(ModelState)}; }
  friend bool operator==(const ModelState&, const ModelState&) = default;
};

static_assert(std::has_unique_object_representations_v<ModelState>);

enum OperationFlag : std::uint16_t {
  // Flags of sends and of receives.
  kRequestComplete = 1U << 0U,             ///< the request is complete
  kRequestHandleEmptiedByWait = 1U << 1U,  ///< the request has been waited for, and its handle is empty
  // Flags of receives only.
  kCancelled = 1U << 2U,  ///< the program has tried to cancel the receive
  /// The receive is waited for by wait_all, which does not return the labels of messages.
  kWaitedForByWaitAll = 1U << 3U,
  // Flags of messages.
  kMessageHasLeftSender = 1U << 4U,  ///< the message, or its request for room, has left its node
  kHasBufferRoom = 1U << 5U,         ///< the message has room in the system buffer
  kRequestAnswerSent = 1U << 6U,     ///< the answer to the message's request for room has left the destination
  kRequestAnswerArrived = 1U << 7U,  ///< the answer to the message's request for room has arrived
  kDataHasLeftNode = 1U << 8U,       ///< the message had to ask for room, and its data has left its node
  kUsesInboundLink = 1U << 9U,       ///< the message is using the way into its destination node
  kDataArrived = 1U << 10U,          ///< all data of the message is at its destination
  kDiscarded = 1U << 11U,
  /// A ready-mode message came before its receive, which is not reported as an error in runs without a clock.
  kUnnoticedEarlyReadySend = 1U << 12U,
};

inline constexpr std::uint8_t kTestResultRequestIncomplete = 1;  // result of a test whose request is not complete
inline constexpr std::uint8_t kTestResultRequestComplete = 2;
// The result of a try_probe that finds no message. A probe that finds a message has the message's number + 1 as its
// result.
inline constexpr std::uint8_t kNoMessage = 0xfe;

struct HashOfState {
  std::size_t operator()(const ModelState& state) const noexcept {
    return std::hash<std::string_view>{}(state.bytes());
  }
};

}  // namespace switchyard::reference
