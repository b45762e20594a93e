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

using Index = std::uint8_t;  // of an operation among those of all nodes, node by node; also of its message or receive
inline constexpr Index kNone = 0xff;

/// Where a message is. A message that a receive has taken has that as its `other`.
enum class Place : std::uint8_t {
  unsent,
  on_its_way,  ///< nobody at its destination knows of it
  known,       ///< it has come to its destination, or asks there for room
  taken,       ///< by a receive
  gone,        ///< discarded, or received
};

/// Of a posted receive.
enum class Receipt : std::uint8_t { unposted, posted, matched, taken_back };

/// Bytes only, so that equal states have equal bytes.
struct State {
  std::array<std::uint8_t, kMostOperations> place{};   ///< Place of a message, Receipt of a receive
  std::array<Index, kMostOperations> other{};          ///< the receive of a message, the message of a receive
  std::array<std::uint8_t, kMostOperations> rank{};    ///< of a known message among those at its destination
  std::array<std::uint8_t, kMostOperations> answer{};  ///< of a wait_any, test or probe
  std::array<std::uint16_t, kMostOperations> flags{};
  std::array<std::uint8_t, kMostNodes> next{};    ///< operation, by its place at its node
  std::array<std::uint8_t, kMostNodes> inside{};  ///< that operation has begun
  std::array<Index, kMostNodes> out{};            ///< the message that holds the node's way out
  std::uint16_t ended = 0;                        ///< a program broke

  std::string_view bytes() const noexcept { return {reinterpret_cast<const char*>(this), sizeof(State)}; }
  friend bool operator==(const State&, const State&) = default;
};

static_assert(std::has_unique_object_representations_v<State>);

enum Flag : std::uint16_t {
  // of a send or receive
  kDone = 1U << 0U,    ///< complete
  kWaited = 1U << 1U,  ///< waited for: its handle is empty
  // of a receive
  kCancelled = 1U << 2U,   ///< somebody tried to take it back
  kUnlabelled = 1U << 3U,  ///< waited for by wait_all, which does not show labels
  // of a message
  kLaunched = 1U << 4U,    ///< it has left its node, or has asked for room
  kHasRoom = 1U << 5U,     ///< it holds its bytes in the system buffer
  kAnswered = 1U << 6U,    ///< the answer to its asking has left its destination
  kInvited = 1U << 7U,     ///< that answer has come
  kDataLeaves = 1U << 8U,  ///< it has asked, and leaves
  kAtDoor = 1U << 9U,      ///< it holds the way into its destination
  kDataIn = 1U << 10U,     ///< all of it is at its destination
  kDiscarded = 1U << 11U,
  kOverlooked = 1U << 12U,  ///< with the clock off: nobody has looked that it came too early
};

inline constexpr std::uint8_t kNo = 1;  // answers of tests
inline constexpr std::uint8_t kYes = 2;
inline constexpr std::uint8_t kNoMessage = 0xfe;  // of try_probe; else the message + 1, and 0 for no answer

struct HashOfState {
  std::size_t operator()(const State& state) const noexcept { return std::hash<std::string_view>{}(state.bytes()); }
};

}  // namespace switchyard::reference
