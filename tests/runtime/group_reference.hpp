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
  static AffineFunction then(const AffineFunction& first, const AffineFunction& second) {
    return {first.scale * second.scale, first.shift * second.scale + second.shift};
  }
  friend bool operator==(const AffineFunction&, const AffineFunction&) = default;
};
using Values = std::vector<AffineFunction>;

/// Returns element `i` of the data of member `rank`. Different salts give different data.
inline AffineFunction value_of(std::uint32_t salt, std::uint32_t rank, std::size_t i) {
  const std::uint64_t bits = mix(mix(salt) ^ mix(rank + 1) ^ i * 0x9e3779b97f4a7c15ULL);
  return {static_cast<std::uint32_t>(bits) | 1U, static_cast<std::uint32_t>(bits >> 32U)};
}
inline Values values_of(std::uint32_t salt, std::uint32_t rank, std::size_t count) {
  Values values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(value_of(salt, rank, i));
  return values;
}

/// Returns the members of a random group: `size` different nodes of a machine with `nodes` nodes, in random order.
inline std::vector<NodeId> some_nodes(Rng& rng, std::uint32_t nodes, std::uint32_t size) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < nodes; ++i) all.push_back(NodeId{i});
  for (std::uint32_t i = 0; i < size; ++i) std::swap(all[i], all[i + rng.random_number_below(nodes - i)]);
  all.resize(size);
  return all;
}

/// A collective call that a test plans for all members of a group. In a varying call, the sizes of the members' blocks
/// depend on their ranks; otherwise all blocks have the same number of elements.
struct PlannedCall {
  Collective kind = Collective::barrier;
  bool varying = false;
  bool in_place = false;
  OperandOrder order = OperandOrder::kept;
  std::uint32_t root = 0;
  std::uint32_t data_seed = 0;
  std::size_t count = 0;

  /// Returns the number of elements that member `from` gives to member `to`; in a varying call, some of these blocks
  /// are empty. In a collective where each member gives one block to all members, `to` is 0.
  std::size_t elements(std::uint32_t from, std::uint32_t to) const {
    if (!varying) return count;
    return mix(mix(data_seed) + from * 64ULL + to) % 3 * (count + from % 2);
  }
};

/// The call by which one member takes part in a planned collective, with the member's data and expected result.
class MemberCall {
 public:
  MemberCall(const PlannedCall& plan, std::uint32_t rank, std::uint32_t size) : plan_(plan), rank_(rank), size_(size) {
    prepare();
  }
  MemberCall(const MemberCall&) = delete;
  MemberCall& operator=(const MemberCall&) = delete;

  /// Returns the member's call, which reads and writes data in this object. The object must not be moved or destroyed
  /// before the call is complete.
  GroupCall call() {
    const auto in =
        std::as_bytes(plan_.in_place ? std::span<const AffineFunction>(out_).subspan(input_offset_, in_.size()) : in_);
    const auto out = std::as_writable_bytes(std::span(out_));
    const Blocks ins = blocks_in_bytes(in_blocks_, sizeof(AffineFunction)),
                 outs = blocks_in_bytes(out_blocks_, sizeof(AffineFunction));
    switch (plan_.kind) {
      case Collective::barrier:
        return GroupCall::barrier();
      case Collective::broadcast:
        return GroupCall::broadcast(plan_.root, out);
      case Collective::reduce:
        return GroupCall::reduce(plan_.root, in, out, operation());
      case Collective::gather:
        return plan_.varying ? GroupCall::gather(plan_.root, in, out, outs) : GroupCall::gather(plan_.root, in, out);
      case Collective::scatter:
        return plan_.varying ? GroupCall::scatter(plan_.root, std::as_bytes(std::span(in_)), ins, out)
                             : GroupCall::scatter(plan_.root, std::as_bytes(std::span(in_)), out);
      case Collective::all_gather:
        return plan_.varying ? GroupCall::all_gather(in, out, outs) : GroupCall::all_gather(in, out);
      case Collective::all_to_all:
        return plan_.varying ? GroupCall::all_to_all(in, ins, out, outs) : GroupCall::all_to_all(in, out);
      case Collective::reduce_scatter:
        return GroupCall::reduce_scatter(in, out, outs, operation());
      default:
        return GroupCall::combining(plan_.kind, in, out, operation());
    }
  }
  bool is_right() const { return out_ == expected_; }

