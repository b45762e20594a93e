#pragma once
/// \file call_ledger.hpp
/// Compares what nodes ask for in collectives, exactly, so that misuse is found at the call that differs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/group/steps.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// What all must give alike in a collective.
struct AgreedCall {
  Collective kind = Collective::barrier;
  bool posted = false;   ///< post_...
  bool varying = false;  ///< blocks of varying sizes
  std::uint32_t root = 0;
  std::uint64_t bytes = 0;
  std::size_t element_bytes = 1;
  OperandOrder order = OperandOrder::kept;
  std::uint64_t operation = 0;
  std::vector<std::size_t> counts = {};  ///< of an all_gather of varying sizes
};

/// "reduce with root 1", "post_barrier", "gather of varying sizes with root 0".
std::string call_name(const AgreedCall& call);

/// The collectives of some nodes that make the same ones in the same order, each compared with what the first node to
/// come there has asked for. Any thread.
class CallLedger {
 public:
  /// `context`: of a group, or Context::collectives for those of all nodes that are no group's.
  CallLedger(std::uint32_t callers, Context context) : callers_(callers), context_(context) {}

  struct Entry {
    NodeId node{};
    std::uint32_t sequence = 0;  ///< which of its collectives it is, from 0
    AgreedCall call = {};
    CallSite site;
  };
  /// Throws UsageError, naming both nodes and calls, if `entry` is not what the first one has asked for. Each node
  /// enters each of its collectives once, in their order.
  void enter(Entry entry);
  /// Throws what enter() does for two entries that differ. `context`: of a group, or Context::collectives.
  [[noreturn]] static void refuse_different(const Entry& entry, const Entry& first, Context context);

 private:
  struct Open {
    Entry first;
    std::uint32_t entered = 0;
  };
  /// The collectives under way that fall on one slot, by their number; more than one if nodes are far apart. They begin
  /// and end in their order.
  struct Slot {
    std::mutex mutex;
    std::vector<Open> open;
    std::size_t ended = 0;  ///< at the front
  };
  static constexpr std::uint32_t kSlots = 8;

  static Open& open_at(Slot& slot, Entry& entry);
  static void drop_ended(Slot& slot);

  std::uint32_t callers_;
  Context context_;
  std::array<Slot, kSlots> slots_;
};

}  // namespace switchyard
