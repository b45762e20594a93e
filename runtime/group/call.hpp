#pragma once
/// \file call.hpp
/// One member's part in a collective of its group, as bytes: the entry of interfaces that know their types only at run
/// time. Group::run and post_collective take it; Group's own verbs make it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/group/steps.hpp"

namespace switchyard {

/// Where the blocks of the members are in a span, by rank; in units of its elements. Blocks of a result must not
/// overlap.
struct Blocks {
  std::vector<std::size_t> counts;
  std::vector<std::size_t> offsets;
  friend bool operator==(const Blocks&, const Blocks&) = default;
};

/// Blocks of these sizes, one behind the other.
Blocks blocks_in_a_row(std::vector<std::size_t> counts);
/// The same blocks in bytes.
Blocks blocks_in_bytes(Blocks blocks, std::size_t element_bytes);

/// What is in `in` must stay as it is, and `out` be left alone, until the collective is over. The makers below are
/// given what counts on the calling member; what they say of the root is ignored elsewhere.
struct GroupCall {
  Collective kind = Collective::barrier;
  bool varying = false;    ///< blocks of varying sizes
  std::uint32_t root = 0;  ///< a rank
  std::span<const std::byte> in = {};
  std::span<std::byte> out = {};
  Operation operation = {};
  Blocks in_blocks = {};   ///< of a varying scatter (root) or all_to_all, in bytes
  Blocks out_blocks = {};  ///< of a varying gather (root), all_gather or all_to_all, in bytes
  /// Instead of the fastest one; the same on all members. Needs one of algorithms_for(), or `machine` for a collective
  /// that the machine does by itself.
  std::optional<CollectiveAlgorithm> algorithm = std::nullopt;

  static GroupCall barrier() { return {}; }
  /// `data` of the root arrives in `data` of all; the same size everywhere.
  static GroupCall broadcast(std::uint32_t root, std::span<std::byte> data) {
    return {.kind = Collective::broadcast, .root = root, .in = data, .out = data};
  }
  /// `in` of all, combined element by element, lower ranks on the left, into `out` of the root, which may be its `in`.
  static GroupCall reduce(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out, Operation op) {
    return {.kind = Collective::reduce, .root = root, .in = in, .out = out, .operation = std::move(op)};
  }
  /// `kind`: all_reduce, the same to the bit on all; scan, of ranks 0..i on rank i; or exscan, of ranks 0..i-1, where
  /// `out` of rank 0 is left as it is. `out` may be `in`.
  static GroupCall combining(Collective kind, std::span<const std::byte> in, std::span<std::byte> out, Operation op) {
    return {.kind = kind, .in = in, .out = out, .operation = std::move(op)};
  }
  /// `in` of rank i becomes block i of `out` of the root; there `in` may be that very block.
  static GroupCall gather(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::gather, .root = root, .in = in, .out = out};
  }
  static GroupCall gather(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out, Blocks blocks) {
    return {.kind = Collective::gather,
            .varying = true,
            .root = root,
            .in = in,
            .out = out,
            .out_blocks = std::move(blocks)};
  }
  /// Block i of `in` of the root becomes `out` of rank i; on the root, `out` may be that very block.
  static GroupCall scatter(std::uint32_t root, std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::scatter, .root = root, .in = in, .out = out};
  }
  static GroupCall scatter(std::uint32_t root, std::span<const std::byte> in, Blocks blocks, std::span<std::byte> out) {
    return {.kind = Collective::scatter,
            .varying = true,
            .root = root,
            .in = in,
            .out = out,
            .in_blocks = std::move(blocks)};
  }
  /// `in` of rank i becomes block i of `out` of all; `in` may be that very block.
  static GroupCall all_gather(std::span<const std::byte> in, std::span<std::byte> out) {
    return {.kind = Collective::all_gather, .in = in, .out = out};
  }
  static GroupCall all_gather(std::span<const std::byte> in, std::span<std::byte> out, Blocks blocks) {
    return {.kind = Collective::all_gather, .varying = true, .in = in, .out = out, .out_blocks = std::move(blocks)};
  }
  /// Block j of `in` of rank i becomes block i of `out` of rank j; `out` may be `in`. Blocks are of whole elements.
  static GroupCall all_to_all(std::span<const std::byte> in, std::span<std::byte> out, std::size_t element_bytes = 1) {
    return {.kind = Collective::all_to_all, .in = in, .out = out, .operation = {.element_bytes = element_bytes}};
  }
  static GroupCall all_to_all(std::span<const std::byte> in, Blocks in_blocks, std::span<std::byte> out,
                              Blocks out_blocks) {
    return {.kind = Collective::all_to_all,
            .varying = true,
            .in = in,
            .out = out,
            .in_blocks = std::move(in_blocks),
            .out_blocks = std::move(out_blocks)};
  }

  /// Bytes that each member has in a collective whose sizes must agree; 0 where they need not.
  std::uint64_t agreed_bytes(std::uint32_t rank) const noexcept;
};

/// What is wrong with the sizes in `call` of member `rank` of `size`; empty if nothing is.
std::string fault_in(const GroupCall& call, std::uint32_t rank, std::uint32_t size);

/// The ones to choose from for this call of a group of this shape, those with the fewest messages first. All members
/// get the same. Collectives with one algorithm only, or with fixed sizes of change-over, have `usual` alone.
std::vector<CollectiveAlgorithm> algorithms_for(const GroupCall& call, const GroupShape& shape);

/// The steps of member `rank`, by messages alone. Needs: no fault_in(call), and one of algorithms_for(call).
CollectiveSteps steps_of(const GroupCall& call, std::uint32_t rank, const GroupShape& shape,
                         CollectiveAlgorithm algorithm);

}  // namespace switchyard
