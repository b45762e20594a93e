#include "runtime/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace switchyard {
namespace {

std::string join(const std::vector<NodeId>& nodes, const char* separator) {
  std::string text;
  for (const NodeId node : nodes) text += fmt::format("{}{}", text.empty() ? "" : separator, index(node));
  return text;
}

/// The nodes that `waiter` waits for, each once, ascending.
std::vector<NodeId> holders(const Waiter& waiter) {
  std::vector<NodeId> nodes;
  for (const Blocker& blocker : waiter.blockers) nodes.push_back(blocker.holder);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

WaitGraph::WaitGraph(std::vector<Waiter> waiters, std::vector<bool> finished, std::optional<VirtualTime> at,
                     std::uint64_t seed)
    : waiters_(std::move(waiters)), finished_(std::move(finished)), at_(at), seed_(seed) {
  find_cycles();
}

/// Strong components of more than one node, or of one that waits for itself.
void WaitGraph::find_cycles() {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph(finished_.size());
  for (const Waiter& waiter : waiters_) {
    for (const NodeId holder : holders(waiter)) boost::add_edge(index(waiter.node), index(holder), graph);
  }
  std::vector<std::size_t> component(finished_.size());
  const std::size_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph)));
  std::vector<std::vector<NodeId>> members(count);
  for (const Waiter& waiter : waiters_) members[component[index(waiter.node)]].push_back(waiter.node);
  for (Waiter& waiter : waiters_) {
    const auto own = holders(waiter);
    const bool waits_for_itself = std::find(own.begin(), own.end(), waiter.node) != own.end();
    waiter.in_cycle = members[component[index(waiter.node)]].size() > 1 || waits_for_itself;
  }
  for (auto& cycle : members) {
    if (cycle.size() > 1) cycles_.push_back(std::move(cycle));
  }
  std::sort(cycles_.begin(), cycles_.end());
}

std::string WaitGraph::place(const Waiter& waiter) const {
  if (waiter.in_cycle) return "cycle";
  std::vector<NodeId> waiting;
  std::vector<NodeId> gone;
  for (const NodeId holder : holders(waiter)) (finished_[index(holder)] ? gone : waiting).push_back(holder);
  if (waiting.empty() && !gone.empty()) return fmt::format("for ever: node {} has finished", join(gone, ", "));
  return waiting.empty() ? "for ever" : "behind " + join(waiting, ", ");
}

std::string WaitGraph::text() const {
  const auto in_cycle = static_cast<std::size_t>(
      std::count_if(waiters_.begin(), waiters_.end(), [](const Waiter& w) { return w.in_cycle; }));
  const std::string when = at_ ? fmt::format("virtual time {:.3f} us, ", microseconds(*at_)) : "";
  const std::size_t behind = waiters_.size() - in_cycle;
  std::string text =
      in_cycle > 0
          ? fmt::format("deadlock: {} of {} nodes wait for each other, {} more wait{} behind them", in_cycle,
                        finished_.size(), behind, behind == 1 ? "s" : "")
          : fmt::format("deadlock: {} of {} nodes wait for what cannot come", waiters_.size(), finished_.size());
  text += fmt::format(" ({}seed {})\n", when, seed_);
  for (const Waiter& waiter : waiters_) {
    text +=
        fmt::format("  node {} in {}{}    [{}]\n", index(waiter.node), waiter.call,
                    waiter.since ? fmt::format(", since {:.3f} us", microseconds(*waiter.since)) : "", place(waiter));
    constexpr std::size_t kShown = 4;
    for (std::size_t i = 0; i < std::min(waiter.blockers.size(), kShown); ++i) {
      text += fmt::format("    waits for node {}: {}\n", index(waiter.blockers[i].holder), waiter.blockers[i].resource);
    }
    if (waiter.blockers.size() > kShown) text += fmt::format("    and {} more\n", waiter.blockers.size() - kShown);
  }
  for (const auto& cycle : cycles_) text += fmt::format("  cycle of nodes {}\n", join(cycle, ", "));
  text.pop_back();
  return text;
}

std::string WaitGraph::dot() const {
  std::string text = "digraph deadlock {\n  node [shape=box];\n";
  for (const Waiter& waiter : waiters_) {
    text += fmt::format("  n{} [label=\"node {}\\n{}\"{}];\n", index(waiter.node), index(waiter.node),
                        escape(waiter.call), waiter.in_cycle ? ", color=red" : "");
    for (const Blocker& blocker : waiter.blockers) {
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", index(waiter.node), index(blocker.holder),
                          escape(blocker.resource));
    }
  }
  return text + "}\n";
}

std::string WaitGraph::json() const {
  nlohmann::ordered_json root;
  root["seed"] = seed_;
  root["nodes"] = finished_.size();
  if (at_) root["virtual_time_us"] = microseconds(*at_);
  root["waiters"] = nlohmann::ordered_json::array();
  for (const Waiter& waiter : waiters_) {
    nlohmann::ordered_json entry{{"node", index(waiter.node)}, {"call", waiter.call}, {"in_cycle", waiter.in_cycle}};
    if (waiter.since) entry["since_us"] = microseconds(*waiter.since);
    entry["waits_for"] = nlohmann::ordered_json::array();
    for (const Blocker& blocker : waiter.blockers) {
      entry["waits_for"].push_back({{"node", index(blocker.holder)}, {"resource", blocker.resource}});
    }
    root["waiters"].push_back(std::move(entry));
  }
  root["cycles"] = nlohmann::ordered_json::array();
  for (const auto& cycle : cycles_) {
    nlohmann::ordered_json members = nlohmann::ordered_json::array();
    for (const NodeId node : cycle) members.push_back(index(node));
    root["cycles"].push_back(std::move(members));
  }
  return root.dump(2);
}

}  // namespace switchyard
