/// \file node_collectives.cpp
/// Collectives built of messages: binomial trees, recursive doubling, dissemination. The textbook algorithms; see
/// R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH", 2005.

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/group/ledger.hpp"
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

void Node::send_part(NodeId to, std::span<const std::byte> data, Tag tag, Site site) {
  wait(post_send(to, data, part_with(tag), site), site);
}

void Node::receive_part(NodeId from, std::span<std::byte> data, Tag tag, Site site) {
  wait(post_receive(from, data, {tag, Context::collectives}, site), site);
}

void Node::exchange_parts(NodeId to, std::span<const std::byte> out, NodeId from, std::span<std::byte> in, Tag tag,
                          Site site) {
  const Handle receive = post_receive(from, in, {tag, Context::collectives}, site);
  send_part(to, out, tag, site);
  wait(receive, site);
}

/// The rounds of a dissemination barrier.
template <class Round>
void Node::disseminate(const Round& round) const {
  for (std::uint32_t distance = 1; distance < node_count_; distance *= 2) {
    round(NodeId{(index(id_) + distance) % node_count_}, NodeId{(index(id_) + node_count_ - distance) % node_count_});
  }
}

void Node::barrier(Site site) {
  const Tag tag = enter(Collective::barrier, NodeId{0}, 0, site);
  if (session_.has_collective(Collective::barrier)) return meet({}, site);
  disseminate([&](NodeId to, NodeId from) { exchange_parts(to, {}, from, {}, tag, site); });
}

void Node::barrier_later(Site site) {
  const Tag tag = enter(Collective::barrier, NodeId{0}, 0, site);
  if (session_.has_collective(Collective::barrier)) {
    return under_way_.empty() ? session_.barrier_later(id_, site) : meet({}, site);
  }
  disseminate([&](NodeId to, NodeId from) {
    const Handle receive = post_receive(from, {}, {tag, Context::collectives}, site);
    wait_later(post_send(to, {}, part_with(tag), site), site);
    wait_later(receive, site);
  });
}

void Node::broadcast(NodeId root, std::span<std::byte> data, Site site) {
  const Tag tag = enter(Collective::broadcast, root, data.size(), site);
  if (!session_.has_collective(Collective::broadcast)) return broadcast_from(root, data, tag, site);
  meet({.kind = Collective::broadcast, .root = root, .data = data}, site);
}

/// Binomial tree over the ranks relative to the root: in the step of distance k the first k ranks send to the next k.
void Node::broadcast_from(NodeId root, std::span<std::byte> data, Tag tag, Site site) {
  const std::uint32_t n = node_count_;
  const std::uint32_t rank = (index(id_) + n - index(root)) % n;
  const auto node_at = [&](std::uint32_t r) { return NodeId{(r + index(root)) % n}; };
  if (rank > 0) receive_part(node_at(rank - std::bit_floor(rank)), data, tag, site);
  for (std::uint32_t distance = rank == 0 ? 1 : std::bit_floor(rank) * 2; rank + distance < n; distance *= 2) {
    send_part(node_at(rank + distance), data, tag, site);
  }
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

void Node::combine(Collective kind, NodeId root, std::span<std::byte> value, const Combine& op, Site site) {
  const Tag tag = enter(kind, root, value.size(), site);
  if (session_.has_collective(kind)) {
    return meet({.kind = kind, .root = root, .data = value, .combine = &op}, site);
  }
  if (kind == Collective::scan) return scan_up(value, op, tag, site);
  if (kind == Collective::reduce) return reduce_to(root, value, op, tag, site);
  if (!std::has_single_bit(node_count_)) {
    reduce_to(NodeId{0}, value, op, tag, site);
    return broadcast_from(NodeId{0}, value, tag, site);
  }
  std::vector<std::byte> theirs(value.size());
  for (std::uint32_t distance = 1; distance < node_count_; distance *= 2) {
    const NodeId partner = id_ ^ distance;
    exchange_parts(partner, value, partner, theirs, tag, site);
    const bool lower = id_ < partner;
    op(value.data(), lower ? value.data() : theirs.data(), lower ? theirs.data() : value.data());
  }
}

/// Binomial tree to node 0, so that lower ids stay on the left whatever the root; then one message to the root.
void Node::reduce_to(NodeId root, std::span<std::byte> value, const Combine& op, Tag tag, Site site) {
  const std::uint32_t me = index(id_);
  std::vector<std::byte> theirs(value.size());
  for (std::uint32_t distance = 1; distance < node_count_; distance *= 2) {
    if ((me & distance) != 0) {
      send_part(NodeId{me - distance}, value, tag, site);
      break;
    }
    if (me + distance >= node_count_) continue;
    receive_part(NodeId{me + distance}, theirs, tag, site);
    op(value.data(), value.data(), theirs.data());
  }
  if (root == NodeId{0}) return;
  if (me == 0) send_part(root, value, tag, site);
  if (id_ == root) receive_part(NodeId{0}, value, tag, site);
}

/// Recursive doubling: after the step of distance k a node holds the combination of its last 2k nodes.
void Node::scan_up(std::span<std::byte> value, const Combine& op, Tag tag, Site site) {
  const std::uint32_t me = index(id_);
  std::vector<std::byte> theirs(value.size());
  for (std::uint32_t distance = 1; distance < node_count_; distance *= 2) {
    const bool sends = me + distance < node_count_;
    const bool receives = me >= distance;
    if (sends && receives) {
      exchange_parts(NodeId{me + distance}, value, NodeId{me - distance}, theirs, tag, site);
    } else if (sends) {
      send_part(NodeId{me + distance}, value, tag, site);
    } else if (receives) {
      receive_part(NodeId{me - distance}, theirs, tag, site);
    }
    if (receives) op(value.data(), theirs.data(), value.data());
  }
}

}  // namespace switchyard
