#include "runtime/node_call_ledger.hpp"

#include <thread>

#include "runtime/call_ledger.hpp"

namespace switchyard {
namespace {

std::uint64_t what_of(const NodeCallLedger::Call& call) noexcept {
  return (static_cast<std::uint64_t>(call.kind) << 32U) | index(call.root);
}

CallLedger::Entry entry_of(const NodeCallLedger::Call& call) {
  return {call.node, call.sequence, {.kind = call.kind, .root = index(call.root), .bytes = call.bytes}, call.site};
}

}  // namespace

/// False if another node is, or was, the first.
bool NodeCallLedger::claim(Slot& slot, std::uint64_t number) noexcept {
  std::uint64_t claimed = slot.claimed.load();
  while (claimed < number) {
    if (slot.claimed.compare_exchange_weak(claimed, number)) return true;
  }
  return false;
}

/// The fields are stored relaxed: `known`, stored after them by the caller, is what makes them visible.
void NodeCallLedger::fill(Slot& slot, const Call& call) noexcept {
  slot.what.store(what_of(call), std::memory_order_relaxed);
  slot.bytes.store(call.bytes, std::memory_order_relaxed);
  slot.node.store(call.node, std::memory_order_relaxed);
  slot.site.store(call.site, std::memory_order_relaxed);
}

void NodeCallLedger::enter(const Call& call) {
  const std::uint64_t number = std::uint64_t{call.sequence} + 1;
  Slot& slot = slots_[call.sequence % kSlots];
  if (slot.known.load() != number) {
    if (claim(slot, number)) {
      fill(slot, call);
      return slot.known.store(number);
    }
    while (slot.known.load() < number) std::this_thread::yield();  // the first node is about to make it known
  }
  if (slot.what.load() == what_of(call) && slot.bytes.load() == call.bytes) return;
  refuse(slot, call);
}

/// Does nothing if the slot is another collective's by now: then the values were, too.
void NodeCallLedger::refuse(const Slot& slot, const Call& call) {
  const std::uint64_t what = slot.what.load();
  const Call first{slot.node.load(),
                   call.sequence,
                   static_cast<Collective>(what >> 32U),
                   NodeId{static_cast<std::uint32_t>(what)},
                   slot.bytes.load(),
                   slot.site.load()};
  if (slot.claimed.load() != std::uint64_t{call.sequence} + 1) return;
  CallLedger::refuse_different(entry_of(call), entry_of(first), Context::collectives);
}

}  // namespace switchyard
