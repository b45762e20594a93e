#include "algorithms/exchange/multiphase.hpp"

#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "algorithms/matrix/generators.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

constexpr Tag kData{1};
constexpr Tag kReady{2};

/// Standard exchange also shuffles where no block moves, on a cube of one dimension [B, sec. 6.5].
enum class Shuffles : std::uint8_t { where_blocks_move, after_each_phase };

/// The blocks that a node holds, one after another. At first block j is for node j, in the end it is from node j: a
/// phase turns the highest bits of a block's place, which say where it has to go, into where it comes from, and the
/// shuffle after it brings the next bits to the top.
class Blocks {
 public:
  Blocks(Node& self, const NodeTraffic& traffic)
      : self_(self),
        size_(traffic.sends().front().data.size()),
        bytes_(self.node_count() * size_),
        memory_(std::make_unique<std::byte[]>(2 * bytes_)),
        held_(memory_.get()),
        other_(memory_.get() + bytes_) {
    for (const Outgoing& block : traffic.sends())
      copy(held_ + index(block.destination) * size_, block.data.data(), size_);
  }

  /// `part` of the `parts` that the blocks are divided into.
  std::span<std::byte> held(std::size_t part, std::size_t parts) const noexcept {
    return {held_ + part * (bytes_ / parts), bytes_ / parts};
  }
  /// Where the partner's part goes.
  std::span<std::byte> arriving(std::size_t part, std::size_t parts) const noexcept {
    return {other_ + part * (bytes_ / parts), bytes_ / parts};
  }

  /// After a phase: all parts but `own` have arrived. Rotates the bits of each block's place to the left by `bits`,
  /// which moves block b of part p to place b * parts + p. The machine's processor is charged for all blocks.
  void shuffle(std::size_t own, std::uint32_t bits) {
    const std::size_t parts = std::size_t{1} << bits;
    const std::size_t blocks = self_.node_count() / parts;
    self_.compute(self_.rates().copy_start + self_.rates().copy * bytes_, [&] {
      copy(arriving(own, parts).data(), held(own, parts).data(), bytes_ / parts);
      for (std::size_t p = 0; p < parts; ++p) {
        for (std::size_t b = 0; b < blocks; ++b) {
          copy(held_ + (b * parts + p) * size_, other_ + (p * blocks + b) * size_, size_);
        }
      }
    });
  }

  /// In place of the shuffle, after a phase in which each part is one block: all are where they belong. The node's own
  /// block is left behind; nobody asks for it.
  void take_arrived() noexcept { std::swap(held_, other_); }

  void deliver(const NodeTraffic& traffic) const {
    for (const Incoming& block : traffic.receives())
      copy(block.data.data(), held_ + index(block.source) * size_, size_);
  }

 private:
  static void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }

  Node& self_;
  std::size_t size_;
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> memory_;
  std::byte* held_;
  std::byte* other_;
};

std::uint32_t dimension_of(std::uint32_t nodes) { return static_cast<std::uint32_t>(std::countr_zero(nodes)); }

/// Which of the parts of its blocks a node keeps in a phase: its own number in the sub-cube.
std::uint32_t own_part(const Node& self, std::uint32_t lowest, std::uint32_t bits) {
  return index(self.id()) >> lowest & ((1U << bits) - 1);
}

/// Super-blocks with each partner in the sub-cube of `bits` dimensions from `lowest` on.
void exchange_in_sub_cube(Node& self, const Blocks& blocks, std::uint32_t lowest, std::uint32_t bits,
                          Protocol protocol) {
  const std::uint32_t parts = 1U << bits;
  const std::uint32_t own = own_part(self, lowest, bits);
  std::vector<Handle> receives(parts);
  for (std::uint32_t k = 1; k < parts; ++k) {
    receives[k] = self.post_receive(self.id() ^ k << lowest, blocks.arriving(own ^ k, parts), kData);
  }
  for (std::uint32_t k = 1; k < parts; ++k) {
    const NodeId partner = self.id() ^ k << lowest;
    if (protocol == Protocol::forced) {
      const Handle ready = self.post_receive(partner, {}, kReady);
      self.signal(partner, kReady);
      self.wait_later(ready);
    }
    self.send(partner, blocks.held(own ^ k, parts), {kData, protocol});
    self.wait(receives[k]);
  }
}

void exchange_in_phases(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts, Protocol protocol,
                        Shuffles shuffles) {
  if (self.node_count() == 1) return;
  Blocks blocks(self, traffic);
  if (protocol == Protocol::forced) self.barrier();
  const std::uint32_t dimension = dimension_of(self.node_count());
  std::uint32_t lowest = dimension;
  for (const std::uint32_t bits : parts) {
    lowest -= bits;
    exchange_in_sub_cube(self, blocks, lowest, bits, protocol);
    if (bits == dimension && shuffles == Shuffles::where_blocks_move) {
      blocks.take_arrived();
    } else {
      blocks.shuffle(own_part(self, lowest, bits), bits);
    }
  }
  blocks.deliver(traffic);
}

}  // namespace

void multiphase_exchange(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts,
                         Protocol protocol) {
  exchange_in_phases(self, traffic, parts, protocol, Shuffles::where_blocks_move);
}

void standard_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol) {
  const DimensionPartition ones(dimension_of(self.node_count()), 1);
  exchange_in_phases(self, traffic, ones, protocol, Shuffles::after_each_phase);
}

Schedule multiphase_steps(std::uint32_t nodes, std::uint64_t bytes, std::span<const std::uint32_t> parts) {
  Schedule schedule(nodes);
  std::uint32_t lowest = dimension_of(nodes);
  for (const std::uint32_t bits : parts) {
    lowest -= bits;
    for (std::uint32_t k = 1; k < 1U << bits; ++k) {
      for (std::uint32_t i = 0; i < nodes; ++i) {
        schedule.add({NodeId{i}, NodeId{i ^ k << lowest}, bytes * (nodes >> bits)});
      }
      schedule.close_phase();
    }
  }
  return schedule;
}

std::vector<DimensionPartition> even_partitions(std::uint32_t dimension) {
  std::vector<DimensionPartition> result;
  for (std::uint32_t phases = 1; phases <= dimension; ++phases) {
    DimensionPartition parts(phases, dimension / phases);
    for (std::uint32_t i = 0; i < dimension % phases; ++i) ++parts[i];
    result.push_back(std::move(parts));
  }
  return result;
}

DimensionPartition best_partition(const Machine& machine, std::uint64_t bytes, Protocol protocol) {
  const Workload workload(complete(machine.node_count(), bytes));
  DimensionPartition best;
  Duration least = Duration::max();
  for (const DimensionPartition& parts : even_partitions(dimension_of(machine.node_count()))) {
    const auto program = [&](Node& self) { multiphase_exchange(self, workload.traffic(self.id()), parts, protocol); };
    const Duration time = run(machine, program, {.executor = kQuickExecutor}).makespan;
    if (time >= least) continue;
    least = time;
    best = parts;
  }
  return best;
}

}  // namespace switchyard
