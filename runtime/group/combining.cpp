/// \file combining.cpp
/// The collectives that combine: reduce, all_reduce, scan, exscan. All keep the order of ranks, whether the operation
/// commutes or not, except where the root of a small reduce saves a message by not keeping it.

#include <bit>
#include <vector>

#include "runtime/group/algorithms.hpp"

namespace switchyard::detail {
namespace {

/// Along a tree to `tree.root`; `sum` is where the root's result comes, and is scratch elsewhere. What is below a
/// member of the tree stands right of it, so that only a tree from rank 0 on keeps the order of ranks.
void reduce_along(const Member& me, const Tree& tree, std::span<const std::byte> in, std::span<std::byte> sum) {
  const std::uint32_t place = tree.place_of(me.rank);
  std::span<const std::byte> value = in;
  if (tree.span(place) > 1) {
    const std::span<std::byte> theirs = me.steps.scratch(in.size());
    tree.for_each_child(place, [&](std::uint32_t rank, std::uint32_t, std::uint32_t) {
      me.steps.receive(rank, theirs);
      me.steps.combine(sum, value, theirs);
      value = sum;
    });
  }
  if (place > 0) return me.steps.send(tree.parent(place), value);
  me.steps.copy(value, sum);
}

void reduce_whole(const Member& me, const GroupCall& call) {
  const bool free = call.operation.order == OperandOrder::free;
  const Tree tree{free ? call.root : 0, me.size};
  const bool to_root = tree.root == call.root;
  const std::span<std::byte> sum = to_root && me.rank == call.root ? call.out : me.steps.scratch(call.in.size());
  reduce_along(me, tree, call.in, sum);
  if (to_root) return;
  me.steps.end_round();
  if (me.rank == tree.root) me.steps.send(call.root, sum);
  if (me.rank == call.root) me.steps.receive(tree.root, call.out);
}

/// The members that halve and double, 2^k of them. Where there are more members, the first few pairs of neighbours have
/// joined: the odd one stands for both.
struct Core {
  explicit Core(std::uint32_t members) : size(std::bit_floor(members)), pairs(members - size) {}
  std::uint32_t size;
  std::uint32_t pairs;

