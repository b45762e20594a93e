#pragma once
/// \file group.hpp
/// A group is a subset of the nodes, with an order and collectives of its own. Its non-blocking collectives are in
/// group_post.hpp; group/call.hpp is for interfaces that know the types of data only at run time.
///
/// The algorithm of each collective is chosen for the machine, the members and the size: see collective_choice.hpp.
/// Blocking collectives of all nodes in their natural order use the machine's control network where that is fastest.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/call_ledger.hpp"
#include "runtime/group/call.hpp"
#include "runtime/group/elements.hpp"
#include "runtime/node.hpp"

namespace switchyard {

class GroupMembersAndCollectiveCalls;
enum class SettableCollective : std::uint8_t;
struct ExchangePattern;
struct LastSchedule;

/// One member's view of a group. Each member makes one, on its own node. Only the node's own thread or fiber may use
/// it, and it must not outlive the node's program.
///
/// A member's rank is its place in the list of members. All members make the same collectives of a
/// group in the same order, where blocking and posted ones count alike. They give the same kind,
/// root, sizes, elements and operation, unless a collective says that they may differ. Operations
/// are compared by Operation::id: operations of different types have different numbers, but all
/// lambdas have the same one, because two lambdas may well do the same. Collectives of different
/// groups may be under way at once, in any order. A posted collective makes progress while its
/// node waits, tests, probes or polls for anything, and during other collectives.
///
/// Spans have the same lengths on all members unless said otherwise; T is trivially copyable. `in` and `out` are the
/// same memory or do not overlap. Operations are associative; unless they are said to commute, members of lower rank
/// stand on the left.
///
/// Errors: UsageError for a list of members without this node, with a node twice, or with one outside the machine; for
/// a list that differs from the one that another member has given for this context; for a root outside the group; for
/// spans of wrong lengths; and for members whose calls differ. The run then ends, and names node, call and call site.
class Group {
 public:
  using Site = Node::Site;

  /// Makes this member's view of a group. `context`, from kFirstFreeContext to kLastFreeContext, keeps the messages of
  /// this group apart from those of other groups. The group's messages also never match receives of the program itself
  /// in the context of the same number, so that an interface can use one number for both. Two groups may have the same
  /// context if they have no node in common, or if all members have destroyed the one before they make the other. A
  /// node makes its groups of one context in the same order as their other members.
  Group(Node& node, std::vector<NodeId> members, Context context, Site site = Site::current());
  Group(Group&&) noexcept;
  Group& operator=(Group&&) noexcept;
  ~Group();

  std::uint32_t rank() const noexcept { return rank_; }
  std::uint32_t size() const noexcept;
  /// Returns the node of a rank. Needs: rank < size().
  NodeId node_at(std::uint32_t rank) const noexcept;
  /// Returns the rank of a node, or size() if the node is no member.
  std::uint32_t rank_of(NodeId node) const noexcept;
  Context context() const noexcept;

  /// Carries out a collective of any kind, whose sizes `call` gives in bytes. Blocks until this member's part of the
  /// collective is over.
  void run(GroupCall call, Site site = Site::current());
  /// Posts a collective of any kind, and returns at once. The result is in the buffers of `call` when the returned
  /// handle has been waited for, or tested successfully.
  [[nodiscard]] Handle post(GroupCall call, Site site = Site::current());

  // The functions from algorithm_set_for_exchange() to spend_on_schedule() are for interfaces that carry out exchanges
  // (collectives such as all_to_all) by a schedule; see group/persistent_exchange.hpp.

