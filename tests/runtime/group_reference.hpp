#pragma once
/// \file group_reference.hpp
/// A slow sequential reference for the collectives of groups. Every member can compute the data of all members, and
/// from this data the result that it has to get.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "runtime/group.hpp"
#include "runtime/group_post.hpp"
#include "runtime/random.hpp"

namespace switchyard {

/// The function x -> scale * x + shift, modulo 2^32. The composition of such functions is associative but not
/// commutative, so that the result of a reduction shows the order of the operands.
struct AffineFunction {
  std::uint32_t scale = 1;
  std::uint32_t shift = 0;
  static AffineFunction compose(const AffineFunction& first, const AffineFunction& second) {
    return {first.scale * second.scale, first.shift * second.scale + second.shift};
  }
  friend bool operator==(const AffineFunction&, const AffineFunction&) = default;
};
using Values = std::vector<AffineFunction>;

/// Returns element `i` of the data that member `rank` gives. Different values of `salt` give different data.
inline AffineFunction make_element_of_group_member_data(std::uint32_t salt, std::uint32_t rank, std::size_t i) {
  const std::uint64_t bits = mix(mix(salt) ^ mix(rank + 1) ^ i * 0x9e3779b97f4a7c15ULL);
  return {static_cast<std::uint32_t>(bits) | 1U, static_cast<std::uint32_t>(bits >> 32U)};
}
inline Values member_data(std::uint32_t salt, std::uint32_t rank, std::size_t count) {
  Values values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(make_element_of_group_member_data(salt, rank, i));
  return values;
}

/// Returns the members of a random group: `size` different nodes of a machine with `nodes` nodes, in random order.
inline std::vector<NodeId> random_group_members(Rng& rng, std::uint32_t nodes, std::uint32_t size) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < nodes; ++i) all.push_back(NodeId{i});
  for (std::uint32_t i = 0; i < size; ++i) std::swap(all[i], all[i + rng.random_number_below(nodes - i)]);
  all.resize(size);
  return all;
}

/// A collective call that a test plans for all members of a group. If has_varying_sizes is set, the sizes of the
/// members' blocks depend on their ranks; otherwise all blocks have the same number of elements.
struct PlannedCollective {
  Collective kind = Collective::barrier;
  bool has_varying_sizes = false;
  bool is_in_place = false;
  OperandOrder operand_order = OperandOrder::kept;
  std::uint32_t root = 0;
  std::uint32_t data_seed = 0;
  std::size_t element_count = 0;

  /// Returns the number of elements that member `from` gives to member `to`. Some blocks are empty if has_varying_sizes
  /// is set. In a collective where each member gives one block to all members, `to` is 0.
  std::size_t block_element_count(std::uint32_t from, std::uint32_t to) const {
    if (!has_varying_sizes) return element_count;
    return mix(mix(data_seed) + from * 64ULL + to) % 3 * (element_count + from % 2);
  }
};

/// The call by which one member takes part in a planned collective, together with the member's data and expected
/// result.
class GroupMemberCall {
 public:
  GroupMemberCall(const PlannedCollective& plan, std::uint32_t rank, std::uint32_t size)
      : plan_(plan), rank_(rank), size_(size) {
    prepare_data();
  }
  GroupMemberCall(const GroupMemberCall&) = delete;
  GroupMemberCall& operator=(const GroupMemberCall&) = delete;

