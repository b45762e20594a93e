#pragma once
/// \file call_ledger.hpp
/// Compares the arguments that nodes pass to collectives, so that misuse is found exactly at the call that differs.

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

/// The arguments of a collective that must be equal in the calls of all nodes that take part.
struct CollectiveCallToCompare {
  Collective kind = Collective::barrier;
  bool posted = false;  ///< whether the collective does not block, as a call of post_barrier, for example
  bool has_varying_block_sizes = false;  ///< whether the blocks of the collective have varying sizes
  bool skips_empty_blocks = false;
  std::uint32_t root = 0;
  std::uint64_t bytes = 0;
  std::size_t element_bytes = 1;
  OperandOrder operand_order = OperandOrder::kept;
  std::uint64_t operation = 0;
  /// The name of the operation that combines values; null if the operation is known only by its number.
  const OperationName* operation_name = nullptr;
  std::vector<std::size_t> counts = {};  ///< block sizes in bytes, of an all_gather or a reduce_scatter
};

/// Returns the name of a call for errors, such as "reduce with root 1", "post_barrier" or "gather of varying sizes with
/// root 0".
std::string call_name(const CollectiveCallToCompare& call);

/// Compares the collective calls of nodes that have to make the same calls in the same order. Each call is compared
/// with that of the node that came first to the same collective. Any thread may use this object.
class CallLedger {
 public:
  /// Makes an object that compares the collectives of a group of `callers` nodes. `context` is the context of the
  /// group's messages, or Context::collectives if all nodes of the machine make the collectives without a group.
  CallLedger(std::uint32_t callers, Context context) : caller_count_(callers), context_(context) {}

  struct EnteredCall {
    NodeId node{};
    std::uint32_t sequence = 0;  ///< number of this collective among the collectives of the node, from 0
    CollectiveCallToCompare collective_call = {};
    CallSite site;
  };
  /// Compares `entry` with the call of the first node that has entered the same collective. Throws UsageError that
  /// names both nodes and calls if the two differ. Each node enters each of its collectives once, in program order.
  void check_call_agrees_with_first_caller(EnteredCall entry);
  /// Throws the UsageError for two nodes that disagree on the arguments or the kind of one
  /// collective. `context` is that of the nodes' group, or Context::collectives.
  [[noreturn]] static void throw_error_for_differing_calls(const EnteredCall& entry, const EnteredCall& first,
                                                           Context context);

 private:
  struct OpenCollective {
    EnteredCall first_call;
    std::uint32_t entered_node_count = 0;
  };
  /// The collectives under way whose sequence numbers leave one remainder when divided by the number of slots, in
  /// ascending order of these numbers, which is also the order in which the collectives begin and end. The list has
  /// several entries only if some nodes are far ahead of others.
  struct CollectiveSlot {
    std::mutex mutex;
    std::vector<OpenCollective> open_collectives;
    std::size_t ended_collective_count = 0;  ///< number of collectives at the front of the list that have ended
  };
  static constexpr std::uint32_t kCallSlotCount = 8;

  static OpenCollective& find_or_add_open_collective(CollectiveSlot& slot, EnteredCall& entry);
  static void remove_ended_collectives(CollectiveSlot& slot);

  std::uint32_t caller_count_;
  Context context_;
  std::array<CollectiveSlot, kCallSlotCount> collective_slots_;
};

}  // namespace switchyard
