#pragma once
/// \file rules.hpp
/// When sends are complete and what is stored where: all that the reference model knows of a machine.

#include <cstdint>
#include <limits>

namespace switchyard::reference {

inline constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

/// Costs, links and topology are left out: they only say how long things take, and the model lets everything take any
/// time.
struct Rules {
  /// False: a message waits at its sender until a receive takes it (CMMD of the CM-5: a rendezvous).
  bool stores = true;
  /// Bytes a node for messages that come before their receives.
  std::uint32_t room = kUnlimited;
  /// Longer messages first ask for room, and their data follows when they have it or a receive (UNFORCED of the
  /// iPSC/860). All others hold the way into the node while they wait for either.
  std::uint32_t longest_unasked = kUnlimited;
  /// False: a message without data comes and is in at once. True: it has a header, and takes as long as others.
  bool has_headers = false;
  /// A send in standard mode waits as one in synchronous mode does (StandardSends::waiting_from(0)).
  bool standard_waits = false;
  /// A send that is not synchronous is complete at once, and messages of different nodes come in any order (the clock
  /// off, and what the search by choices takes to be possible). Nothing is discarded. Needs: not `stores`.
  bool completes_at_once = false;

  static constexpr Rules of_clock_off() noexcept { return {.stores = false, .completes_at_once = true}; }
};

}  // namespace switchyard::reference