  /// Returns the algorithm that the settings of the run name for the kind of exchange `which`, or null if they name
  /// none, or if a group of this size cannot use it.
  std::shared_ptr<const ExchangeAlgorithm> algorithm_set_for_exchange(SettableCollective which) const;
  /// Returns whether the settings of the run name any algorithm that schedules exchanges among neighbours.
  bool schedules_neighbor_exchanges() const noexcept;
  /// Returns the fastest algorithm for the group's next collective, if that is an exchange among neighbours for which
  /// the settings of the run name no algorithm. `askers` members of the group call this; the first one decides for all
  /// of them, for messages of `bytes` bytes. If the result is null, it is fastest to send all messages at once.
  std::shared_ptr<const ExchangeAlgorithm> fastest_exchange(const ExchangePattern& pattern, std::uint64_t bytes,
                                                            std::uint32_t askers);
  /// Returns the schedule that `algorithm` makes for `pattern`. All members that pass equal arguments get the same
  /// schedule object.
  std::shared_ptr<const ExchangePlan> plan_of(const std::shared_ptr<const ExchangeAlgorithm>& algorithm,
                                              const ExchangePattern& pattern) const;
  /// Spends this node's time on computing a schedule that takes `operations` basic operations. Takes no time if the
  /// settings of the run say that schedules are free, as if they had been made before the run.
  void spend_on_schedule(std::uint64_t operations, Site site = Site::current());

  /// Lets an interface, such as MPI, keep a communication of its own under way in the background of the node's program,
  /// as a posted collective is. The returned handle is complete once `work` has no messages under way any more.
  [[nodiscard]] static Handle start_in_background(Node& node, std::shared_ptr<CollectiveUnderWay> work);
  /// Returns a handle that stands for some work of an interface, and for which the node can wait. The interface makes
  /// the handle complete by calling complete_manual_handle().
  [[nodiscard]] static Handle make_manually_completed_handle(Node& node, Context context, Site site);
  static void complete_manual_handle(const Handle& event);