  /// Returns the member's call, which reads and writes data in this object. The object must not be moved or destroyed
  /// before the call is complete.
  GroupCall make_group_call() {
    const auto in = std::as_bytes(
        plan_.is_in_place ? std::span<const AffineFunction>(output_).subspan(in_place_input_offset_, input_.size())
                          : input_);
    const auto out = std::as_writable_bytes(std::span(output_));
    const Blocks ins = blocks_in_bytes(input_blocks_by_rank_, sizeof(AffineFunction)),
                 outs = blocks_in_bytes(output_blocks_by_rank_, sizeof(AffineFunction));
    switch (plan_.kind) {
      case Collective::barrier:
        return GroupCall::barrier();
      case Collective::broadcast:
        return GroupCall::broadcast(plan_.root, out);
      case Collective::reduce:
        return GroupCall::reduce(plan_.root, in, out, operation());
      case Collective::gather:
        return plan_.has_varying_sizes ? GroupCall::gather(plan_.root, in, out, outs)
                                       : GroupCall::gather(plan_.root, in, out);
      case Collective::scatter:
        return plan_.has_varying_sizes ? GroupCall::scatter(plan_.root, std::as_bytes(std::span(input_)), ins, out)
                                       : GroupCall::scatter(plan_.root, std::as_bytes(std::span(input_)), out);
      case Collective::all_gather:
        return plan_.has_varying_sizes ? GroupCall::all_gather(in, out, outs) : GroupCall::all_gather(in, out);
      case Collective::all_to_all:
        return plan_.has_varying_sizes ? GroupCall::all_to_all(in, ins, out, outs) : GroupCall::all_to_all(in, out);
      case Collective::reduce_scatter:
        return GroupCall::reduce_scatter(in, out, outs, operation());
      default:
        return GroupCall::all_reduce_or_scan(plan_.kind, in, out, operation());
    }
  }
  bool has_expected_result() const { return output_ == expected_output_; }

