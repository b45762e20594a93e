#include "runtime/node_call_ledger.hpp"

#include <thread>

namespace switchyard {

/// Claims the slot of collective number `number` for the calling node, which then fills the slot with the call's
/// arguments. Returns false if another node has claimed the slot before, for this collective or for a later one.
bool NodeCallLedger::claim_slot(CollectiveCallSlot& slot, std::uint64_t number) noexcept {
  std::uint64_t claimed = slot.claimed_collective_number.load();
  while (claimed < number) {
    if (slot.claimed_collective_number.compare_exchange_weak(claimed, number)) return true;
  }
  return false;
}

/// Stores the arguments of a collective in the slot. The fields are stored relaxed: the caller stores
/// `stored_collective_number` afterwards, which makes the arguments visible to other nodes.
void NodeCallLedger::store_call_in_collective_slot(CollectiveCallSlot& slot, const CallOfNode& call) noexcept {
  slot.packed_arguments.store(call.arguments_to_compare.packed_arguments, std::memory_order_relaxed);
  slot.data_bytes.store(call.arguments_to_compare.data_bytes, std::memory_order_relaxed);
  slot.operation_id.store(call.arguments_to_compare.operation_id, std::memory_order_relaxed);
  slot.element_bytes.store(call.arguments_to_compare.element_bytes, std::memory_order_relaxed);
  slot.name.store(call.arguments_to_compare.name, std::memory_order_relaxed);
  slot.first_calling_node.store(call.node, std::memory_order_relaxed);
  slot.first_call_site.store(call.site, std::memory_order_relaxed);
}

/// Stores the arguments of a collective in its slot if this node is the first one to call the collective. Otherwise
/// waits until the slot has the first node's arguments, and compares them. A node calls this if it has not found the
/// arguments of its own call in the slot.
void NodeCallLedger::fill_slot_or_compare_call_with_it(const CallOfNode& call) {
  const std::uint64_t number = collective_number_of(call.sequence);
  CollectiveCallSlot& slot = call_slots_[call.sequence % kCallSlotCount];
  if (slot.stored_collective_number.load() != number) {
    if (claim_slot(slot, number)) {
      store_call_in_collective_slot(slot, call);
      return slot.stored_collective_number.store(number);
    }
    // Yields the core while it waits: the node that has claimed the slot is about to fill it.
    while (slot.stored_collective_number.load() < number) std::this_thread::yield();
  }
  if (!slot_agrees_with(slot, call.arguments_to_compare)) refuse_differing_call(slot, call);
}

CallLedger::EnteredCall NodeCallLedger::entered_call_of(const CallOfNode& call) {
  constexpr std::uint64_t kOrder = std::uint64_t{1} << 32U;
  return {.node = call.node,
          .sequence = call.sequence,
          .collective_call = {.kind = static_cast<Collective>(call.arguments_to_compare.packed_arguments >> 40U),
                              .root = static_cast<std::uint32_t>(call.arguments_to_compare.packed_arguments),
                              .bytes = call.arguments_to_compare.data_bytes,
                              .element_bytes = call.arguments_to_compare.element_bytes,
                              .operand_order = (call.arguments_to_compare.packed_arguments & kOrder) != 0
                                                   ? OperandOrder::free
                                                   : OperandOrder::kept,
                              .operation = call.arguments_to_compare.operation_id,
                              .operation_name = call.arguments_to_compare.name},
          .site = call.site};
}

/// Throws the error for a call of a collective that differs from the call of the first node. Does nothing if the slot
/// has meanwhile been claimed for another collective, because the compared arguments may belong to that one.
void NodeCallLedger::refuse_differing_call(const CollectiveCallSlot& slot, const CallOfNode& call) {
  const CallOfNode first{slot.first_calling_node.load(),
                         call.sequence,
                         slot.first_call_site.load(),
                         {slot.packed_arguments.load(), slot.data_bytes.load(), slot.element_bytes.load(),
                          slot.operation_id.load(), slot.name.load()}};
  if (slot.claimed_collective_number.load() != collective_number_of(call.sequence)) return;
  CallLedger::throw_error_for_differing_calls(entered_call_of(call), entered_call_of(first), Context::collectives);
}

}  // namespace switchyard
