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

// The number of an operation among the operations of all nodes, counted node by node. A message or a receive has the
// number of its operation.
using OperationIndex = std::uint8_t;
inline constexpr OperationIndex kNoOperation = 0xff;

/// Where a message is. For a message in place `taken`, State::matched_operation has the number of its receive.
enum class MessagePlace : std::uint8_t {
  unsent,
  on_its_way,             ///< the destination does not know of the message
  known,                  ///< the message is at its destination, or asks there for room
  taken,                  ///< a receive has taken the message
  discarded_or_received,  ///< the message has been discarded or received
};

/// The state of a receive.
enum class ReceiveState : std::uint8_t { not_posted, posted, matched, cancelled };

/// A state of the reference model. It has no padding, so that equal states have equal bytes.
struct ModelState {
  std::array<std::uint8_t, kMostOperations>
      place_or_receive_state{};  ///< Place of a message, or ReceiveState of a receive
  std::array<OperationIndex, kMostOperations>
      matched_operation{};  ///< the receive of a message, or the message of a receive
  std::array<OperationIndex, kMostOperations>
      behind{};  ///< for each message, another message ahead of it on the last link of its way, or kNoOperation
  /// For each message that its destination knows but no receive has taken, its position in the order in which such
  /// messages came.
  std::array<std::uint8_t, kMostOperations> rank_at_destination{};
  std::array<std::uint8_t, kMostOperations>
      result_of_operation{};  ///< result of a wait_any, test or probe; 0 for no result yet
  std::array<std::uint16_t, kMostOperations> flags_of_operation{};
  std::array<std::uint8_t, kMostNodes> next_operation_of_node{};    ///< for each node, the place of its next operation
  std::array<std::uint8_t, kMostNodes> has_begun_next_operation{};  ///< whether each node has begun its next operation
  std::array<OperationIndex, kMostNodes>
      message_on_outbound_link{};  ///< for each node, the message that uses its way out, or kNoOperation
  std::uint16_t has_failed = 0;    ///< 1 if the program has ended with an error, otherwise 0

  std::string_view bytes() const noexcept { return {reinterpret_cast<const char*>(this), sizeof(ModelState)}; }
  friend bool operator==(const ModelState&, const ModelState&) = default;
};

static_assert(std::has_unique_object_representations_v<ModelState>);

enum OperationFlag : std::uint16_t {
  // Flags of sends and receives.
  kRequestComplete = 1U << 0U,  ///< the request is complete
  kWaitedFor = 1U << 1U,        ///< the request has been waited for, and its handle is empty
  // Flags of receives.
  kCancelled = 1U << 2U,           ///< the program has tried to cancel the receive
  kWaitedForByWaitAll = 1U << 3U,  ///< the receive is waited for by wait_all, which does not show labels
  // Flags of messages.
  kHasLeftNode = 1U << 4U,           ///< the message has left its node, or has asked for room
  kHasBufferRoom = 1U << 5U,         ///< the message has room in the system buffer
  kRequestAnswerSent = 1U << 6U,     ///< the answer to the message's request for room has left the destination
  kRequestAnswerArrived = 1U << 7U,  ///< the answer to the message's request for room has arrived
  kDataHasLeftNode = 1U << 8U,       ///< the message has asked for room, and its data leaves
  kUsesInboundLink = 1U << 9U,       ///< the message uses the way into its destination
  kDataArrived = 1U << 10U,          ///< all data of the message is at its destination
  kDiscarded = 1U << 11U,
  kUnnoticedEarlyReadySend =
      1U << 12U,  ///< with the clock off: a ready message came before its receive, without an error
};

inline constexpr std::uint8_t kTestOfIncompleteRequest = 1;  // The result of a test whose request is not complete.
inline constexpr std::uint8_t kTestOfCompleteRequest = 2;
// The result of a try_probe that finds no message. The result of a probe that finds a message is the number of the
// message + 1.
inline constexpr std::uint8_t kNoMessage = 0xfe;

struct HashOfState {
  std::size_t operator()(const ModelState& state) const noexcept {
    return std::hash<std::string_view>{}(state.bytes());
  }
};

}  // namespace switchyard::reference
