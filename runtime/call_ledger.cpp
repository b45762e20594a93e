#include "runtime/call_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "runtime/call_text.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

/// Returns what another node's call did, such as "node 2 gave 8 B (ring.cpp:7)", where `what` is "gave 8 B".
std::string text_of_call_of_other_node(const CallLedger::EnteredCall& other, const std::string& what) {
  return fmt::format("node {} {} ({})", index(other.node), what, call_site_text(other.site));
}

bool have_same_kind_and_root(const CollectiveCallToCompare& a, const CollectiveCallToCompare& b) {
  return a.kind == b.kind && a.posted == b.posted && a.has_varying_block_sizes == b.has_varying_block_sizes &&
         a.skips_empty_blocks == b.skips_empty_blocks && a.root == b.root;
}

bool calls_agree(const CollectiveCallToCompare& a, const CollectiveCallToCompare& b) {
  return have_same_kind_and_root(a, b) && a.bytes == b.bytes && a.element_bytes == b.element_bytes &&
         a.operand_order == b.operand_order && a.operation == b.operation && a.counts == b.counts;
}

/// Returns the name of the interface function that synchronises all members of a group. Functions that may meet in one
/// call get one name: where a library writes a file together, members with data call MPI_File_write_at_all and members
/// without data MPI_File_write_all.
std::string barrier_function(const CallLedger::EnteredCall& entry) {
  constexpr std::string_view kAtOffset = "_at_all";
  std::string name(entry.site.called_function_name_or_default(""));
  if (const std::size_t found = name.find(kAtOffset); name.starts_with("MPI_File_") && found != std::string::npos)
    name.replace(found, kAtOffset.size(), "_all");
  return name;
}

/// Returns whether two calls are barriers (collectives that synchronise all members of a group) which come from
/// different functions of an interface, such as MPI_Win_fence and MPI_Win_free.
bool are_barriers_of_different_functions(const CallLedger::EnteredCall& a, const CallLedger::EnteredCall& b) {
  if (a.collective_call.kind != Collective::barrier || b.collective_call.kind != Collective::barrier) return false;
  return a.site.called_function_name_or_default("") != b.site.called_function_name_or_default("") &&
         barrier_function(a) != barrier_function(b);
}

/// Returns the class of the defect that two nodes have called different collectives: parameter_matching if both called
/// the same function, with another root for example, and otherwise call_ordering.
DefectClass defect_class_of(const CollectiveCallToCompare& a, const CollectiveCallToCompare& b) {
  const bool differ_in_root =
      a.kind == b.kind && a.posted == b.posted && a.has_varying_block_sizes == b.has_varying_block_sizes;
  return differ_in_root ? DefectClass::parameter_matching : DefectClass::call_ordering;
}

/// Returns the name of an operation's type as it stands in source code: "std::plus<>" for what g++ calls
/// "std::plus<void>".
std::string operation_name_in_source(std::string_view function) {
  constexpr std::string_view kDefault = "<void>";
  if (!function.ends_with(kDefault)) return std::string(function);
  return std::string(function.substr(0, function.size() - kDefault.size())) + "<>";
}

/// Returns a text that names the operation of `call`: by its name, or by its number if it has no name, or if `other`
/// has a different operation of the same name. If only one of two operations without names commutes, says just that.
std::string operation_text(const CollectiveCallToCompare& call, const CollectiveCallToCompare& other) {
  if (call.operation_name == nullptr && call.operation == other.operation)
    return call.operand_order == OperandOrder::free ? "an operation that commutes"
                                                    : "an operation that does not commute";
  const OperationName* name = call.operation_name;
  const bool is_same = other.operation_name != nullptr && name != nullptr && *other.operation_name == *name;
  const bool is_named = name != nullptr && (!is_same || call.operation == other.operation);
  const std::string which = is_named
                                ? fmt::format("{} on {}", operation_name_in_source(name->function), name->element_type)
                                : fmt::format("{}", call.operation);
  return fmt::format("operation {}{}", which, call.operand_order == OperandOrder::free ? ", which commutes" : "");
}

/// The first difference between two nodes' calls of one collective, as texts: the value that each call gives, and the
/// name of the argument that should be equal.
struct ArgumentDifference {
  std::string value_in_compared_call, value_in_first_call;
  const char* argument_name;
};

ArgumentDifference find_argument_difference(const CollectiveCallToCompare& mine,
                                            const CollectiveCallToCompare& theirs) {
  const auto bytes = [](std::uint64_t count) { return fmt::format("{} B", count); };
  if (mine.bytes != theirs.bytes) return {bytes(mine.bytes), bytes(theirs.bytes), "size"};
  if (mine.element_bytes != theirs.element_bytes) {
    const auto text = [](const CollectiveCallToCompare& call) {
      return fmt::format("elements of {} B", call.element_bytes);
    };
    return {text(mine), text(theirs), "elements"};
  }
  for (std::size_t i = 0; i < std::min(mine.counts.size(), theirs.counts.size()); ++i) {
    if (mine.counts[i] == theirs.counts[i]) continue;
    return {fmt::format("{} B for block {}", mine.counts[i], i), bytes(theirs.counts[i]), "sizes"};
  }
  return {operation_text(mine, theirs), operation_text(theirs, mine), "operation"};
}

}  // namespace