  void barrier(Site site = Site::current()) { run(GroupCall::barrier(), site); }
  /// Copies `data` of the root to `data` of all members.
  template <class T>
  void broadcast(std::uint32_t root, std::span<T> data, Site site = Site::current()) {
    run(GroupCall::broadcast(root, std::as_writable_bytes(data)), site);
  }
  /// Combines element i of `in` of all members into element i of `out` of the root. `out` is used on the root only.
  template <class T, class Op>
  void reduce(std::uint32_t root, std::span<const T> in, std::span<T> out, Op op,
              OperandOrder order = OperandOrder::kept, Site site = Site::current()) {
    run(GroupCall::reduce(root, std::as_bytes(in), std::as_writable_bytes(out), make_byte_operation<T>(op, order)),
        site);
  }
  /// Combines element i of `in` of all members into element i of `out` of every member. All
  /// members get the same bits.
  template <class T, class Op>
  void all_reduce(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
                  Site site = Site::current()) {
    run(make_all_reduce_or_scan_call(Collective::all_reduce, in, out, op, order), site);
  }
  /// Combines, element by element, the `in` of ranks 0 to i into `out` of rank i.
  template <class T, class Op>
  void scan(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
            Site site = Site::current()) {
    run(make_all_reduce_or_scan_call(Collective::scan, in, out, op, order), site);
  }
  /// Combines, element by element, the `in` of ranks 0 to i-1 into `out` of rank i. On rank 0 `out` stays as it is.
  template <class T, class Op>
  void exscan(std::span<const T> in, std::span<T> out, Op op, OperandOrder order = OperandOrder::kept,
              Site site = Site::current()) {
    run(make_all_reduce_or_scan_call(Collective::exscan, in, out, op, order), site);
  }
  /// Collects the `in` of all members in `out` of the root, which has size() times as many elements; block i comes from
  /// rank i.
  template <class T>
  void gather(std::uint32_t root, std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// Collects the `in` of all members, of varying sizes, in `out` of the root. `blocks` is used on the root only: it
  /// says where the data of each rank goes, and block i has as many elements as `in` of rank i.
  template <class T>
  void gather(std::uint32_t root, std::span<const T> in, std::span<T> out, const Blocks& blocks,
              Site site = Site::current()) {
    run(GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))),
        site);
  }
  /// Distributes `in` of the root, which has size() times as many elements as each `out`; block i goes to rank i.
  template <class T>
  void scatter(std::uint32_t root, std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::scatter(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// Distributes blocks of varying sizes: block i of `in` of the root goes to `out` of rank i. `blocks` is used on the
  /// root only.
  template <class T>
  void scatter(std::uint32_t root, std::span<const T> in, const Blocks& blocks, std::span<T> out,
               Site site = Site::current()) {
    run(GroupCall::scatter(root, std::as_bytes(in), blocks_in_bytes(blocks, sizeof(T)), std::as_writable_bytes(out)),
        site);
  }
  /// Collects the `in` of all members in `out` of every member, which has size() times as many elements; block i comes
  /// from rank i.
  template <class T>
  void all_gather(std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out)), site);
  }
  /// Collects blocks of varying sizes on every member. All members give the same sizes, but the places of the blocks
  /// may differ.
  template <class T>
  void all_gather(std::span<const T> in, std::span<T> out, const Blocks& blocks, Site site = Site::current()) {
    run(GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))),
        site);
  }
  /// Exchanges blocks of one size between all members: block j of rank i's `in` becomes block i of rank j's `out`. Both
  /// spans have size() blocks.
  template <class T>
  void all_to_all(std::span<const T> in, std::span<T> out, Site site = Site::current()) {
    run(GroupCall::all_to_all(std::as_bytes(in), std::as_writable_bytes(out), sizeof(T)), site);
  }
  /// Exchanges blocks of varying sizes: block j of rank i's `input_blocks` has the size of block i of rank j's
  /// `output_blocks`. If `in` is `out`, both lists of blocks must be equal.
  template <class T>
  void all_to_all(std::span<const T> in, const Blocks& input_blocks, std::span<T> out, const Blocks& output_blocks,
                  Site site = Site::current()) {
    run(GroupCall::all_to_all(std::as_bytes(in), blocks_in_bytes(input_blocks, sizeof(T)), std::as_writable_bytes(out),
                              blocks_in_bytes(output_blocks, sizeof(T))),
        site);
  }

 private:
  static void check_group_members(const Node& node, const std::vector<NodeId>& members, Context context, Site site);
  template <class Action>
  void run_in_turn_of_node(Action action);
  CallLedger::EnteredCall check_and_enter_call(const GroupCall& call, bool posted, Site site);
  CollectiveAlgorithm algorithm_for_call(const GroupCall& call, bool posted);
  const GroupShape& group_shape();
  CollectiveUnderWay make_collective_under_way(GroupCall& call, const CallLedger::EnteredCall& entry,
                                               CollectiveAlgorithm algorithm);
  std::shared_ptr<CollectiveUnderWay> make_exchange_collective(GroupCall& call, const CallLedger::EnteredCall& entry);
  void run_as_machine_collective(const GroupCall& call, Site site);
  void leave_group() noexcept;

  /// What decides which algorithm is chosen for a collective of the group.
  struct ChoiceOfAlgorithm {
    Collective kind = Collective::barrier;
    OperandOrder operand_order = OperandOrder::kept;
    bool is_machine_collective_possible = false;
    std::optional<CollectiveAlgorithm> requested_algorithm = std::nullopt;
    std::size_t input_buffer_bytes = 0, output_buffer_bytes = 0, element_bytes = 0;
    friend bool operator==(const ChoiceOfAlgorithm&, const ChoiceOfAlgorithm&) = default;
  };

  Node* node_;
  /// What all members of the group share: the list of the members, and a record of their collectives. Null once this
  /// object has been moved from.
  std::shared_ptr<GroupMembersAndCollectiveCalls> group_ledger_;
  std::uint32_t rank_ = 0;
  std::uint32_t collective_count_ = 0;
  /// Whether the members are all nodes of the machine, in the order of their numbers.
  bool has_all_nodes_in_id_order_ = false;
  /// The schedule of the group's last exchange; null before the first exchange.
  std::shared_ptr<LastSchedule> last_schedule_;
  /// The arrangement of the members as a grid; empty before the first collective.
  std::optional<GroupShape> group_shape_ = std::nullopt;
  /// The arguments of the latest choice of an algorithm. They are kept together with the result, because programs make
  /// the same collective again and again.
  ChoiceOfAlgorithm last_choice_;
  std::optional<CollectiveAlgorithm> last_chosen_algorithm_ = std::nullopt;
};

}  // namespace switchyard
