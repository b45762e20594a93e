#pragma once
/// \file rules.hpp
/// The rules of a machine that the reference model knows: when sends are complete, and where messages are stored.

#include <cstdint>
#include <limits>

namespace switchyard::reference {

inline constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

/// The rules of a machine. They do not contain costs: costs only decide how long things take, and in the model
/// everything may take any time.
struct ModelRules {
  /// False if a message waits at its sender until a receive takes it, as with CMMD on the CM-5 (a rendezvous).
  bool stores = true;
  /// Bytes that each node has for messages that come before their receives.
  std::uint32_t room = kUnlimited;
  /// Longer messages first ask for room, and their data follows when they have room or a receive (UNFORCED on the
  /// iPSC/860). All other messages block the way into their destination while they wait for either.
  std::uint32_t longest_unasked = kUnlimited;
  /// Whether a message without data has a header, and takes time like other messages. If not, it arrives all at once.
  bool has_headers = false;
  /// Whether a message takes the links of a mesh one after the other, and the first one when it leaves its node. The
  /// nodes are then a line, or four of them two rows of two, and messages go along the row first.
  bool is_mesh = false;
  /// Whether the mesh is closed to a torus, so that each of three nodes is next to each other one.
  bool is_torus = false;
  /// Whether a send in standard mode waits as one in synchronous mode does (StandardSends::waiting_from(0)).
  bool standard_waits = false;
  /// Whether a send that is not synchronous is complete at once, and messages of different nodes come in any order.
  /// This holds with the clock off, and for what the search by choices considers possible. Nothing is discarded. Needs:
  /// `stores` is false.
  bool completes_at_once = false;

  static constexpr ModelRules of_clock_off() noexcept { return {.stores = false, .completes_at_once = true}; }
};

}  // namespace switchyard::reference