std::string call_name(const CollectiveCallToCompare& call) {
  return fmt::format("{}{}{}{}{}", call.posted ? "post_" : "", name_of(call.kind),
                     call.has_varying_block_sizes ? " of varying sizes" : "",
                     call.skips_empty_blocks ? " among neighbours" : "",
                     has_root(call.kind) ? fmt::format(" with root {}", call.root) : "");
}

CallLedger::OpenCollective& CallLedger::find_or_add_open_collective(CollectiveSlot& slot, EnteredCall& entry) {
  if (slot.ended_collective_count < slot.open_collectives.size()) {
    const std::size_t behind =
        (entry.sequence - slot.open_collectives[slot.ended_collective_count].first_call.sequence) / kCallSlotCount;
    if (slot.ended_collective_count + behind < slot.open_collectives.size())
      return slot.open_collectives[slot.ended_collective_count + behind];
  }
  return slot.open_collectives.emplace_back(OpenCollective{.first_call = std::move(entry)});
}

/// Removes the ended collectives from the front of the list of open collectives, but only when they are at least half
/// of the list, so that each remaining entry is moved about once.
void CallLedger::remove_ended_collectives(CollectiveSlot& slot) {
  if (slot.ended_collective_count * 2 < slot.open_collectives.size()) return;
  slot.open_collectives.erase(slot.open_collectives.begin(),
                              slot.open_collectives.begin() + static_cast<std::ptrdiff_t>(slot.ended_collective_count));
  slot.ended_collective_count = 0;
}

void CallLedger::check_call_agrees_with_first_caller(EnteredCall entry) {
  CollectiveSlot& slot = collective_slots_[entry.sequence % kCallSlotCount];
  const std::lock_guard lock(slot.mutex);
  OpenCollective& open = find_or_add_open_collective(slot, entry);
  if (open.entered_node_count > 0 && !calls_agree(entry.collective_call, open.first_call.collective_call))
    throw_error_for_differing_calls(entry, open.first_call, context_);
  const bool is_of_group = context_ != Context::collectives;
  if (open.entered_node_count > 0 && is_of_group && are_barriers_of_different_functions(entry, open.first_call))
    throw_error_for_differing_calls(entry, open.first_call, context_);
  if (++open.entered_node_count < caller_count_) return;
  ++slot.ended_collective_count;
  remove_ended_collectives(slot);
}

void CallLedger::throw_error_for_differing_calls(const EnteredCall& entry, const EnteredCall& first, Context context) {
  const bool of_group = context != Context::collectives;
  const std::string call = of_group ? fmt::format("{} of {}", call_name(entry.collective_call), group_text(context))
                                    : call_name(entry.collective_call);
  const std::string where = call_text(call, entry.site);
  const char* all = of_group ? "members" : "nodes";
  const std::vector<CallInvolvedInDefect> calls{
      make_defect_call(entry.node, entry.site, call_name(entry.collective_call)),
      make_defect_call(first.node, first.site, call_name(first.collective_call))};
  const bool are_other_barriers = are_barriers_of_different_functions(entry, first);
  if (!have_same_kind_and_root(entry.collective_call, first.collective_call) || are_other_barriers) {
    const std::string_view function = first.site.called_function_name_or_default("");
    const bool tells_function = !function.empty() && function != entry.site.called_function_name_or_default("");
    const std::string made = fmt::format("made {}", tells_function ? function : call_name(first.collective_call));
    const UsageError different(fmt::format(
        "{} is the {}'s collective number {}, where {}: all {} must make the same collectives in the same order", where,
        of_group ? "group" : "node", entry.sequence + 1, text_of_call_of_other_node(first, made), all));
    const DefectClass defect =
        are_other_barriers ? DefectClass::call_ordering : defect_class_of(entry.collective_call, first.collective_call);
    throw error_with_involved_calls(error_with_defect_class(different, defect), calls);
  }
  const ArgumentDifference found = find_argument_difference(entry.collective_call, first.collective_call);
  const UsageError unlike(
      fmt::format("{}: {}, but {}: all {} must give the same {}", where, found.value_in_compared_call,
                  text_of_call_of_other_node(first, "gave " + found.value_in_first_call), all, found.argument_name));
  // Calls of one broadcast may have different names, as in CMMD, where the root calls CMMD_bc_to_nodes and all others
  // CMMD_receive_bc_from_node.
  const bool is_same_call =
      calls.front().name == calls.back().name || entry.collective_call.kind == Collective::broadcast;
  throw error_with_involved_calls(
      error_with_defect_class(unlike, is_same_call ? DefectClass::parameter_matching : DefectClass::call_ordering),
      calls);
}

}  // namespace switchyard
