#pragma once
/// \file group.hpp
/// A subset of the nodes, with an order of its own and collectives of its own. The non-blocking ones are in
/// group_post.hpp, and what interfaces need that know their types only at run time is in group/call.hpp.
///
/// Which algorithm carries one out is chosen for the machine, the members and the size: collective_choice.hpp. Blocking
/// collectives of all nodes in their natural order use the machine's control network where it has one for them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/call_ledger.hpp"
#include "runtime/group/call.hpp"
#include "runtime/group/elements.hpp"
#include "runtime/node.hpp"

namespace switchyard {

class GroupLedger;

/// One member's view of a group. Each member makes one, on its own node. Owner thread or fiber only; must not outlive
/// the node's program.
///
/// Members are told apart by their rank: their place in the list. All members make the same collectives of a group in
/// the same order, blocking and posted ones counted alike, and give the same kind, root, sizes, elements and operation
/// where they are not said to vary. Operations are compared by their number (Operation::id) alone: whether two function
/// objects do the same cannot be told. Collectives of different groups may be under way at once, in any order; one that
/// was posted goes on while its node waits, tests, probes or polls, whatever for, and in other collectives.
///
/// Spans have the same lengths on all members unless said otherwise; T is trivially copyable. `in` and `out` are the
/// same memory or do not overlap. Operations are associative; unless they are said to commute, members of lower rank
/// stand on the left.
///
/// Errors: UsageError for a list of members without this node, with a node twice, or with one outside the machine; for
/// members other than another member has given for this context; for a root outside the group and spans of wrong
/// lengths; and where members do not call alike. The run then ends, and names node, call and call site.
class Group {
 public:
  using Site = Node::Site;

  /// `context`: kFirstFreeContext to kLastFreeContext; what keeps this group's messages apart from those of others. The
  /// group's messages do not meet those that the program sends in a context of this number, so that an interface can
  /// give both one number. Groups without common nodes may have the same context, and so may a later group if all
  /// members have destroyed theirs in between; a node makes its groups of one context in the same order as their other
  /// members.
  Group(Node& node, std::vector<NodeId> members, Context context, Site site = Site::current());
  Group(Group&&) noexcept;
  Group& operator=(Group&&) noexcept;
  ~Group();

  std::uint32_t rank() const noexcept { return rank_; }
  std::uint32_t size() const noexcept;
  /// Needs: rank < size().
  NodeId node_at(std::uint32_t rank) const noexcept;
  /// size() if that node is no member.
  std::uint32_t rank_of(NodeId node) const noexcept;
  Context context() const noexcept;

  /// Any collective, with its sizes in bytes. Blocks until this member's part is over.
  void run(GroupCall call, Site site = Site::current());
  /// The same, but returns at once; the result is there when the handle has been waited for, or tested.
  [[nodiscard]] Handle post(GroupCall call, Site site = Site::current());

  /// What an interface keeps going on beside the program, as posted collectives go on: the handle is complete once it
  /// has no messages any more.
  [[nodiscard]] static Handle keep_under_way(Node& node, std::shared_ptr<CollectiveUnderWay> work);

  void barrier(Site site = Site::current()) { run(GroupCall::barrier(), site); }
  /// `data` of the root arrives in `data` of all.
  template <class T>
  void broadcast(std::uint32_t root, std::span<T> data, Site site = Site::current()) {
    run(GroupCall::broadcast(root, std::as_writable_bytes(data)), site);
  }
  /// Element i of `out` of the root: element i of `in` of all, combined. `out` counts on the root only.
  template <class T, class Op>
  void reduce(std::uint32_t root, std::span<const T> in, std::span<T> out, Op op,
              OperandOrder order = OperandOrder::kept, Site site = Site::current()) {
    run(GroupCall::reduce(root, std::as_bytes(in), std::as_writable_bytes(out), operation_on<T>(op, order)), site);
  }
  /// The same result, to the bit, on every member.
  template <class T, class Op>
  void all_reduce(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
                  Site site = Site::current()) {
    run(combining_call(Collective::all_reduce, in, out, op, order), site);
  }
  /// Rank i gets the combination of ranks 0..i.
  template <class T, class Op>
  void scan(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
            Site site = Site::current()) {
    run(combining_call(Collective::scan, in, out, op, order), site);
  }
  /// Rank i gets the combination of ranks 0..i-1, and rank 0 nothing: its `out` stays as it is.
  template <class T, class Op>
  void exscan(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
              Site site = Site::current()) {
    run(combining_call(Collective::exscan, in, out, op, order), site);
  }
  /// `out` of the root has size() times as many elements as `in`; block i comes from rank i.
  template <class T>
  void gather(std::uint32_t root, std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// The same with blocks of varying sizes, which count on the root only: block i has as many elements as `in` of rank
  /// i.
  template <class T>
  void gather(std::uint32_t root, std::span<const T> in, std::span<T> out, const Blocks& blocks,
              Site site = Site::current()) {
    run(GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))),
        site);
  }
  /// `in` of the root has size() times as many elements as `out`; block i goes to rank i.
  template <class T>
  void scatter(std::uint32_t root, std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::scatter(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// The same with blocks of varying sizes, which count on the root only.
  template <class T>
  void scatter(std::uint32_t root, std::span<const T> in, const Blocks& blocks, std::span<T> out,
               Site site = Site::current()) {
    run(GroupCall::scatter(root, std::as_bytes(in), blocks_in_bytes(blocks, sizeof(T)), std::as_writable_bytes(out)),
        site);
  }
  /// `out` has size() times as many elements as `in`; block i comes from rank i.
  template <class T>
  void all_gather(std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// The same with blocks of varying sizes, which all members give alike, if not at the same places.
  template <class T>
  void all_gather(std::span<const T> in, std::span<T> out, const Blocks& blocks, Site site = Site::current()) {
    run(GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))),
        site);
  }
  /// Both spans have size() blocks of one size. Block j of rank i's `in` becomes block i of rank j's `out`.
  template <class T>
  void all_to_all(std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::all_to_all(std::as_bytes(in), std::as_writable_bytes(out), sizeof(T)), site);
  }
  /// The same with blocks of varying sizes: block j of rank i's `in_blocks` is of the size of block i of rank j's
  /// `out_blocks`. Needs the same blocks twice if `in` is `out`.
  template <class T>
  void all_to_all(std::span<const T> in, const Blocks& in_blocks, std::span<T> out, const Blocks& out_blocks,
                  Site site = Site::current()) {
    run(GroupCall::all_to_all(std::as_bytes(in), blocks_in_bytes(in_blocks, sizeof(T)), std::as_writable_bytes(out),
                              blocks_in_bytes(out_blocks, sizeof(T))),
        site);
  }

 private:
  static void check(const Node& node, const std::vector<NodeId>& members, Context context, Site site);
  template <class Action>
  void in_turn(Action action);
  CallLedger::Entry enter(const GroupCall& call, bool posted, Site site);
  CollectiveAlgorithm algorithm_of(const GroupCall& call, bool posted) const;
  CollectiveUnderWay under_way(GroupCall& call, const CallLedger::Entry& entry, CollectiveAlgorithm algorithm) const;
  void run_on_machine(const GroupCall& call, Site site);
  void leave() noexcept;

  Node* node_;
  std::shared_ptr<GroupLedger> ledger_;  ///< null once moved from
  std::uint32_t rank_ = 0;
  std::uint32_t collectives_ = 0;
  bool is_whole_machine_ = false;  ///< all nodes, in their order
};

}  // namespace switchyard
