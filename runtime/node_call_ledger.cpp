#include "runtime/node_call_ledger.hpp"

#include <thread>

namespace switchyard {

/// Claims the slot. Returns false if another node has the slot, or had it, as the first one.
bool NodeCallLedger::claim(Slot& slot, std::uint64_t number) noexcept {
  std::uint64_t claimed = slot.claimed.load();
  while (claimed < number) {
    if (slot.claimed.compare_exchange_weak(claimed, number)) return true;
  }
  return false;
}

/// Fills the slot. The fields are stored relaxed: the caller stores `known` after them, which makes them visible.
void NodeCallLedger::fill(Slot& slot, const Call& call) noexcept {
  slot.what.store(call.agreed.what, std::memory_order_relaxed);
  slot.bytes.store(call.agreed.bytes, std::memory_order_relaxed);
  slot.operation.store(call.agreed.operation, std::memory_order_relaxed);
  slot.element_bytes.store(call.agreed.element_bytes, std::memory_order_relaxed);
  slot.name.store(call.agreed.name, std::memory_order_relaxed);
  slot.node.store(call.node, std::memory_order_relaxed);
  slot.site.store(call.site, std::memory_order_relaxed);
}

/// For the first node, and those that do not find their call there.
void NodeCallLedger::compare(const Call& call) {
  const std::uint64_t number = number_of(call.sequence);
  Slot& slot = slots_[call.sequence % kSlots];
  if (slot.known.load() != number) {
    if (claim(slot, number)) {
      fill(slot, call);
      return slot.known.store(number);
    }
    while (slot.known.load() < number)
      std::this_thread::yield();  // the first node is about to make its arguments known
  }
  if (!agrees(slot, call.agreed)) refuse(slot, call);
}

CallLedger::Entry NodeCallLedger::entry_of(const Call& call) {
  constexpr std::uint64_t kOrder = std::uint64_t{1} << 32U;
  return {.node = call.node,
          .sequence = call.sequence,
          .call = {.kind = static_cast<Collective>(call.agreed.what >> 40U),
                   .root = static_cast<std::uint32_t>(call.agreed.what),
                   .bytes = call.agreed.bytes,
                   .element_bytes = call.agreed.element_bytes,
                   .order = (call.agreed.what & kOrder) != 0 ? OperandOrder::free : OperandOrder::kept,
                   .operation = call.agreed.operation,
                   .operation_name = call.agreed.name},
          .site = call.site};
}

/// Refuses a call that differs. Does nothing if the slot belongs to another collective by now, because its values then
/// do as well.
void NodeCallLedger::refuse(const Slot& slot, const Call& call) {
  const Call first{
      slot.node.load(),
      call.sequence,
      slot.site.load(),
      {slot.what.load(), slot.bytes.load(), slot.element_bytes.load(), slot.operation.load(), slot.name.load()}};
  if (slot.claimed.load() != number_of(call.sequence)) return;
  CallLedger::refuse_different(entry_of(call), entry_of(first), Context::collectives);
}

}  // namespace switchyard
