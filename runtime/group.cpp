#include "runtime/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "runtime/group/algorithms.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/group/ledger.hpp"
#include "runtime/group/scheduled_exchange.hpp"
#include "runtime/group/settings.hpp"
#include "runtime/group/under_way.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

bool are_members_all_nodes_in_id_order(const std::vector<NodeId>& members, std::uint32_t node_count) {
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (members[i] != NodeId{i}) return false;
  }
  return members.size() == node_count;
}

CollectiveCallToCompare arguments_that_must_agree(const GroupCall& call, bool posted, std::uint32_t rank) {
  CollectiveCallToCompare agreed{.kind = call.kind,
                                 .posted = posted,
                                 .has_varying_block_sizes = call.has_varying_block_sizes,
                                 .skips_empty_blocks = call.skips_empty_blocks,
                                 .root = call.root,
                                 .bytes = call.contributed_bytes_if_equal_for_members(rank),
                                 .element_bytes = call.operation.element_bytes,
                                 .operand_order = call.operation.operand_order,
                                 .operation = call.operation.id,
                                 .operation_name = call.operation.name};
  if (call.kind == Collective::all_gather || call.kind == Collective::reduce_scatter)
    agreed.counts = call.output_blocks.counts;
  return agreed;
}

CollectiveUnderWay::Call describe_started_collective_call(const std::shared_ptr<GroupMembersAndCollectiveCalls>& group,
                                                          const CallLedger::EnteredCall& entry) {
  return {.kind = entry.collective_call.kind,
          .context = collective_context_of(group->context()),
          .tag = collective_tag(entry.collective_call.kind, entry.sequence),
          .site = entry.site,
          .group = group};
}

}  // namespace

void Group::check_group_members(const Node& node, const std::vector<NodeId>& members, Context context, Site site) {
  const auto refuse = [&](const std::string& what) { throw misuse_error(group_text(context), site, what); };
  const auto number = static_cast<std::uint16_t>(context);
  if (number < kFirstFreeContext || number > kLastFreeContext) {
    refuse(fmt::format("groups have the contexts {} to {}", kFirstFreeContext, kLastFreeContext));
  }
  if (are_members_all_nodes_in_id_order(members, node.node_count())) return;
  if (members.empty()) refuse("it has no members");
  std::vector<bool> seen(node.node_count());
  for (const NodeId member : members) {
    if (index(member) >= node.node_count()) {
      refuse(fmt::format("there is no node {}; the machine has nodes 0 to {}", index(member), node.node_count() - 1));
    }
    if (seen[index(member)]) refuse(fmt::format("node {} is a member twice", index(member)));
    seen[index(member)] = true;
  }
  if (!seen[index(node.id())]) refuse("this node is not one of its members");
}

Group::Group(Node& node, std::vector<NodeId> members, Context context, Site site) : node_(&node) {
  Node::refuse_in_handler("group", site);
  check_group_members(node, members, context, site);
  has_all_nodes_in_id_order_ = are_members_all_nodes_in_id_order(members, node.node_count());
  run_in_turn_of_node(
      [&] { group_ledger_ = node.group_ledgers_.join_group(node.id(), context, std::move(members), site); });
  rank_ = group_ledger_->rank_of(node.id());
}

Group::Group(Group&& other) noexcept
    : node_(other.node_),
      group_ledger_(std::move(other.group_ledger_)),
      rank_(other.rank_),
      collective_count_(other.collective_count_),
      has_all_nodes_in_id_order_(other.has_all_nodes_in_id_order_),
      last_schedule_(std::move(other.last_schedule_)),
      group_shape_(std::move(other.group_shape_)),
      last_choice_(other.last_choice_),
      last_chosen_algorithm_(other.last_chosen_algorithm_) {}

Group& Group::operator=(Group&& other) noexcept {
  if (this == &other) return *this;
  leave_group();
  node_ = other.node_;
  group_ledger_ = std::move(other.group_ledger_);
  rank_ = other.rank_;
  collective_count_ = other.collective_count_;
  has_all_nodes_in_id_order_ = other.has_all_nodes_in_id_order_;
  last_schedule_ = std::move(other.last_schedule_);
  group_shape_ = std::move(other.group_shape_);
  last_choice_ = other.last_choice_;
  last_chosen_algorithm_ = other.last_chosen_algorithm_;
  return *this;
}

Group::~Group() { leave_group(); }

void Group::leave_group() noexcept {
  if (group_ledger_) node_->group_ledgers_.leave_group(node_->id(), group_ledger_->context());
}

std::uint32_t Group::size() const noexcept { return group_ledger_->size(); }
NodeId Group::node_at(std::uint32_t rank) const noexcept { return group_ledger_->members()[rank]; }
std::uint32_t Group::rank_of(NodeId node) const noexcept { return group_ledger_->rank_of(node); }
Context Group::context() const noexcept { return group_ledger_->context(); }

