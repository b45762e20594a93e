#include "tests/corpus/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "runtime/wait_graph.hpp"

namespace switchyard::corpus {
namespace {

std::array<std::atomic<std::uint32_t>, 16> g_lines{};

bool has_site(const std::string& text, std::uint32_t label) {
  return text.find(fmt::format(".cpp:{})", line_of(label))) != std::string::npos ||
         text.find(fmt::format(".cpp:{}:", line_of(label))) != std::string::npos;
}

std::string difference(const Wait& wait, const WaitGraph& graph) {
  const auto& all = graph.waiters();
  const auto found = std::ranges::find(all, n(wait.node), &Waiter::node);
  if (found == all.end()) return fmt::format("node {} is not said to wait", wait.node);
  if (found->call.find(wait.call) == std::string::npos)
    return fmt::format("node {} waits in '{}', not in {}", wait.node, found->call, wait.call);
  if (!has_site(found->call, wait.label))
    return fmt::format("node {} waits in '{}', not on line {}", wait.node, found->call, line_of(wait.label));
  if (wait.tag && found->call.find(fmt::format("tag {}", *wait.tag)) == std::string::npos)
    return fmt::format("node {} waits in '{}', not for tag {}", wait.node, found->call, *wait.tag);
  std::set<std::uint32_t> holders;
  for (const Blocker& blocker : graph.blockers(*found)) holders.insert(index(blocker.holder));
  const std::set<std::uint32_t> stated(wait.peers.nodes.begin(), wait.peers.nodes.end());
  const bool others = wait.peers.any && !holders.empty() && !holders.contains(wait.node);
  if (!others && holders != stated)
    return fmt::format("node {} is said to wait for {}, not for {}", wait.node, fmt::join(holders, ","),
                       fmt::join(stated, ","));
  return {};
}

std::string difference_of_cycles(const Failure& stated, const WaitGraph& graph) {
  Cycles cycles;
  for (const auto& cycle : graph.cycles()) {
    cycles.emplace_back();
    for (const NodeId node : cycle) cycles.back().push_back(index(node));
  }
  std::ranges::sort(cycles);
  Cycles expected = stated.cycles;
  std::ranges::sort(expected);
  return cycles == expected ? "" : "other cycles are named";
}

std::string difference(const Failure& stated, const std::exception_ptr& error) {
  if (!error) return {};
  try {
    std::rethrow_exception(error);
  } catch (const DeadlockError& e) {
    if (stated.waits.empty()) return {};
    for (const Wait& wait : stated.waits) {
      if (const std::string what = difference(wait, e.graph()); !what.empty()) return what;
    }
    if (e.graph().waiters().size() != stated.waits.size()) return "other nodes are said to wait";
    return difference_of_cycles(stated, e.graph());
  } catch (const NodeError& e) {
    const auto guilty = [&](const Guilty& one) {
      return n(one.node) == e.node() && (one.label == 0 || has_site(e.what(), one.label));
    };
    if (!stated.guilty.empty() && std::ranges::none_of(stated.guilty, guilty)) return "blames another node or call";
  } catch (const DataError& e) {
    if (stated.label != 0 && !has_site(e.what(), stated.label)) return "names another call that has sent";
  } catch (const std::exception&) {
  }
  return {};
}

}  // namespace

void note_line(std::uint32_t label, std::uint32_t line) noexcept { g_lines.at(label).store(line); }
std::uint32_t line_of(std::uint32_t label) noexcept { return g_lines.at(label).load(); }

Judgement judge(const Verdict& verdict, Outcome outcome, const std::exception_ptr& error) {
  if (outcome == Outcome::completed) {
    if (verdict.orders == Orders::all) return {Grade::miss, "completed"};
    return {Grade::exact, ""};
  }
  std::string text;
  try {
    if (error) std::rethrow_exception(error);
  } catch (const std::exception& e) {
    text = e.what();
  }
  if (verdict.orders == Orders::none) return {Grade::false_alarm, fmt::format("{}: {}", name_of(outcome), text)};
  std::string why = fmt::format("outcome {}", name_of(outcome));
  for (const Failure& stated : verdict.failures) {
    if (stated.outcome != outcome) continue;
    why = difference(stated, error);
    if (why.empty()) return {Grade::exact, ""};
  }
  return {Grade::inexact, fmt::format("{} | {}", why, text)};
}

}  // namespace switchyard::corpus
