#pragma once
/// \file call.hpp
/// One member's call of a collective of its group, with data as bytes. The typed functions of Group make such calls;
/// interfaces that know the types of data only at run time make them directly, for Group::run and Group::post.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/group/steps.hpp"

namespace switchyard {

struct ExchangeAlgorithm;
struct ExchangePlan;

/// The sizes (counts) and offsets of the members' blocks within a span, by rank, in elements.
/// Blocks of a result must not overlap.
struct Blocks {
  std::vector<std::size_t> counts;
  std::vector<std::size_t> offsets;
  friend bool operator==(const Blocks&, const Blocks&) = default;
};

/// Returns blocks of the sizes `counts`, each placed directly behind the previous block.
Blocks contiguous_blocks(std::vector<std::size_t> counts);
/// Converts the sizes and offsets of `blocks` from elements to bytes.
Blocks blocks_in_bytes(Blocks blocks, std::size_t element_bytes);

/// One member's call of a collective, made by one of the static functions. Until the collective is
/// over, the program must not change `in` nor access `out`. Arguments that only the root has to
/// give are ignored on other members.
struct GroupCall {
  Collective kind = Collective::barrier;
  bool has_varying_block_sizes = false;  ///< whether the blocks of the collective have varying sizes
  /// Whether a collective with blocks of varying sizes sends no messages for empty blocks, so that members do not wait
  /// for those that give them nothing. An all_gather or all_to_all then sends all other blocks at once.
  bool skips_empty_blocks = false;
  std::uint32_t root = 0;  ///< rank of the root, in collectives that have one
  std::span<const std::byte> in = {};
  std::span<std::byte> out = {};
  Operation operation = {};
  /// The sizes and offsets of the blocks that are sent, in bytes, if block sizes vary: of a scatter (on the root only)
  /// or an all_to_all.
  Blocks input_blocks = {};
  /// The sizes and offsets of the blocks of the result, in bytes, if block sizes vary: of a gather (on the root only),
  /// all_gather, all_to_all or reduce_scatter.
  Blocks output_blocks = {};
  /// The algorithm to use instead of the fastest one; all members give the same. It is one of those that
  /// algorithms_for() returns, or `machine`, which stands for the machine's own collective, or for the fastest
  /// algorithm if the machine has none.
  std::optional<CollectiveAlgorithm> algorithm = std::nullopt;
  /// A ready-made schedule by which an all_to_all exchanges its non-empty blocks; null if none is given.
  std::shared_ptr<const ExchangePlan> exchange_plan = nullptr;
  /// The algorithm by which an all_to_all exchanges its non-empty blocks; null if none is given. If the block sizes
  /// vary, members first tell each other the sizes. Needs: ExchangeAlgorithm::usable_by() returns true for a group of
  /// this size.
  std::shared_ptr<const ExchangeAlgorithm> exchange = nullptr;

