#include "algorithms/exchange/recursive_exchange.hpp"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/exchange/message_tags.hpp"

namespace switchyard {
namespace {

/// The blocks that a node holds during a recursive exchange, in numbered slots. At the start, slot j has the block for
/// node j; at the end, slot j has the block from node j. In each step, half of the blocks go over a distance d (a power
/// of two) to the node whose number differs in bit d, and come into the slots whose numbers differ in bit d. After the
/// step, for every block, bit d of the node's number agrees with the block's destination, and bit d of the slot's
/// number agrees with the block's source.
class BlocksOfRecursiveExchange {
 public:
  BlocksOfRecursiveExchange(Node& self, const NodeTraffic& traffic)
      : own_node_(self),
        block_bytes_(traffic.sends().front().data.size()),
        block_count_per_message_(self.node_count() / 2),
        memory_(std::make_unique<std::byte[]>((std::size_t{self.node_count()} + 2 * block_count_per_message_) *
                                              block_bytes_)),
        message_memory_(memory_.get(), block_count_per_message_ * block_bytes_) {
    std::byte* at = memory_.get() + message_memory_.size();
    for (std::size_t block = 0; block < block_count_per_message_; ++block, at += block_bytes_)
      spare_blocks_.push_back(at);
    for (std::uint32_t slot = 0; slot < self.node_count(); ++slot, at += block_bytes_) slots_.push_back(at);
    for (const Outgoing& block : traffic.sends()) copy_block(slots_[index(block.destination)], block.data.data());
  }

  /// Returns the memory of the message that the node sends or receives in the current step. The message consists of
  /// packed blocks.
  std::span<std::byte> message() const noexcept { return message_memory_; }

  /// Packs the blocks for the partner of a step into the message. The partner is the node whose number differs in the
  /// bit `distance`.
  void pack_message(std::uint32_t distance) {
    copy_and_spend_time([&] {
      for_each_slot_to_send(distance, [&](std::size_t k, std::byte*& slot) {
        copy_block(message_memory_.data() + k * block_bytes_, slot);
      });
    });
  }
  /// Unpacks the partner's blocks from the message into spare memory, where they stay until
  /// put_received_blocks() puts them into slots.
  void unpack_message() {
    copy_and_spend_time([&] {
      for (std::size_t k = 0; k < block_count_per_message_; ++k)
        copy_block(spare_blocks_[k], message_memory_.data() + k * block_bytes_);
    });
  }
  /// Puts the blocks that came from the partner into the slots of the blocks that went to the partner.
  void put_received_blocks(std::uint32_t distance) {
    for_each_slot_to_send(distance, [&](std::size_t k, std::byte*& slot) { std::swap(slot, spare_blocks_[k]); });
  }

  void deliver_blocks(const NodeTraffic& traffic) const {
    for (const Incoming& block : traffic.receives()) copy_block(block.data.data(), slots_[index(block.source)]);
  }

 private:
  void copy_block(std::byte* to, const std::byte* from) const {
    if (block_bytes_ > 0) std::memcpy(to, from, block_bytes_);
  }
  template <class Work>
  void copy_and_spend_time(Work work) {
    own_node_.compute(own_node_.rates().copy * message_memory_.size(), work);
  }
  /// Calls visit(k, slot) for the n/2 slots that hold a block to be sent over `distance`, in ascending order, with k =
  /// 0, 1, ... At the partner node, the k-th such slot has the same number except for the bit `distance`.
  template <class Visit>
  void for_each_slot_to_send(std::uint32_t distance, Visit visit) {
    std::size_t k = 0;
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
      if (((slot ^ index(own_node_.id())) & distance) != 0) visit(k++, slots_[slot]);
    }
  }

  Node& own_node_;
  std::size_t block_bytes_;
  std::size_t block_count_per_message_;
  std::unique_ptr<std::byte[]> memory_;
  std::span<std::byte> message_memory_;
  std::vector<std::byte*> spare_blocks_;
  std::vector<std::byte*> slots_;
};

}  // namespace

void run_recursive_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol) {
  if (self.node_count() == 1) return;
  BlocksOfRecursiveExchange blocks(self, traffic);
  for (std::uint32_t distance = self.node_count() / 2; distance > 0; distance /= 2) {
    const NodeId partner = self.id() ^ distance;
    if (self.id() < partner) {
      blocks.pack_message(distance);
      self.send(partner, blocks.message(), {kDataTag, protocol});
      self.receive(partner, blocks.message(), kDataTag);
      blocks.unpack_message();
    } else {
      self.receive(partner, blocks.message(), kDataTag);
      blocks.unpack_message();
      blocks.pack_message(distance);
      self.send(partner, blocks.message(), {kDataTag, protocol});
    }
    blocks.put_received_blocks(distance);
  }
  blocks.deliver_blocks(traffic);
}

}  // namespace switchyard
