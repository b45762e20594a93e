#pragma once
/// \file node_call_ledger.hpp
/// Checks that all nodes of a machine call the same collectives with the same arguments. It takes no lock, because on
/// some hosts a lock takes nearly as long as a whole barrier. call_ledger.hpp checks the collectives of groups.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/call_ledger.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/group/steps.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Compares the arguments of collectives that all nodes call. Any thread may use this object. The first node that comes
/// to collective number k claims a slot, writes the arguments of its call into the slot, and makes them visible. All
/// other nodes compare their arguments with those in the slot. A node that is kCallSlotCount or more calls behind the
/// first one is not compared.
class NodeCallLedger {
 public:
  /// Compares a collective that `node` calls with the collective that the first node has called at this place in the
  /// order of calls. `made` is the number of collectives that the node has called before, and is increased by one.
  /// Throws UsageError, naming both nodes and calls, if the two collectives differ. Collectives of groups are neither
  /// counted nor compared.
  void check_collective_agrees(NodeId node, std::uint32_t& made, const CollectiveCall& call, CallSite site) {
    if (call.context != Context::collectives) return;
    const std::uint32_t sequence = made++;
    const CollectiveArgumentsToCompare agreed = agreed_arguments_of(call);
    const CollectiveCallSlot& slot = call_slots_[sequence % kCallSlotCount];
    if (slot.stored_collective_number.load() == collective_number_of(sequence) && slot_agrees_with(slot, agreed))
        [[likely]]
      return;
    fill_slot_or_compare_call_with_it({node, sequence, site, agreed});
  }

 private:
  /// The arguments of a collective that must be the same on all nodes.
  struct CollectiveArgumentsToCompare {
    std::uint64_t packed_arguments = 0;  ///< kind, operand order and root, packed into one number
    std::uint64_t data_bytes = 0;
    std::uint32_t element_bytes = 1;
    std::uint64_t operation_id = 0;
    const OperationName* name = nullptr;
  };
  struct CallOfNode {
    NodeId node{};
    std::uint32_t sequence = 0;
    CallSite site;
    CollectiveArgumentsToCompare arguments_to_compare;
  };
  /// A slot holds the arguments of one collective. `claimed_collective_number` and `stored_collective_number` are
  /// numbers of collectives, counted from 1, and never decrease. A node raises `claimed_collective_number` to get the
  /// slot, fills the slot, and then raises `stored_collective_number` to the same number.
  struct alignas(kCacheLine) CollectiveCallSlot {
    std::atomic<std::uint64_t> claimed_collective_number{0};
    std::atomic<std::uint64_t> stored_collective_number{0};
    std::atomic<std::uint64_t> packed_arguments{0};  ///< kind, operand order and root of the collective
    std::atomic<std::uint64_t> data_bytes{0};
    std::atomic<std::uint64_t> operation_id{0};
    std::atomic<const OperationName*> name{nullptr};
    std::atomic<CallSite> first_call_site{};
    std::atomic<NodeId> first_calling_node{};
    std::atomic<std::uint32_t> element_bytes{1};
  };
  static constexpr std::size_t kCallSlotCount = 128;

  static CollectiveArgumentsToCompare agreed_arguments_of(const CollectiveCall& call) noexcept {
    CollectiveArgumentsToCompare agreed{
        .packed_arguments = (static_cast<std::uint64_t>(call.kind) << 40U) | index(call.root),
        .data_bytes = call.data.size()};
    if (call.operation == nullptr) return agreed;
    agreed.packed_arguments |= static_cast<std::uint64_t>(call.operation->operand_order) << 32U;
    agreed.element_bytes = static_cast<std::uint32_t>(call.operation->element_bytes);
    agreed.operation_id = call.operation->id;
    agreed.name = call.operation->name;
    return agreed;
  }
  static std::uint64_t collective_number_of(std::uint32_t sequence) noexcept { return std::uint64_t{sequence} + 1; }
  static bool slot_agrees_with(const CollectiveCallSlot& slot, const CollectiveArgumentsToCompare& agreed) noexcept {
    return slot.packed_arguments.load() == agreed.packed_arguments && slot.data_bytes.load() == agreed.data_bytes &&
           slot.operation_id.load() == agreed.operation_id && slot.element_bytes.load() == agreed.element_bytes;
  }
  void fill_slot_or_compare_call_with_it(const CallOfNode& call);
  static bool claim_slot(CollectiveCallSlot& slot, std::uint64_t number) noexcept;
  static void store_call_in_collective_slot(CollectiveCallSlot& slot, const CallOfNode& call) noexcept;
  static void refuse_differing_call(const CollectiveCallSlot& slot, const CallOfNode& call);
  static CallLedger::EnteredCall entered_call_of(const CallOfNode& call);

  std::array<CollectiveCallSlot, kCallSlotCount> call_slots_;
};

}  // namespace switchyard
