#include "algorithms/exchange/multiphase.hpp"

#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "algorithms/exchange/message_tags.hpp"
#include "algorithms/matrix/generators.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

/// After which phases a multiphase exchange shuffles its blocks. Standard exchange shuffles after each phase, even on a
/// cube of one dimension, where the shuffle moves no block (Bokhari, sec. 6.5).
enum class ShufflePolicy : std::uint8_t { shuffle_only_if_blocks_move, shuffle_after_each_phase };

std::uint32_t cube_dimension_of(std::uint32_t nodes) { return static_cast<std::uint32_t>(std::countr_zero(nodes)); }

/// One phase of a multiphase exchange: a complete exchange inside each sub-cube. The sub-cubes span
/// `spanned_dimension_count` dimensions of the hypercube, beginning with dimension `lowest_dimension`.
struct SubcubePhase {
  std::uint32_t lowest_dimension;
  std::uint32_t spanned_dimension_count;

  /// Returns the number of equal parts into which a node divides its blocks in this phase: one part for each node of
  /// the sub-cube.
  std::uint32_t part_count() const noexcept { return 1U << spanned_dimension_count; }
  /// Returns the number of the part that a node keeps in this phase, among the equal parts of its blocks. This number
  /// equals the node's number in its sub-cube.
  std::uint32_t own_part_number(const Node& self) const noexcept {
    return index(self.id()) >> lowest_dimension & (part_count() - 1);
  }
  /// Returns the partner of a node in step k of a phase. The partner is in the same sub-cube, and its number within the
  /// sub-cube is the node's own number xor k.
  NodeId partner_in_step(const Node& self, std::uint32_t k) const noexcept { return self.id() ^ k << lowest_dimension; }
};

std::vector<SubcubePhase> phases_of_partition(std::uint32_t dimension, std::span<const std::uint32_t> parts) {
  std::vector<SubcubePhase> phases;
  for (const std::uint32_t bits : parts) phases.push_back({dimension -= bits, bits});
  return phases;
}

/// The blocks that a node holds during a multiphase exchange, one after another in memory. At the start, the block at
/// position j is for node j; at the end, it is from node j. The highest bits of a block's position say to which node of
/// the sub-cube the block must go. A phase replaces these bits by the number of the node from which the block comes,
/// and the shuffle after the phase rotates the next bits to the top. Each phase has its own receive memory, because a
/// partner may already send blocks of a later phase.
class MultiphaseBlocks {
 public:
  MultiphaseBlocks(Node& self, const NodeTraffic& traffic, std::size_t phases)
      : own_node_(self),
        block_bytes_(traffic.sends().front().data.size()),
        bytes_of_all_blocks_(self.node_count() * block_bytes_),
        memory_(std::make_unique_for_overwrite<std::byte[]>((2 + phases) * bytes_of_all_blocks_)),
        held_memory_(memory_.get()),
        spare_memory_(memory_.get() + bytes_of_all_blocks_) {
    for (const Outgoing& block : traffic.sends())
      copy_bytes(held_memory_ + index(block.destination) * block_bytes_, block.data.data(), block_bytes_);
  }

  /// Returns the bytes of part number `part` when the blocks that the node holds are divided into `parts` equal parts.
  std::span<const std::byte> part_of_blocks_held_by_node(std::size_t part, std::size_t parts) const noexcept {
    return {held_memory_ + part * (bytes_of_all_blocks_ / parts), bytes_of_all_blocks_ / parts};
  }
  /// Returns the memory for receiving part number `part` from a partner in phase number `phase`, when the blocks are
  /// divided into `parts` equal parts.
  std::span<std::byte> receive_memory_for_part(std::size_t phase, std::size_t part, std::size_t parts) const noexcept {
    return {receive_memory_of_phase(phase) + part * (bytes_of_all_blocks_ / parts), bytes_of_all_blocks_ / parts};
  }

  /// Shuffles the blocks after a phase, in which all parts but the node's own part, number `own`, have arrived from
  /// partners. The shuffle rotates the bits of each block's position to the left by `bits`, which moves block b of part
  /// p to position b * parts + p. The processor is charged for copying all blocks.
  void shuffle_blocks(std::size_t phase, std::size_t own, std::uint32_t bits) {
    const std::size_t parts = std::size_t{1} << bits;
    const std::size_t blocks = own_node_.node_count() / parts;
    own_node_.compute(own_node_.rates().copy_startup_time + own_node_.rates().copy * bytes_of_all_blocks_, [&] {
      for (std::size_t p = 0; p < parts; ++p) {
        const std::byte* from = (p == own ? held_memory_ : receive_memory_of_phase(phase)) + p * blocks * block_bytes_;
        for (std::size_t b = 0; b < blocks; ++b)
          copy_bytes(spare_memory_ + (b * parts + p) * block_bytes_, from + b * block_bytes_, block_bytes_);
      }
    });
    std::swap(held_memory_, spare_memory_);
  }

  /// Ends a phase without a shuffle: the blocks that have arrived become the blocks that the node holds. Needs: each
  /// part of the phase consists of one block, so all blocks have arrived in their final places. The node's own block is
  /// missing among the arrived blocks, but a node has no message to itself.
  void replace_held_blocks_by_arrived_blocks(std::size_t phase) noexcept {
    held_memory_ = receive_memory_of_phase(phase);
  }