 private:
  Operation operation() const {
    if (plan_.operand_order == OperandOrder::kept) return make_byte_operation<AffineFunction>(AffineFunction::compose);
    return make_byte_operation<AffineFunction>(
        [](const AffineFunction& a, const AffineFunction& b) -> AffineFunction {
          return {a.scale * b.scale, a.shift + b.shift};
        },
        OperandOrder::free);
  }
  Values combined_data_of_ranks(std::uint32_t first, std::uint32_t end) const {
    Values sum = member_data(plan_.data_seed, first, plan_.element_count);
    for (std::uint32_t r = first + 1; r < end; ++r) {
      const Values more = member_data(plan_.data_seed, r, plan_.element_count);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] = plan_.operand_order == OperandOrder::kept
                     ? AffineFunction::compose(sum[i], more[i])
                     : AffineFunction{sum[i].scale * more[i].scale, sum[i].shift + more[i].shift};
      }
    }
    return sum;
  }
  bool is_root() const { return rank_ == plan_.root; }
  /// Returns blocks of these sizes, one behind the other. If has_varying_sizes is set, there is a gap of one element
  /// before each block but the first, because blocks need not be adjacent.
  Blocks blocks_with_gaps(const std::vector<std::size_t>& counts) const {
    Blocks blocks = contiguous_blocks(counts);
    for (std::size_t i = 0; plan_.has_varying_sizes && i < counts.size(); ++i) blocks.offsets[i] += i;
    return blocks;
  }
  static std::size_t extent_of_blocks(const Blocks& blocks) {
    return blocks.counts.empty() ? 0 : blocks.counts.back() + blocks.offsets.back();
  }
  /// Returns data that has the values block(i) in block i, and default values in the gaps between blocks.
  template <class Block>
  static Values values_in_blocks(const Blocks& blocks, Block block) {
    Values all(extent_of_blocks(blocks));
    for (std::uint32_t i = 0; i < blocks.counts.size(); ++i) {
      const Values values = block(i);
      std::copy(values.begin(), values.end(), all.begin() + static_cast<std::ptrdiff_t>(blocks.offsets[i]));
    }
    return all;
  }
  template <class Count>
  std::vector<std::size_t> counts_of_all_ranks(Count count) const {
    std::vector<std::size_t> all;
    for (std::uint32_t i = 0; i < size_; ++i) all.push_back(count(i));
    return all;
  }
  /// Returns the values that member `from` gives to member `to`.
  Values block_values(std::uint32_t from, std::uint32_t to) const {
    return member_data(plan_.data_seed + 1000 * to, from, plan_.block_element_count(from, to));
  }

  void prepare_data() {
    switch (plan_.kind) {
      case Collective::barrier:
        return;
      case Collective::broadcast:
        return prepare_broadcast();
      case Collective::gather:
      case Collective::all_gather:
        return prepare_gather();
      case Collective::scatter:
        return prepare_scatter();
      case Collective::all_to_all:
        return prepare_all_to_all();
      case Collective::reduce_scatter:
        return prepare_reduce_scatter();
      default:
        return prepare_combining_collective();
    }
  }
  void prepare_broadcast() {
    expected_output_ = member_data(plan_.data_seed, plan_.root, plan_.element_count);
    output_ = is_root() ? expected_output_ : Values(plan_.element_count);
    plan_.is_in_place = false;
  }
  void prepare_gather() {
    input_ = block_values(rank_, 0);
    const bool has_result = plan_.kind == Collective::all_gather || is_root();
    plan_.is_in_place = plan_.is_in_place && has_result;
    if (!has_result) return;
    output_blocks_by_rank_ =
        blocks_with_gaps(counts_of_all_ranks([&](std::uint32_t i) { return plan_.block_element_count(i, 0); }));
    expected_output_ = values_in_blocks(output_blocks_by_rank_, [&](std::uint32_t i) { return block_values(i, 0); });
    output_.resize(expected_output_.size());
    in_place_input_offset_ = output_blocks_by_rank_.offsets[rank_];
    if (plan_.is_in_place)
      std::copy(input_.begin(), input_.end(), output_.begin() + static_cast<std::ptrdiff_t>(in_place_input_offset_));
  }
  void prepare_scatter() {
    plan_.is_in_place = false;
    expected_output_ = block_values(plan_.root, rank_);
    output_.resize(expected_output_.size());
    if (!is_root()) return;
    input_blocks_by_rank_ = blocks_with_gaps(
        counts_of_all_ranks([&](std::uint32_t i) { return plan_.block_element_count(plan_.root, i); }));
    input_ = values_in_blocks(input_blocks_by_rank_, [&](std::uint32_t i) { return block_values(plan_.root, i); });
  }
  void prepare_all_to_all() {
    plan_.is_in_place = plan_.is_in_place && !plan_.has_varying_sizes;
    input_blocks_by_rank_ =
        blocks_with_gaps(counts_of_all_ranks([&](std::uint32_t i) { return plan_.block_element_count(rank_, i); }));
    output_blocks_by_rank_ =
        blocks_with_gaps(counts_of_all_ranks([&](std::uint32_t i) { return plan_.block_element_count(i, rank_); }));
    input_ = values_in_blocks(input_blocks_by_rank_, [&](std::uint32_t i) { return block_values(rank_, i); });
    expected_output_ =
        values_in_blocks(output_blocks_by_rank_, [&](std::uint32_t i) { return block_values(i, rank_); });
    output_ = plan_.is_in_place ? input_ : Values(expected_output_.size());
  }
  void prepare_reduce_scatter() {
    plan_.is_in_place = false;
    output_blocks_by_rank_ =
        contiguous_blocks(counts_of_all_ranks([&](std::uint32_t i) { return plan_.block_element_count(i, 0); }));
    plan_.element_count = extent_of_blocks(output_blocks_by_rank_);
    input_ = member_data(plan_.data_seed, rank_, plan_.element_count);
    const Values sum = combined_data_of_ranks(0, size_);
    const auto first = sum.begin() + static_cast<std::ptrdiff_t>(output_blocks_by_rank_.offsets[rank_]);
    expected_output_.assign(first, first + static_cast<std::ptrdiff_t>(output_blocks_by_rank_.counts[rank_]));
    output_.resize(expected_output_.size());
  }
  void prepare_combining_collective() {
    input_ = member_data(plan_.data_seed, rank_, plan_.element_count);
    const bool has_result = plan_.kind != Collective::reduce || is_root();
    plan_.is_in_place = plan_.is_in_place && has_result;
    if (!has_result) return;
    output_ = plan_.is_in_place ? input_ : Values(plan_.element_count);
    const bool up_to_me = plan_.kind == Collective::scan || plan_.kind == Collective::exscan;
    const std::uint32_t end = up_to_me ? rank_ + (plan_.kind == Collective::scan ? 1 : 0) : size_;
    expected_output_ = end > 0 ? combined_data_of_ranks(0, end) : output_;
  }

  PlannedCollective plan_;
  std::uint32_t rank_, size_;
  Values input_, output_, expected_output_;
  Blocks input_blocks_by_rank_, output_blocks_by_rank_;
  std::size_t in_place_input_offset_ = 0;
};

inline std::string planned_collective_as_text(const PlannedCollective& plan) {
  return std::string(name_of(plan.kind)) + (plan.has_varying_sizes ? " varying" : "") +
         (plan.is_in_place ? " in place" : "") + (plan.operand_order == OperandOrder::free ? " free" : "") + ", root " +
         std::to_string(plan.root) + ", count " + std::to_string(plan.element_count);
}

}  // namespace switchyard