  static GroupCall barrier() { return {}; }
  /// Makes a broadcast, which copies `data` of the root to `data` of all members. `data` has the
  /// same size on all members.
  static GroupCall broadcast(std::uint32_t root, std::span<std::byte> data) {
    return {.kind = Collective::broadcast, .root = root, .in = data, .out = data};
  }
  /// Makes a reduce, which combines `in` of all members element by element, lower ranks on the
  /// left, into `out` of the root. On the root, `out` may be `in`.
  static GroupCall reduce(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out, Operation op) {
    return {.kind = Collective::reduce, .root = root, .in = in, .out = out, .operation = std::move(op)};
  }
  /// Makes an all_reduce, a scan or an exscan. The result of an all_reduce has the same bits on
  /// all members. On rank i, a scan combines ranks 0 to i, and an exscan ranks 0 to i-1; an exscan
  /// leaves `out` of rank 0 unchanged. `out` may be `in`.
  static GroupCall all_reduce_or_scan(Collective kind, std::span<const std::byte> in, std::span<std::byte> out,
                                      Operation op) {
    return {.kind = kind, .in = in, .out = out, .operation = std::move(op)};
  }
  /// Makes a gather, which copies `in` of rank i to block i of `out` of the root. On the root,
  /// `in` may be its own block of `out`.
  static GroupCall gather(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::gather, .root = root, .in = in, .out = out};
  }
  static GroupCall gather(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out, Blocks blocks) {
    return {.kind = Collective::gather,
            .has_varying_block_sizes = true,
            .root = root,
            .in = in,
            .out = out,
            .output_blocks = std::move(blocks)};
  }
  /// Makes a scatter, which copies block i of `in` of the root to `out` of rank i. On the root,
  /// `out` may be its own block of `in`.
  static GroupCall scatter(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::scatter, .root = root, .in = in, .out = out};
  }
  static GroupCall scatter(std::uint32_t root, std::span<const std::byte> in, Blocks blocks, std::span<std::byte> out) {
    return {.kind = Collective::scatter,
            .has_varying_block_sizes = true,
            .root = root,
            .in = in,
            .out = out,
            .input_blocks = std::move(blocks)};
  }
  /// Makes an all_gather, which copies `in` of rank i to block i of `out` of all members. `in` may
  /// be this member's own block of `out`.
  static GroupCall all_gather(std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::all_gather, .in = in, .out = out};
  }
  static GroupCall all_gather(std::span<const std::byte> in, std::span<std::byte> out, Blocks blocks) {
    return {.kind = Collective::all_gather,
            .has_varying_block_sizes = true,
            .in = in,
            .out = out,
            .output_blocks = std::move(blocks)};
  }
  /// Makes an all_to_all, which copies block j of `in` of rank i to block i of `out` of rank j.
  /// `out` may be `in`. Blocks consist of whole elements.
  static GroupCall all_to_all(std::span<const std::byte> in, std::span<std::byte> out, std::size_t element_bytes = 1) {
    return {.kind = Collective::all_to_all, .in = in, .out = out, .operation = {.element_bytes = element_bytes}};
  }
  static GroupCall all_to_all(std::span<const std::byte> in, Blocks input_blocks, std::span<std::byte> out,
                              Blocks output_blocks) {
    return {.kind = Collective::all_to_all,
            .has_varying_block_sizes = true,
            .in = in,
            .out = out,
            .input_blocks = std::move(input_blocks),
            .output_blocks = std::move(output_blocks)};
  }

  /// Makes an all_to_all in which most blocks are empty, as among neighbours. Empty blocks cost no
  /// message.
  static GroupCall neighbor_exchange(std::span<const std::byte> in, Blocks input_blocks, std::span<std::byte> out,
                                     Blocks output_blocks) {
    GroupCall call = all_to_all(in, std::move(input_blocks), out, std::move(output_blocks));
    call.skips_empty_blocks = true;
    return call;
  }
  /// Makes a reduce_scatter, which combines `in` of all members as all_reduce does, and copies
  /// block i of the result to `out` of rank i. `out` must not overlap `in`. All members give the
  /// same blocks, which follow each other without gaps.
  static GroupCall reduce_scatter(std::span<const std::byte> in, std::span<std::byte> out, Blocks blocks,
                                  Operation op) {
    return {.kind = Collective::reduce_scatter,
            .in = in,
            .out = out,
            .operation = std::move(op),
            .output_blocks = std::move(blocks)};
  }

  /// Returns the number of bytes that member `rank` gives, if all members of this collective must
  /// give equally many, and otherwise 0.
  std::uint64_t contributed_bytes_if_equal_for_members(std::uint32_t rank) const noexcept;
};

/// Returns what is wrong with the block sizes, the operation or the root in the call of member
/// `rank` in a group of `size` members, or an empty text if nothing is.
std::string error_in_group_call(const GroupCall& call, std::uint32_t rank, std::uint32_t size);

/// Returns the algorithms that a group of this shape can use for the call, the ones with the
/// fewest messages first. All members get the same list. For collectives with only one algorithm,
/// or with fixed sizes at which they change algorithms, the list contains only `usual`.
std::vector<CollectiveAlgorithm> algorithms_for(const GroupCall& call, const GroupShape& shape);

/// Returns the steps by which member `rank` carries out the call with messages only. Needs: error_in_group_call(call)
/// is empty, and the algorithm is one of algorithms_for(call). If `shared` is given, the steps must only be simulated,
/// never carried out; their scratch memory is taken from `shared`.
CollectiveSteps steps_of(const GroupCall& call, std::uint32_t rank, const GroupShape& shape,
                         CollectiveAlgorithm algorithm, ScratchMemory* shared = nullptr);

}  // namespace switchyard
