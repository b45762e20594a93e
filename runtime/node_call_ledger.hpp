#pragma once
/// \file node_call_ledger.hpp
/// Compares the collectives that all nodes of a machine make, exactly and without a lock: a barrier takes little more
/// than this on some hosts. What groups need besides is in call_ledger.hpp.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Any thread. The first node to make its k-th collective claims a slot, writes down what it has asked for, and makes
/// that known; all others compare. A node that is kSlots calls behind the first one, or more, is not compared.
class NodeCallLedger {
 public:
  struct Call {
    NodeId node{};
    std::uint32_t sequence = 0;  ///< which of the node's collectives it is, from 0
    Collective kind = Collective::barrier;
    NodeId root{};
    std::uint64_t bytes = 0;
    CallSite site;
  };
  /// Throws UsageError, naming both nodes and calls, if `call` is not what the first one has asked for.
  void enter(const Call& call);

 private:
  /// `claimed` and `known` are numbers of collectives, from 1. They only grow: `claimed` by the node that will fill the
  /// slot, and `known` by the same node, once it has.
  struct alignas(kCacheLine) Slot {
    std::atomic<std::uint64_t> claimed{0};
    std::atomic<std::uint64_t> known{0};
    std::atomic<std::uint64_t> what{0};  ///< kind and root
    std::atomic<std::uint64_t> bytes{0};
    std::atomic<NodeId> node{};
    std::atomic<CallSite> site{};
  };
  static constexpr std::size_t kSlots = 128;

  static bool claim(Slot& slot, std::uint64_t number) noexcept;
  static void fill(Slot& slot, const Call& call) noexcept;
  static void refuse(const Slot& slot, const Call& call);

  std::array<Slot, kSlots> slots_;
};

}  // namespace switchyard