  bool is_outside(std::uint32_t rank) const { return rank < 2 * pairs && rank % 2 == 0; }
  std::uint32_t place_of(std::uint32_t rank) const { return rank < 2 * pairs ? rank / 2 : rank - pairs; }
  std::uint32_t rank_at(std::uint32_t place) const { return place < pairs ? 2 * place + 1 : place + pairs; }
  bool stands_for_two(std::uint32_t rank) const { return rank < 2 * pairs && rank % 2 == 1; }
};

/// sum = left op right by rank, of my sum and what has come from `other`.
void combine_with(const Member& me, std::uint32_t other, std::span<std::byte> sum, std::span<const std::byte> theirs) {
  other < me.rank ? me.steps.combine(sum, theirs, sum) : me.steps.combine(sum, sum, theirs);
}

/// The even member of a pair gives its value to the odd one.
void enter_core(const Member& me, const Core& core, std::span<std::byte> sum, std::span<std::byte> theirs) {
  if (core.is_outside(me.rank)) me.steps.send(me.rank + 1, sum);
  if (core.stands_for_two(me.rank)) {
    me.steps.receive(me.rank - 1, theirs);
    combine_with(me, me.rank - 1, sum, theirs);
  }
  me.steps.end_round();
}

void leave_core(const Member& me, const Core& core, std::span<std::byte> sum) {
  me.steps.end_round();
  if (core.is_outside(me.rank)) me.steps.receive(me.rank + 1, sum);
  if (core.stands_for_two(me.rank)) me.steps.send(me.rank - 1, sum);
}

void all_reduce_by_doubling(const Member& me, const Core& core, std::span<std::byte> sum, std::span<std::byte> theirs) {
  for (std::uint32_t distance = 1; distance < core.size; distance *= 2) {
    const std::uint32_t other = core.rank_at(core.place_of(me.rank) ^ distance);
    me.steps.exchange(other, sum, other, theirs);
    combine_with(me, other, sum, theirs);
  }
}

/// Elements first to first + count of a vector.
struct Stretch {
  std::size_t first = 0;
  std::size_t count = 0;
  /// The half that a member keeps whose place has this bit, or the other one.
  Stretch half(bool upper) const {
    const std::size_t lower = count / 2;
    return upper ? Stretch{first + lower, count - lower} : Stretch{first, lower};
  }
};

/// The vector of a collective, by elements.
struct Elements {
  std::span<std::byte> bytes;
  std::size_t each = 1;
  Stretch all() const { return {0, bytes.size() / each}; }
  std::span<std::byte> operator[](const Stretch& part) const {
    return bytes.subspan(part.first * each, part.count * each);
  }
};

/// What the member at `place` has left after `rounds` halvings.
Stretch stretch_of(std::uint32_t place, std::uint32_t rounds, Stretch all) {
  for (std::uint32_t round = 0; round < rounds; ++round) all = all.half((place >> round & 1U) != 0);
  return all;
}

/// Halves the vector while doubling the distance: in the end each member of the core has its stretch of the sum. Before
/// the round of distance d a member's sum is that of the d aligned places around its own, so that order is kept.
void reduce_scatter(const Member& me, const Core& core, const Elements& sum, const Elements& theirs) {
  const std::uint32_t place = core.place_of(me.rank);
  Stretch mine = sum.all();
  for (std::uint32_t distance = 1; distance < core.size; distance *= 2) {
    const bool upper = (place & distance) != 0;
    const std::uint32_t other = core.rank_at(place ^ distance);
    const Stretch kept = mine.half(upper);
    me.steps.exchange(other, sum[mine.half(!upper)], other, theirs[kept]);
    combine_with(me, other, sum[kept], theirs[kept]);
    mine = kept;
  }
}

/// The way back: distances halve, and stretches double.
void gather_stretches(const Member& me, const Core& core, const Elements& sum) {
  const std::uint32_t place = core.place_of(me.rank);
  for (auto round = static_cast<std::uint32_t>(std::countr_zero(core.size)); round-- > 0;) {
    const bool upper = (place >> round & 1U) != 0;
    const Stretch both = stretch_of(place, round, sum.all());
    const std::uint32_t other = core.rank_at(place ^ (1U << round));
    me.steps.exchange(other, sum[both.half(upper)], other, sum[both.half(!upper)]);
  }
}

/// Each member of the core sends its stretch to the root.
void stretches_to_root(const Member& me, const Core& core, std::uint32_t root, const Elements& sum) {
  const auto rounds = static_cast<std::uint32_t>(std::countr_zero(core.size));
  const auto stretch = [&](std::uint32_t place) { return sum[stretch_of(place, rounds, sum.all())]; };
  if (me.rank != root) {
    if (!core.is_outside(me.rank)) me.steps.send(root, stretch(core.place_of(me.rank)));
    return;
  }
  for (std::uint32_t place = 0; place < core.size; ++place) {
    if (core.rank_at(place) != root) me.steps.receive(core.rank_at(place), stretch(place));
  }
}

/// R. Rabenseifner, "Optimization of collective reduction operations", 2004.
void reduce_in_stretches(const Member& me, const GroupCall& call) {
  const Core core(me.size);
  const std::size_t bytes = call.in.size(), each = call.operation.element_bytes;
  const Elements sum{me.rank == call.root ? call.out : me.steps.scratch(bytes), each};
  const Elements theirs{me.steps.scratch(bytes), each};
  me.steps.copy(call.in, sum.bytes);
  enter_core(me, core, sum.bytes, theirs.bytes);
  if (!core.is_outside(me.rank)) reduce_scatter(me, core, sum, theirs);
  stretches_to_root(me, core, call.root, sum);
}

/// Whether halving the vector pays.
bool has_many(const Member& me, const GroupCall& call) {
  const std::size_t elements = call.in.size() / call.operation.element_bytes;
  return call.in.size() > kFewBytes && me.size > kFewMembers && elements >= me.size;
}

}  // namespace

void add_reduce(const Member& me, const GroupCall& call) {
  has_many(me, call) ? reduce_in_stretches(me, call) : reduce_whole(me, call);
}

void add_all_reduce(const Member& me, const GroupCall& call) {
  const Core core(me.size);
  const Elements sum{call.out, call.operation.element_bytes};
  const Elements theirs{me.steps.scratch(call.in.size()), call.operation.element_bytes};
  me.steps.copy(call.in, sum.bytes);
  enter_core(me, core, sum.bytes, theirs.bytes);
  if (!core.is_outside(me.rank)) {
    if (has_many(me, call)) {
      reduce_scatter(me, core, sum, theirs);
      gather_stretches(me, core, sum);
    } else {
      all_reduce_by_doubling(me, core, sum.bytes, theirs.bytes);
    }
  }
  leave_core(me, core, sum.bytes);
}

/// W. D. Hillis, G. L. Steele, "Data parallel algorithms", 1986: after the round of distance d, `sum` is that of the
/// last 2d members.
void add_scan(const Member& me, const GroupCall& call) {
  const std::span<std::byte> theirs = me.steps.scratch(call.in.size());
  me.steps.copy(call.in, call.out);
  for (std::uint32_t distance = 1; distance < me.size; distance *= 2) {
    if (me.rank >= distance) me.steps.receive(me.rank - distance, theirs);
    if (me.rank + distance < me.size) me.steps.send(me.rank + distance, call.out);
    me.steps.end_round();
    if (me.rank >= distance) me.steps.combine(call.out, theirs, call.out);
  }
}

/// The same, with the sum of those before it beside.
void add_exscan(const Member& me, const GroupCall& call) {
  const std::span<std::byte> theirs = me.steps.scratch(call.in.size()), sum = me.steps.scratch(call.in.size());
  me.steps.copy(call.in, sum);
  for (std::uint32_t distance = 1; distance < me.size; distance *= 2) {
    if (me.rank >= distance) me.steps.receive(me.rank - distance, theirs);
    if (me.rank + distance < me.size) me.steps.send(me.rank + distance, sum);
    me.steps.end_round();
    if (me.rank < distance) continue;
    distance == 1 ? me.steps.copy(theirs, call.out) : me.steps.combine(call.out, theirs, call.out);
    me.steps.combine(sum, theirs, sum);
  }
}

}  // namespace switchyard::detail
