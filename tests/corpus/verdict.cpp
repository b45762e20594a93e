#include "tests/corpus/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "runtime/wait_graph.hpp"

namespace switchyard::corpus {
namespace {

std::array<std::atomic<std::uint32_t>, 16> g_source_lines_by_call_label{};

bool is_source_line_of_labelled_call(const CallPlace& place, std::uint32_t label) {
  return place.line == line_of_label(label);
}

/// Returns whether the waiting node is in the expected call. The expected call may be the one that waits, or a call
/// that has posted a request for which the node waits. An empty `call_name` stands for any call.
bool is_waiter_in_call(const Waiter& waiter, const ExpectedWaitingNodeReport& wait) {
  const auto is_stated = [&](const std::string& verb, const CallPlace& place) {
    return (wait.call_name.empty() || verb == wait.call_name) && is_source_line_of_labelled_call(place, wait.label);
  };
  const auto is_it = [&](const DescribedCall& call) { return is_stated(call.verb, call.place); };
  return is_stated(waiter.verb, waiter.site) || std::ranges::any_of(waiter.awaited, is_it);
}

bool is_resource_of_kind(AwaitedResource stated, ResourceKind kind) {
  switch (stated) {
    case AwaitedResource::message:
      return kind == ResourceKind::message || kind == ResourceKind::receive;
    case AwaitedResource::buffer:
      return kind == ResourceKind::system_buffer || kind == ResourceKind::send_buffer;
    case AwaitedResource::collective:
      return kind == ResourceKind::collective;
    case AwaitedResource::poll:
      return kind == ResourceKind::poll || kind == ResourceKind::network_room_for_packets ||
             kind == ResourceKind::lock_answer;
    case AwaitedResource::word:
      return kind == ResourceKind::active_message;
    case AwaitedResource::lock:
      return kind == ResourceKind::lock;
  }
  return false;
}

/// Returns whether the node waits because its message needs room in a system buffer. In a run under stress, this may
/// happen to a send that would otherwise wait for its receive.
bool does_waiter_need_system_buffer_room(const Waiter& waiter) {
  return std::ranges::any_of(waiter.blockers, [&](const BlockingResource& blocker) {
    const auto& asks = blocker.resource.wanted_by;
    return blocker.resource.kind == ResourceKind::system_buffer && asks && asks->from == waiter.node;
  });
}

/// Returns whether the waiting node needs the expected thing to continue. If it waits in a collective that consists of
/// messages, it needs one of these messages.
bool does_waiter_need_resource(const WaitGraph& graph, const Waiter& waiter, AwaitedResource stated) {
  const bool by_message = std::ranges::any_of(waiter.awaited, [](const DescribedCall& call) {
    return !call.collective.empty() && call.kind != DescribedCall::Kind::collective;
  });
  if (stated == AwaitedResource::collective && by_message)
    return does_waiter_need_resource(graph, waiter, AwaitedResource::message);
  if (stated == AwaitedResource::message && does_waiter_need_system_buffer_room(waiter)) return true;
  const auto is_it = [&](const switchyard::Resource& one) { return is_resource_of_kind(stated, one.kind); };
  return std::ranges::any_of(waiter.blockers, is_it, &BlockingResource::resource) ||
         std::ranges::any_of(waiter.groups, [&](std::uint32_t group) { return is_it(graph.groups()[group].resource); });
}

bool does_text_name_line_of_labelled_call(const std::string& text, std::uint32_t label) {
  return text.find(fmt::format(".cpp:{})", line_of_label(label))) != std::string::npos ||
         text.find(fmt::format(".cpp:{}:", line_of_label(label))) != std::string::npos;
}

std::string difference_text(const ExpectedWaitingNodeReport& wait, const WaitGraph& graph) {
  const auto& all = graph.waiters();
  const auto found = std::ranges::find(all, make_node_id(wait.node), &Waiter::node);
  if (found == all.end()) return fmt::format("node {} is not said to wait", wait.node);
  if (!is_waiter_in_call(*found, wait))
    return fmt::format("node {} waits in '{}', not in {} on line {}", wait.node, found->text(), wait.call_name,
                       line_of_label(wait.label));
  const auto has_tag = [&](const DescribedCall& call) { return call.tag == make_tag(*wait.tag); };
  if (wait.tag && std::ranges::none_of(found->awaited, has_tag))
    return fmt::format("node {} waits in '{}', not for tag {}", wait.node, found->text(), *wait.tag);
  if (!does_waiter_need_resource(graph, *found, wait.awaited_resource))
    return fmt::format("node {} in '{}' is said to lack something else", wait.node, found->text());
  std::set<std::uint32_t> holders;
  for (const BlockingResource& blocker : graph.blockers(*found)) holders.insert(index(blocker.holder));
  const std::set<std::uint32_t> stated(wait.awaited_peers.nodes.begin(), wait.awaited_peers.nodes.end());
  const bool others = wait.awaited_peers.includes_all_other_nodes && !holders.empty() && !holders.contains(wait.node);
  if (!others && holders != stated)
    return fmt::format("node {} is said to wait for {}, not for {}", wait.node, fmt::join(holders, ","),
                       fmt::join(stated, ","));
  return {};
}

std::string wait_cycles_difference_text(const ExpectedFailure& stated, const WaitGraph& graph) {
  WaitCycles cycles;
  for (const auto& cycle : graph.cycles()) {
    cycles.emplace_back();
    for (const NodeId node : cycle) cycles.back().push_back(index(node));
  }
  std::ranges::sort(cycles);
  WaitCycles expected = stated.cycles;
  std::ranges::sort(expected);
  return cycles == expected ? "" : "other cycles are named";
}

std::string difference_text(const ExpectedFailure& stated, const std::exception_ptr& error) {
  if (!error) return {};
  try {
    std::rethrow_exception(error);
  } catch (const DeadlockError& e) {
    if (stated.waits.empty()) return {};
    for (const ExpectedWaitingNodeReport& wait : stated.waits) {
      if (const std::string what = difference_text(wait, e.graph()); !what.empty()) return what;
    }
    if (e.graph().waiters().size() != stated.waits.size()) return "other nodes are said to wait";
    return wait_cycles_difference_text(stated, e.graph());
  } catch (const NodeError& e) {
    const auto guilty = [&](const BlamedCall& one) {
      return make_node_id(one.node) == e.node() &&
             (one.label == 0 || does_text_name_line_of_labelled_call(e.what(), one.label));
    };
    if (!stated.blamed_calls.empty() && std::ranges::none_of(stated.blamed_calls, guilty))
      return "blames another node or call";
  } catch (const DataError& e) {
    if (stated.label != 0 && !does_text_name_line_of_labelled_call(e.what(), stated.label))
      return "names another call that has sent";
  } catch (const std::exception&) {
  }
  return {};
}

}  // namespace

void record_line_of_call(std::uint32_t label, std::uint32_t line) noexcept {
  g_source_lines_by_call_label.at(label).store(line);
}
std::uint32_t line_of_label(std::uint32_t label) noexcept { return g_source_lines_by_call_label.at(label).load(); }

RunJudgement judge_run_end(const ExpectedVerdict& verdict, RunOutcome outcome, const std::exception_ptr& error) {
  if (outcome == RunOutcome::completed) {
    if (verdict.failing_orders == ShareOfFailingEventOrders::all_event_orders_fail)
      return {AgreementWithExpectedVerdict::miss, "completed"};
    return {AgreementWithExpectedVerdict::exact, ""};
  }
  std::string text;
  try {
    if (error) std::rethrow_exception(error);
  } catch (const std::exception& e) {
    text = e.what();
  }
  if (verdict.failing_orders == ShareOfFailingEventOrders::no_event_order_fails)
    return {AgreementWithExpectedVerdict::false_alarm, fmt::format("{}: {}", name_of(outcome), text)};
  std::string why = fmt::format("outcome {}", name_of(outcome));
  for (const ExpectedFailure& stated : verdict.failures) {
    if (stated.outcome != outcome) continue;
    why = difference_text(stated, error);
    if (why.empty()) return {AgreementWithExpectedVerdict::exact, ""};
  }
  return {AgreementWithExpectedVerdict::inexact, fmt::format("{} | {}", why, text)};
}

}  // namespace switchyard::corpus