/// Runs `action` when it is this node's turn in the order of virtual time. So it does not depend on the speed of the
/// host's threads which of two nodes with contradictory calls gets the error.
template <class Action>
void Group::run_in_turn_of_node(Action action) {
  std::exception_ptr thrown;
  node_->session_.run_at_turn_of_node(node_->id(), [&] {
    try {
      action();
    } catch (...) {
      thrown = std::current_exception();
    }
  });
  if (thrown) std::rethrow_exception(thrown);
}

/// Checks the arguments of this member's call of a collective, and that it agrees with the calls of the members that
/// have come to the same collective so far. Throws UsageError if not.
CallLedger::EnteredCall Group::check_and_enter_call(const GroupCall& call, bool posted, Site site) {
  Node::refuse_in_handler(call.kind, site);
  if (const std::string fault = error_in_group_call(call, rank_, size()); !fault.empty()) {
    throw misuse_error(fmt::format("{}{} of {}", posted ? "post_" : "", name_of(call.kind), group_text(context())),
                       site, fault);
  }
  CallLedger::EnteredCall entry{node_->id(), collective_count_++, arguments_that_must_agree(call, posted, rank_), site};
  run_in_turn_of_node([&] { group_ledger_->call_ledger().check_call_agrees_with_first_caller(entry); });
  return entry;
}

/// Chooses the algorithm of a collective. A posted collective is never carried out by the machine itself, because all
/// nodes would have to wait in it.
CollectiveAlgorithm Group::algorithm_for_call(const GroupCall& call, bool posted) {
  const bool machine_can =
      has_all_nodes_in_id_order_ && !posted && node_->has_machine_collective(machine_collective_for(call.kind));
  const ChoiceOfAlgorithm choice{.kind = call.kind,
                                 .operand_order = call.operation.operand_order,
                                 .is_machine_collective_possible = machine_can,
                                 .requested_algorithm = call.algorithm,
                                 .input_buffer_bytes = call.in.size(),
                                 .output_buffer_bytes = call.out.size(),
                                 .element_bytes = call.operation.element_bytes};
  if (last_chosen_algorithm_ && choice == last_choice_) return *last_chosen_algorithm_;
  last_chosen_algorithm_ =
      chosen_algorithm({.machine = node_->machine_,
                        .members = has_all_nodes_in_id_order_ ? std::span<const NodeId>() : group_ledger_->members(),
                        .is_machine_collective_possible = machine_can,
                        .preferred_algorithm = node_->algorithm_setting_for(call.kind)},
                       call);
  last_choice_ = choice;
  return *last_chosen_algorithm_;
}

const GroupShape& Group::group_shape() {
  if (!group_shape_)
    group_shape_ = has_all_nodes_in_id_order_ ? machine_shape(node_->machine_) : nearly_square_grid(size());
  return *group_shape_;
}

CollectiveUnderWay Group::make_collective_under_way(GroupCall& call, const CallLedger::EnteredCall& entry,
                                                    CollectiveAlgorithm algorithm) {
  CollectiveSteps steps = steps_of(call, rank_, group_shape(), algorithm);
  return {describe_started_collective_call(group_ledger_, entry), std::move(steps), std::move(call.operation)};
}

/// Makes this member's part in an all_to_all by the algorithm GroupCall::exchange: by the schedule that the algorithm
/// makes, or, if it makes none, with the member's sends in a random order.
std::shared_ptr<CollectiveUnderWay> Group::make_exchange_collective(GroupCall& call,
                                                                    const CallLedger::EnteredCall& entry) {
  ExchangePlans& plans = node_->group_ledgers_.plans();
  CollectiveUnderWay::Call own = describe_started_collective_call(group_ledger_, entry);
  if (call.exchange->exchange_plan_maker) {
    if (!last_schedule_) last_schedule_ = std::make_shared<LastSchedule>();
    const bool cost = !node_->collective_settings_ || node_->collective_settings_->is_scheduling_time_charged;
    return std::make_shared<ScheduledExchange>(
        std::move(own), std::move(call),
        ScheduledExchange::ExchangeResources{.rank = rank_,
                                             .machine = node_->machine_,
                                             .plans = plans,
                                             .last_schedule = last_schedule_,
                                             .is_scheduling_time_charged = cost});
  }
  CollectiveSteps steps;
  const ExchangeData data = detail::blocks_of_all_to_all(call, size(), detail::input_without_aliasing(steps, call));
  Rng rng(split_seed(split_seed(plans.seed(), index(node_->id())), entry.sequence));
  steps.copy(data.block_to_send_to_rank(rank_), data.result(rank_));
  add_unscheduled_exchange_steps(steps, rank_, size(), data, rng);
  return std::make_shared<CollectiveUnderWay>(std::move(own), std::move(steps), Operation{});
}