 private:
  Operation operation() const {
    if (plan_.order == OperandOrder::kept) return make_byte_operation<AffineFunction>(AffineFunction::then);
    return make_byte_operation<AffineFunction>(
        [](const AffineFunction& a, const AffineFunction& b) -> AffineFunction {
          return {a.scale * b.scale, a.shift + b.shift};
        },
        OperandOrder::free);
  }
  Values combined_values(std::uint32_t first, std::uint32_t end) const {
    Values sum = values_of(plan_.data_seed, first, plan_.count);
    for (std::uint32_t r = first + 1; r < end; ++r) {
      const Values more = values_of(plan_.data_seed, r, plan_.count);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] = plan_.order == OperandOrder::kept
                     ? AffineFunction::then(sum[i], more[i])
                     : AffineFunction{sum[i].scale * more[i].scale, sum[i].shift + more[i].shift};
      }
    }
    return sum;
  }
  bool is_root() const { return rank_ == plan_.root; }
  /// Returns blocks of these sizes. In a varying call there is a gap of one element before each block but the first, as
  /// blocks need not be adjacent.
  Blocks spread(const std::vector<std::size_t>& counts) const {
    Blocks blocks = contiguous_blocks(counts);
    for (std::size_t i = 0; plan_.varying && i < counts.size(); ++i) blocks.offsets[i] += i;
    return blocks;
  }
  static std::size_t extent(const Blocks& blocks) {
    return blocks.counts.empty() ? 0 : blocks.counts.back() + blocks.offsets.back();
  }
  /// Returns data that has the values block(i) in block i, and default values in the gaps between blocks.
  template <class Block>
  static Values values_in_blocks(const Blocks& blocks, Block block) {
    Values all(extent(blocks));
    for (std::uint32_t i = 0; i < blocks.counts.size(); ++i) {
      const Values values = block(i);
      std::copy(values.begin(), values.end(), all.begin() + static_cast<std::ptrdiff_t>(blocks.offsets[i]));
    }
    return all;
  }
  template <class Count>
  std::vector<std::size_t> counts(Count count) const {
    std::vector<std::size_t> all;
    for (std::uint32_t i = 0; i < size_; ++i) all.push_back(count(i));
    return all;
  }
  /// Returns the values that member `from` gives to member `to`.
  Values block(std::uint32_t from, std::uint32_t to) const {
    return values_of(plan_.data_seed + 1000 * to, from, plan_.elements(from, to));
  }

  void prepare() {
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
        return prepare_combination();
    }
  }
  void prepare_broadcast() {
    expected_ = values_of(plan_.data_seed, plan_.root, plan_.count);
    out_ = is_root() ? expected_ : Values(plan_.count);
    plan_.in_place = false;
  }
  void prepare_gather() {
    in_ = block(rank_, 0);
    const bool has_result = plan_.kind == Collective::all_gather || is_root();
    plan_.in_place = plan_.in_place && has_result;
    if (!has_result) return;
    out_blocks_ = spread(counts([&](std::uint32_t i) { return plan_.elements(i, 0); }));
    expected_ = values_in_blocks(out_blocks_, [&](std::uint32_t i) { return block(i, 0); });
    out_.resize(expected_.size());
    input_offset_ = out_blocks_.offsets[rank_];
    if (plan_.in_place) std::copy(in_.begin(), in_.end(), out_.begin() + static_cast<std::ptrdiff_t>(input_offset_));
  }
  void prepare_scatter() {
    plan_.in_place = false;
    expected_ = block(plan_.root, rank_);
    out_.resize(expected_.size());
    if (!is_root()) return;
    in_blocks_ = spread(counts([&](std::uint32_t i) { return plan_.elements(plan_.root, i); }));
    in_ = values_in_blocks(in_blocks_, [&](std::uint32_t i) { return block(plan_.root, i); });
  }
  void prepare_all_to_all() {
    plan_.in_place = plan_.in_place && !plan_.varying;
    in_blocks_ = spread(counts([&](std::uint32_t i) { return plan_.elements(rank_, i); }));
    out_blocks_ = spread(counts([&](std::uint32_t i) { return plan_.elements(i, rank_); }));
    in_ = values_in_blocks(in_blocks_, [&](std::uint32_t i) { return block(rank_, i); });
    expected_ = values_in_blocks(out_blocks_, [&](std::uint32_t i) { return block(i, rank_); });
    out_ = plan_.in_place ? in_ : Values(expected_.size());
  }
  void prepare_reduce_scatter() {
    plan_.in_place = false;
    out_blocks_ = contiguous_blocks(counts([&](std::uint32_t i) { return plan_.elements(i, 0); }));
    plan_.count = extent(out_blocks_);
    in_ = values_of(plan_.data_seed, rank_, plan_.count);
    const Values sum = combined_values(0, size_);
    const auto first = sum.begin() + static_cast<std::ptrdiff_t>(out_blocks_.offsets[rank_]);
    expected_.assign(first, first + static_cast<std::ptrdiff_t>(out_blocks_.counts[rank_]));
    out_.resize(expected_.size());
  }
  void prepare_combination() {
    in_ = values_of(plan_.data_seed, rank_, plan_.count);
    const bool has_result = plan_.kind != Collective::reduce || is_root();
    plan_.in_place = plan_.in_place && has_result;
    if (!has_result) return;
    out_ = plan_.in_place ? in_ : Values(plan_.count);
    const bool up_to_me = plan_.kind == Collective::scan || plan_.kind == Collective::exscan;
    const std::uint32_t end = up_to_me ? rank_ + (plan_.kind == Collective::scan ? 1 : 0) : size_;
    expected_ = end > 0 ? combined_values(0, end) : out_;
  }

  PlannedCall plan_;
  std::uint32_t rank_, size_;
  Values in_, out_, expected_;
  Blocks in_blocks_, out_blocks_;
  std::size_t input_offset_ = 0;
};

inline std::string text_of(const PlannedCall& plan) {
  return std::string(name_of(plan.kind)) + (plan.varying ? " varying" : "") + (plan.in_place ? " in place" : "") +
         (plan.order == OperandOrder::free ? " free" : "") + ", root " + std::to_string(plan.root) + ", count " +
         std::to_string(plan.count);
}

}  // namespace switchyard
