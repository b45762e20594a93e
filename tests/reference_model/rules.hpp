#pragma once
/// \file rules.hpp
/// The rules by which the reference model represents a machine: when sends are complete, and where messages are stored.

#include <cstdint>
#include <limits>

namespace switchyard::reference {

inline constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

/// The rules by which the reference model represents a machine. They contain no times, because in the model every step
/// may take any time.
struct ReferenceModelRules {
  /// Whether messages are stored at their destination before a receive takes them. If not, a message waits at its
  /// sender until a receive takes it, as with CMMD on the CM-5 (a rendezvous).
  bool stores_early_messages = true;
  /// Size in bytes of the buffer that each node has for messages that come before their receives.
  std::uint32_t system_buffer_bytes = kUnlimited;
  /// The length in bytes of the longest message that is sent without asking for room. Longer messages first ask for
  /// room, and their data follows when they have room or a receive (UNFORCED on the iPSC/860). Shorter messages block
  /// the way into their destination while they wait for room or for a receive.
  std::uint32_t longest_sent_without_request = kUnlimited;
  /// Whether a message without data has a header, and so takes time like other messages. If not, such a message has
  /// arrived as soon as its destination knows of it.
  bool has_headers = false;
  /// Whether the machine is a mesh, in which a message takes one link after another, beginning with the first link when
  /// it leaves its node. The mesh is a line of nodes or, for four nodes, two rows of two, in which messages go along
  /// the row first.
  bool is_mesh = false;
  /// Whether the line of nodes is closed to a ring (a torus), so that each of three nodes is next to both others.
  bool is_torus = false;
  /// Whether a send in standard mode waits for its receive, as a send in synchronous mode does
  /// (StandardSendRule::synchronous_from_size(0)).
  bool standard_sends_wait = false;
  /// Whether a send that is not synchronous is complete at once, messages of different nodes come in any order, and no
  /// message is discarded. This holds for runs without a clock (ClockKind::off), and for all behaviours that a search
  /// by choices considers possible. Needs: `stores_early_messages` is false.
  bool sends_complete_at_once = false;

  static constexpr ReferenceModelRules make_rules_for_runs_without_clock() noexcept {
    return {.stores_early_messages = false, .sends_complete_at_once = true};
  }
};

}  // namespace switchyard::reference
