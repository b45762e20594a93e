/// \file node_collectives.cpp
/// Collectives of all nodes: by the machine itself, or by the steps that groups take (runtime/group/).

#include <bit>
#include <cstring>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/group/ledger.hpp"
#include "runtime/group/under_way.hpp"
#include "runtime/node.hpp"

namespace switchyard {
namespace {

MessageOptions part_with(Tag tag) {
  return {.tag = tag, .protocol = Protocol::library, .context = Context::collectives};
}

}  // namespace

/// Checks that all nodes agree, and gives the tag of this call's messages.
Tag Node::enter(Collective kind, NodeId root, std::uint64_t bytes, Site site) {
  refuse_in_handler(kind, site);
  if (index(root) >= node_count_) {
    throw UsageError(call_text(name_of(kind), site) + ": the root is outside the machine");
  }
  const std::uint32_t sequence = collectives_++;
  ledger_.of_nodes().enter({id_, sequence, kind, root, bytes, site});
  return collective_tag(kind, sequence);
}

void Node::exchange_parts(NodeId to, std::span<const std::byte> out, NodeId from, std::span<std::byte> in, Tag tag,
                          Site site) {
  const Handle receive = post_receive(from, in, {tag, Context::collectives}, site);
  wait(post_send(to, out, part_with(tag), site), site);
  wait(receive, site);
}

CollectiveAlgorithm Node::algorithm_of(const GroupCall& call) const {
  const Collective kind = own_kind(call.kind);
  return chosen_algorithm(
      {.machine = machine_, .machine_can = can_be_carried_out(kind) && session_.has_collective(kind)}, call);
}

void Node::by_messages(GroupCall call, Tag tag, Site site) {
  CollectiveSteps steps = steps_of(call, index(id_), machine_shape(machine_), algorithm_of(call));
  CollectiveUnderWay collective({.kind = call.kind, .context = Context::collectives, .tag = tag, .site = site},
                                std::move(steps), std::move(call.operation));
  carry_out(collective);
}

void Node::barrier(Site site) {
  const Tag tag = enter(Collective::barrier, NodeId{0}, 0, site);
  if (algorithm_of(GroupCall::barrier()) == CollectiveAlgorithm::machine) return meet({}, site);
  by_messages(GroupCall::barrier(), tag, site);
}

void Node::global_sync(Site site) {
  const GroupCall call{.kind = Collective::global_sync};
  const Tag tag = enter(call.kind, NodeId{0}, 0, site);
  if (algorithm_of(call) == CollectiveAlgorithm::machine) return meet({.kind = call.kind}, site);
  by_messages(call, tag, site);
}

void Node::barrier_later(Site site) { synchronise_later(GroupCall::barrier(), site); }

void Node::global_sync_later(Site site) { synchronise_later({.kind = Collective::global_sync}, site); }

void Node::synchronise_later(const GroupCall& call, Site site) {
  const Tag tag = enter(call.kind, NodeId{0}, 0, site);
  const CollectiveAlgorithm algorithm = algorithm_of(call);
  if (algorithm == CollectiveAlgorithm::machine) {
    return under_way_.empty() ? session_.barrier_later(id_, call.kind, site) : meet({.kind = call.kind}, site);
  }
  const CollectiveSteps steps = steps_of(call, index(id_), machine_shape(machine_), algorithm);
  std::vector<Handle> round;
  for (const CollectiveSteps::Step& step : steps.list()) {
    if (step.kind == CollectiveSteps::Step::Kind::receive) {
      round.push_back(post_receive(NodeId{step.rank}, {}, {tag, Context::collectives}, site));
    } else if (step.kind == CollectiveSteps::Step::Kind::send) {
      wait_later(post_send(NodeId{step.rank}, {}, part_with(tag), site), site);
    } else {
      wait_all_later(round, site);
      round.clear();
    }
  }
  wait_all_later(round, site);
}

void Node::broadcast(NodeId root, std::span<std::byte> data, Site site) {
  const Tag tag = enter(Collective::broadcast, root, data.size(), site);
  const GroupCall call = GroupCall::broadcast(index(root), data);
  if (algorithm_of(call) != CollectiveAlgorithm::machine) return by_messages(call, tag, site);
  meet({.kind = Collective::broadcast, .root = root, .data = data}, site);
}

void Node::all_gather(std::span<const std::byte> mine, std::span<std::byte> all, Site site) {
  const std::size_t block = mine.size();
  const Tag tag = enter(Collective::all_gather, NodeId{0}, block, site);
  if (all.size() != block * node_count_) {
    throw UsageError(call_text("all_gather", site) + ": the result must have node_count() blocks");
  }
  const std::uint32_t me = index(id_);
  if (block > 0) std::memcpy(all.data() + me * block, mine.data(), block);
  if (std::has_single_bit(node_count_)) {  // recursive doubling: blocks known so far are an aligned run
    for (std::uint32_t size = 1; size < node_count_; size *= 2) {
      const NodeId partner = id_ ^ size;
      const std::uint32_t my_run = me & ~(size - 1);
      const std::uint32_t their_run = index(partner) & ~(size - 1);
      exchange_parts(partner, all.subspan(my_run * block, size * block), partner,
                     all.subspan(their_run * block, size * block), tag, site);
    }
    return;
  }
  const NodeId next{(me + 1) % node_count_};
  const NodeId previous{(me + node_count_ - 1) % node_count_};
  for (std::uint32_t step = 0; step + 1 < node_count_; ++step) {  // ring
    const std::uint32_t out = (me + node_count_ - step) % node_count_;
    const std::uint32_t in = (out + node_count_ - 1) % node_count_;
    exchange_parts(next, all.subspan(out * block, block), previous, all.subspan(in * block, block), tag, site);
  }
}

void Node::combine(Collective kind, NodeId root, std::span<std::byte> value, Operation operation, Site site) {
  const Tag tag = enter(kind, root, value.size(), site);
  GroupCall call = kind == Collective::reduce ? GroupCall::reduce(index(root), value, value, std::move(operation))
                                              : GroupCall::combining(kind, value, value, std::move(operation));
  if (algorithm_of(call) != CollectiveAlgorithm::machine) return by_messages(std::move(call), tag, site);
  const Combine combine = [&](std::byte* into, const std::byte* left, const std::byte* right) {
    call.operation.combine(into, left, right, value.size() / call.operation.element_bytes);
  };
  meet({.kind = kind, .root = root, .data = value, .combine = &combine}, site);
}

}  // namespace switchyard
