/// \file node_collectives.cpp
/// Collectives of all nodes. Either the machine itself carries them out, or they are built of messages, by the
/// algorithms that groups use (runtime/group/).

#include <bit>
#include <cstring>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/group/ledger.hpp"
#include "runtime/group/settings.hpp"
#include "runtime/group/under_way.hpp"
#include "runtime/node.hpp"

namespace switchyard {
namespace {

MessageOptions options_of_collective_message(Tag tag) {
  return {.tag = tag, .protocol = Protocol::library, .context = Context::collectives};
}

}  // namespace

/// Checks the call of a collective of all nodes, and returns the tag of the collective's messages.
inline Tag Node::check_call_and_take_collective_tag(Collective kind, NodeId root, Site site) {
  refuse_in_handler(kind, site);
  if (index(root) >= node_count_) {
    throw UsageError(call_text(name_of(kind), site) + ": the root is outside the machine");
  }
  return collective_tag(kind, collective_count_++);
}

void Node::send_and_receive_part(NodeId to, std::span<const std::byte> out, NodeId from, std::span<std::byte> in,
                                 Tag tag, Site site) {
  const Handle receive = post_receive(from, in, {tag, Context::collectives}, site);
  wait(post_send(to, out, options_of_collective_message(tag), site), site);
  wait(receive, site);
}

CollectiveAlgorithm Node::algorithm_for_group_call(const GroupCall& call) const {
  return chosen_algorithm({.machine = machine_,
                           .is_machine_collective_possible = has_machine_collective(machine_collective_for(call.kind)),
                           .preferred_algorithm = algorithm_setting_for(call.kind)},
                          call);
}

/// Returns the algorithm of a barrier or global_sync of all nodes. It is chosen once, because it depends on nothing
/// that changes during a run but the settings of collectives.
inline CollectiveAlgorithm Node::algorithm_for_synchronisation(Collective kind) {
  std::optional<CollectiveAlgorithm>& chosen =
      kind == Collective::barrier ? barrier_algorithm_ : global_sync_algorithm_;
  if (!chosen) [[unlikely]]
    chosen = algorithm_for_group_call({.kind = kind});
  return *chosen;
}

/// Returns whether the machine can carry out a collective of all nodes by itself.
bool Node::has_machine_collective(Collective kind) const {
  return is_possible_machine_collective(kind) && session_.has_collective(kind);
}

std::optional<CollectiveAlgorithm> Node::algorithm_setting_for(Collective kind) const noexcept {
  const auto which = settable_collective_of(kind);
  return collective_settings_ && which ? collective_settings_->algorithm_setting(*which).algorithm : std::nullopt;
}

/// Carries out a collective of all nodes by messages, with the given algorithm.
void Node::carry_out_collective_by_messages(GroupCall call, CollectiveAlgorithm algorithm, Tag tag, Site site) {
  // The const_cast is safe, because this span is only read.
  const std::span<std::byte> value(const_cast<std::byte*>(call.in.data()), call.in.size());
  const CollectiveCall agreed{
      .kind = call.kind, .root = NodeId{call.root}, .data = value, .operation = &call.operation};
  CollectiveSteps steps = steps_of(call, index(id_), machine_shape(machine_), algorithm);
  CollectiveUnderWay collective({.kind = call.kind, .context = Context::collectives, .tag = tag, .site = site},
                                std::move(steps), std::move(call.operation));
  announce_collective_by_messages(agreed, site);
  carry_out_collective(collective);
}

void Node::barrier(Site site) { run_barrier_or_global_sync(Collective::barrier, site); }

void Node::global_sync(Site site) { run_barrier_or_global_sync(Collective::global_sync, site); }

void Node::run_barrier_or_global_sync(Collective kind, Site site) {
  const Tag tag = check_call_and_take_collective_tag(kind, NodeId{0}, site);
  const CollectiveAlgorithm algorithm = algorithm_for_synchronisation(kind);
  if (algorithm == CollectiveAlgorithm::machine) return take_part_in_machine_collective({.kind = kind}, site);
  carry_out_collective_by_messages({.kind = kind}, algorithm, tag, site);
}

void Node::barrier_later(Site site) { order_later_calls_after_collective(Collective::barrier, site); }

void Node::global_sync_later(Site site) { order_later_calls_after_collective(Collective::global_sync, site); }

void Node::order_later_calls_after_collective(Collective kind, Site site) {
  const Tag tag = check_call_and_take_collective_tag(kind, NodeId{0}, site);
  const CollectiveAlgorithm algorithm = algorithm_for_synchronisation(kind);
  if (algorithm == CollectiveAlgorithm::machine) {
    return collectives_under_way_.empty() ? session_.order_later_calls_after_barrier(id_, kind, site)
                                          : take_part_in_machine_collective({.kind = kind}, site);
  }
  // These calls are static, because they must outlive this function.
  static const CollectiveCall barrier, global_sync{.kind = Collective::global_sync};
  announce_collective_by_messages(kind == Collective::barrier ? barrier : global_sync, site);
  const CollectiveSteps steps = steps_of({.kind = kind}, index(id_), machine_shape(machine_), algorithm);
  std::vector<Handle> round;
  for (const CollectiveSteps::CollectiveStep& step : steps.steps()) {
    if (step.kind == CollectiveSteps::CollectiveStep::Kind::receive) {
      round.push_back(post_receive(NodeId{step.rank}, {}, {tag, Context::collectives}, site));
    } else if (step.kind == CollectiveSteps::CollectiveStep::Kind::send) {
      wait_later(post_send(NodeId{step.rank}, {}, options_of_collective_message(tag), site), site);
    } else {
      wait_all_later(round, site);
      round.clear();
    }
  }
  wait_all_later(round, site);
}

void Node::broadcast(NodeId root, std::span<std::byte> data, Site site) {
  const Tag tag = check_call_and_take_collective_tag(Collective::broadcast, root, site);
  GroupCall call = GroupCall::broadcast(index(root), data);
  const CollectiveAlgorithm algorithm = algorithm_for_group_call(call);
  if (algorithm != CollectiveAlgorithm::machine)
    return carry_out_collective_by_messages(std::move(call), algorithm, tag, site);
  take_part_in_machine_collective({.kind = Collective::broadcast, .root = root, .data = data}, site);
}

void Node::all_gather(std::span<const std::byte> mine, std::span<std::byte> all, Site site) {
  const std::size_t block = mine.size();
  const Tag tag = check_call_and_take_collective_tag(Collective::all_gather, NodeId{0}, site);
  if (all.size() != block * node_count_) {
    throw UsageError(call_text("all_gather", site) + ": the result must have node_count() blocks");
  }
  const std::uint32_t me = index(id_);
  const CollectiveCall call{.kind = Collective::all_gather, .data = all.subspan(me * block, block)};
  announce_collective_by_messages(call, site);
  if (block > 0) std::memcpy(all.data() + me * block, mine.data(), block);
  // Recursive doubling: at any time, the blocks that a node has are those of 2^k consecutive nodes, the first of which
  // is a multiple of 2^k.
  if (std::has_single_bit(node_count_)) {
    for (std::uint32_t size = 1; size < node_count_; size *= 2) {
      const NodeId partner = id_ ^ size;
      const std::uint32_t my_run = me & ~(size - 1);
      const std::uint32_t their_run = index(partner) & ~(size - 1);
      send_and_receive_part(partner, all.subspan(my_run * block, size * block), partner,
                            all.subspan(their_run * block, size * block), tag, site);
    }
    return;
  }
  const NodeId next{(me + 1) % node_count_};
  const NodeId previous{(me + node_count_ - 1) % node_count_};
  // A ring: in each step, every node passes one block on to the next node.
  for (std::uint32_t step = 0; step + 1 < node_count_; ++step) {
    const std::uint32_t out = (me + node_count_ - step) % node_count_;
    const std::uint32_t in = (out + node_count_ - 1) % node_count_;
    send_and_receive_part(next, all.subspan(out * block, block), previous, all.subspan(in * block, block), tag, site);
  }
}

void Node::combine_over_all_nodes(Collective kind, NodeId root, std::span<std::byte> value, Operation operation,
                                  Site site) {
  const Tag tag = check_call_and_take_collective_tag(kind, root, site);
  GroupCall call{.kind = kind, .root = index(root), .in = value, .out = value, .operation = std::move(operation)};
  const CollectiveAlgorithm algorithm = algorithm_for_group_call(call);
  if (algorithm != CollectiveAlgorithm::machine)
    return carry_out_collective_by_messages(std::move(call), algorithm, tag, site);
  const CombineBytesFunction combine = [&](std::byte* into, const std::byte* left, const std::byte* right) {
    call.operation.combine_elements(into, left, right, value.size() / call.operation.element_bytes);
  };
  take_part_in_machine_collective(
      {.kind = kind, .root = root, .data = value, .operation = &call.operation, .combine_function = &combine}, site);
}

}  // namespace switchyard
