#include "runtime/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace switchyard {
namespace {

constexpr std::size_t kShown = 4;  ///< of what a waiter waits for, in the text

std::string join(std::span<const NodeId> nodes) {
  std::string text;
  for (const NodeId node : nodes) text += fmt::format("{}{}", text.empty() ? "" : ", ", index(node));
  return text;
}

/// The first of them, and how many more there are.
std::string join_first(const std::vector<NodeId>& nodes) {
  if (nodes.size() <= kShown) return join(nodes);
  return fmt::format("{} and {} more", join(std::span(nodes).first(kShown)), nodes.size() - kShown);
}

nlohmann::ordered_json numbers(const std::vector<NodeId>& nodes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const NodeId node : nodes) list.push_back(index(node));
  return list;
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

WaitGraph::WaitGraph(std::vector<Waiter> waiters, std::vector<WaitGroup> groups, std::vector<bool> finished,
                     std::optional<VirtualTime> at, std::uint64_t seed)
    : waiters_(std::move(waiters)), groups_(std::move(groups)), finished_(std::move(finished)), at_(at), seed_(seed) {
  find_cycles();
}

template <class See>
void WaitGraph::for_each_blocker(const Waiter& waiter, See see) const {
  for (const Blocker& blocker : waiter.blockers) see(blocker.holder, blocker.resource);
  for (const std::uint32_t group : waiter.groups) {
    for (const NodeId node : groups_[group].nodes) {
      if (node != waiter.node) see(node, groups_[group].resource);
    }
  }
}

std::vector<Blocker> WaitGraph::blockers(const Waiter& waiter) const {
  std::vector<Blocker> all;
  for_each_blocker(waiter, [&](NodeId holder, const std::string& resource) { all.push_back({holder, resource}); });
  return all;
}

/// The nodes that it waits for, each once, ascending.
std::vector<NodeId> WaitGraph::holders(const Waiter& waiter) const {
  std::vector<NodeId> nodes;
  for_each_blocker(waiter, [&](NodeId holder, const std::string&) { nodes.push_back(holder); });
  if (!std::ranges::is_sorted(nodes)) std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// Strong components of more than one node, or of one that waits for itself. A group is one more vertex, between those
/// that wait for it and its nodes; that it leads back to who waits makes no cycle of that node alone.
void WaitGraph::find_cycles() {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph(finished_.size() + groups_.size());
  for (const Waiter& waiter : waiters_) {
    for (const Blocker& blocker : waiter.blockers) boost::add_edge(index(waiter.node), index(blocker.holder), graph);
    for (const std::uint32_t group : waiter.groups) {
      boost::add_edge(index(waiter.node), finished_.size() + group, graph);
    }
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const NodeId node : groups_[group].nodes) boost::add_edge(finished_.size() + group, index(node), graph);
  }
  std::vector<std::size_t> component(finished_.size() + groups_.size());
  const std::size_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph)));
  std::vector<std::vector<NodeId>> members(count);
  for (const Waiter& waiter : waiters_) members[component[index(waiter.node)]].push_back(waiter.node);
  for (Waiter& waiter : waiters_) {
    const bool waits_for_itself =
        std::ranges::find(waiter.blockers, waiter.node, &Blocker::holder) != waiter.blockers.end();
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
  if (waiting.empty() && !gone.empty()) return fmt::format("for ever: node {} has finished", join_first(gone));
  return waiting.empty() ? "for ever" : "behind " + join_first(waiting);
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
    add_blockers(text, waiter);
  }
  for (const auto& cycle : cycles_) text += fmt::format("  cycle of nodes {}\n", join(cycle));
  text.pop_back();
  return text;
}

void WaitGraph::add_blockers(std::string& text, const Waiter& waiter) const {
  std::size_t count = 0;
  for_each_blocker(waiter, [&](NodeId holder, const std::string& resource) {
    if (count++ < kShown) text += fmt::format("    waits for node {}: {}\n", index(holder), resource);
  });
  if (count > kShown) text += fmt::format("    and {} more\n", count - kShown);
}

std::string WaitGraph::dot() const {
  std::string text = "digraph deadlock {\n  node [shape=box];\n";
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    text += fmt::format("  g{} [label=\"{}\", shape=ellipse];\n", i, escape(groups_[i].resource));
    for (const NodeId node : groups_[i].nodes) text += fmt::format("  g{} -> n{};\n", i, index(node));
  }
  for (const Waiter& waiter : waiters_) {
    text += fmt::format("  n{} [label=\"node {}\\n{}\"{}];\n", index(waiter.node), index(waiter.node),
                        escape(waiter.call), waiter.in_cycle ? ", color=red" : "");
    for (const Blocker& blocker : waiter.blockers) {
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", index(waiter.node), index(blocker.holder),
                          escape(blocker.resource));
    }
    for (const std::uint32_t group : waiter.groups) text += fmt::format("  n{} -> g{};\n", index(waiter.node), group);
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
    for (const std::uint32_t group : waiter.groups) entry["waits_for"].push_back({{"group", group}});
    root["waiters"].push_back(std::move(entry));
  }
  if (!groups_.empty()) root["groups"] = nlohmann::ordered_json::array();
  for (const WaitGroup& group : groups_) {
    root["groups"].push_back({{"resource", group.resource}, {"nodes", numbers(group.nodes)}});
  }
  root["cycles"] = nlohmann::ordered_json::array();
  for (const auto& cycle : cycles_) root["cycles"].push_back(numbers(cycle));
  return root.dump(2);
}

}  // namespace switchyard