  void deliver_blocks(const NodeTraffic& traffic) const {
    for (const Incoming& block : traffic.receives())
      copy_bytes(block.data.data(), held_memory_ + index(block.source) * block_bytes_, block_bytes_);
  }

 private:
  std::byte* receive_memory_of_phase(std::size_t phase) const noexcept {
    return memory_.get() + (2 + phase) * bytes_of_all_blocks_;
  }

  static void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }

  Node& own_node_;
  std::size_t block_bytes_;
  std::size_t bytes_of_all_blocks_;
  std::unique_ptr<std::byte[]> memory_;
  std::byte* held_memory_;
  std::byte* spare_memory_;
};

/// The receives that a node has posted for all phases of a multiphase exchange, in the order in which the node waits
/// for them.
struct PostedReceivesOfPhases {
  /// receives of the signals by which a partner tells that it has reached a step; used for FORCED messages only
  std::vector<Handle> ready_signal_receives;
  std::vector<Handle> data_receives;
};

PostedReceivesOfPhases post_receives_of_all_phases(Node& self, const MultiphaseBlocks& blocks,
                                                   std::span<const SubcubePhase> phases, Protocol protocol) {
  PostedReceivesOfPhases posted;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const SubcubePhase& phase = phases[i];
    for (std::uint32_t k = 1; k < phase.part_count(); ++k) {
      const NodeId partner = phase.partner_in_step(self, k);
      if (self.needs_posted_receive(protocol))
        posted.ready_signal_receives.push_back(self.post_receive(partner, {}, kReadyTag));
      posted.data_receives.push_back(self.post_receive(
          partner, blocks.receive_memory_for_part(i, phase.own_part_number(self) ^ k, phase.part_count()), kDataTag));
    }
  }
  return posted;
}

void exchange_in_phases(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts, Protocol protocol,
                        ShufflePolicy shuffles) {
  if (self.node_count() == 1) return;
  const std::uint32_t dimension = cube_dimension_of(self.node_count());
  const std::vector<SubcubePhase> phases = phases_of_partition(dimension, parts);
  MultiphaseBlocks blocks(self, traffic, phases.size());
  PostedReceivesOfPhases posted = post_receives_of_all_phases(self, blocks, phases, protocol);
  if (self.needs_posted_receive(protocol)) self.global_sync();
  std::size_t next = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const SubcubePhase& phase = phases[i];
    const std::uint32_t own = phase.own_part_number(self);
    for (std::uint32_t k = 1; k < phase.part_count(); ++k, ++next) {
      const NodeId partner = phase.partner_in_step(self, k);
      if (self.needs_posted_receive(protocol)) {
        self.signal(partner, kReadyTag);
        self.wait_later(posted.ready_signal_receives[next]);
      }
      self.send(partner, blocks.part_of_blocks_held_by_node(own ^ k, phase.part_count()), {kDataTag, protocol});
      self.wait(posted.data_receives[next]);
    }
    if (phase.spanned_dimension_count == dimension && shuffles == ShufflePolicy::shuffle_only_if_blocks_move) {
      blocks.replace_held_blocks_by_arrived_blocks(i);
    } else {
      blocks.shuffle_blocks(i, own, phase.spanned_dimension_count);
    }
  }
  blocks.deliver_blocks(traffic);
}

}  // namespace

void run_multiphase_exchange(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts,
                             Protocol protocol) {
  exchange_in_phases(self, traffic, parts, protocol, ShufflePolicy::shuffle_only_if_blocks_move);
}

void run_standard_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol) {
  const DimensionPartition ones(cube_dimension_of(self.node_count()), 1);
  exchange_in_phases(self, traffic, ones, protocol, ShufflePolicy::shuffle_after_each_phase);
}

Schedule multiphase_step_schedule(std::uint32_t nodes, std::uint64_t bytes, std::span<const std::uint32_t> parts) {
  Schedule schedule(nodes);
  for (const SubcubePhase& phase : phases_of_partition(cube_dimension_of(nodes), parts)) {
    for (std::uint32_t k = 1; k < phase.part_count(); ++k) {
      for (std::uint32_t i = 0; i < nodes; ++i) {
        schedule.add(
            {NodeId{i}, NodeId{i ^ k << phase.lowest_dimension}, bytes * (nodes >> phase.spanned_dimension_count)});
      }
      schedule.close_phase();
    }
  }
  return schedule;
}

std::vector<DimensionPartition> balanced_dimension_partitions(std::uint32_t dimension) {
  std::vector<DimensionPartition> result;
  for (std::uint32_t phases = 1; phases <= dimension; ++phases) {
    DimensionPartition parts(phases, dimension / phases);
    for (std::uint32_t i = 0; i < dimension % phases; ++i) ++parts[i];
    result.push_back(std::move(parts));
  }
  return result;
}

DimensionPartition best_dimension_partition(const Machine& machine, std::uint64_t bytes, Protocol protocol) {
  const Workload workload(complete(machine.node_count(), bytes));
  DimensionPartition best;
  Duration least = Duration::max();
  for (const DimensionPartition& parts : balanced_dimension_partitions(cube_dimension_of(machine.node_count()))) {
    const auto program = [&](Node& self) {
      run_multiphase_exchange(self, workload.traffic(self.id()), parts, protocol);
    };
    const Duration time = run(machine, program, {.executor = kQuickExecutor}).makespan;
    if (time >= least) continue;
    least = time;
    best = parts;
  }
  return best;
}

}  // namespace switchyard