std::shared_ptr<const ExchangeAlgorithm> Group::algorithm_set_for_exchange(SettableCollective which) const {
  if (!node_->collective_settings_) return nullptr;
  const auto& exchange = node_->collective_settings_->algorithm_setting(which).exchange;
  return exchange && exchange->usable_by(node_->machine_, size()) ? exchange : nullptr;
}

bool Group::schedules_neighbor_exchanges() const noexcept {
  return node_->collective_settings_ && node_->collective_settings_->schedules_neighbor_exchanges();
}

std::shared_ptr<const ExchangeAlgorithm> Group::fastest_exchange(const ExchangePattern& pattern, std::uint64_t bytes,
                                                                 std::uint32_t askers) {
  if (!node_->collective_settings_ || node_->collective_settings_->algorithms_for_neighbor_exchanges.empty())
    return nullptr;
  std::shared_ptr<const ExchangeAlgorithm> fastest;
  run_in_turn_of_node([&] {
    fastest = group_ledger_->agree_on_algorithm(collective_count_, askers, [&] {
      return node_->group_ledgers_.plans().fastest_algorithm_for(
          node_->machine_, node_->collective_settings_->algorithms_for_neighbor_exchanges, pattern, bytes);
    });
  });
  return fastest;
}

std::shared_ptr<const ExchangePlan> Group::plan_of(const std::shared_ptr<const ExchangeAlgorithm>& algorithm,
                                                   const ExchangePattern& pattern) const {
  return node_->group_ledgers_.plans().find_or_make_plan(node_->machine_, algorithm, pattern);
}

void Group::spend_on_schedule(std::uint64_t operations, Site site) {
  if (node_->collective_settings_ && !node_->collective_settings_->is_scheduling_time_charged) return;
  const Duration cost = node_->rates().basic_operation * static_cast<std::int64_t>(operations);
  if (cost > Duration::zero()) node_->compute(cost, site);
}

void Group::run(GroupCall call, Site site) {
  const CallLedger::EnteredCall entry = check_and_enter_call(call, false, site);
  if (call.exchange) return node_->carry_out_collective(*make_exchange_collective(call, entry));
  const CollectiveAlgorithm algorithm = algorithm_for_call(call, false);
  if (algorithm == CollectiveAlgorithm::machine) return run_as_machine_collective(call, site);
  CollectiveUnderWay collective = make_collective_under_way(call, entry, algorithm);
  node_->carry_out_collective(collective);
}

Handle Group::post(GroupCall call, Site site) {
  const CallLedger::EnteredCall entry = check_and_enter_call(call, true, site);
  if (call.exchange) return node_->start_collective(make_exchange_collective(call, entry));
  return node_->start_collective(
      std::make_shared<CollectiveUnderWay>(make_collective_under_way(call, entry, algorithm_for_call(call, true))));
}

Handle Group::start_in_background(Node& node, std::shared_ptr<CollectiveUnderWay> work) {
  return node.start_collective(std::move(work));
}

Handle Group::make_manually_completed_handle(Node& node, Context context, Site site) {
  return node.make_manually_completed_handle(context, site);
}

void Group::complete_manual_handle(const Handle& event) { Node::complete_manual_handle(event); }

void Group::run_as_machine_collective(const GroupCall& call, Site site) {
  const CombineBytesFunction combine = [&](std::byte* into, const std::byte* left, const std::byte* right) {
    call.operation.combine_elements(into, left, right, call.in.size() / call.operation.element_bytes);
  };
  if (call.kind == Collective::reduce_scatter) {
    std::vector<std::byte> all(call.in.begin(), call.in.end());
    node_->take_part_in_machine_collective(
        {.kind = Collective::all_reduce, .data = all, .combine_function = &combine, .context = context()}, site);
    const auto mine = std::span(all).subspan(call.output_blocks.offsets[rank_], call.out.size());
    return static_cast<void>(std::ranges::copy(mine, call.out.begin()));
  }
  const bool has_result = call.kind != Collective::reduce || rank_ == call.root;
  // On members other than the root, a reduce only reads the value `in`, which is not changed in spite of the
  // const_cast.
  const std::span<std::byte> data =
      has_result ? call.out : std::span(const_cast<std::byte*>(call.in.data()), call.in.size());
  if (!data.empty() && call.in.data() != data.data()) std::memcpy(data.data(), call.in.data(), data.size());
  node_->take_part_in_machine_collective(
      {.kind = call.kind, .root = node_at(call.root), .data = data, .combine_function = &combine, .context = context()},
      site);
}

}  // namespace switchyard
