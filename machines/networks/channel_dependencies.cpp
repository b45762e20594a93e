#include "machines/networks/channel_dependencies.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// Numbers the vertices of a graph depth first. A vertex gets its number when all its successors
/// have theirs, and the numbers count down, so they rise along every edge.
class Numbering {
 public:
  explicit Numbering(const std::vector<std::vector<std::uint32_t>>& successors)
      : successors_(successors),
        states_(successors.size(), State::unseen),
        next_number_(static_cast<std::uint32_t>(successors.size())),
        numbers_(successors.size()) {}

  RisingNumbers run() {
    for (std::uint32_t v = 0; v < successors_.size(); ++v) {
      if (states_[v] == State::unseen && !number_reachable_vertices(v)) return {{}, cycle_};
    }
    return {std::move(numbers_), {}};
  }

 private:
  enum class State : std::uint8_t { unseen, on_stack, numbered };
  struct Visit {
    std::uint32_t vertex;
    std::size_t next_successor = 0;
  };

  /// Numbers all vertices of the graph that can be reached from `first`, so that the numbers rise along every edge.
  /// Returns false as soon as a cycle is found.
  bool number_reachable_vertices(std::uint32_t first) {
    push_vertex(first);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      const auto& successors = successors_[top.vertex];
      if (top.next_successor == successors.size()) {
        number_and_pop_vertex(top.vertex);
        continue;
      }
      const std::uint32_t next = successors[top.next_successor++];
      if (states_[next] == State::on_stack) return record_cycle(next);
      if (states_[next] == State::unseen) push_vertex(next);
    }
    return true;
  }

  void push_vertex(std::uint32_t vertex) {
    states_[vertex] = State::on_stack;
    stack_.push_back({vertex});
  }

  void number_and_pop_vertex(std::uint32_t vertex) {
    states_[vertex] = State::numbered;
    numbers_[vertex] = --next_number_;
    stack_.pop_back();
  }

  bool record_cycle(std::uint32_t first) {
    const auto start = std::ranges::find(stack_, first, &Visit::vertex);
    for (auto visit = start; visit != stack_.end(); ++visit) cycle_.push_back(visit->vertex);
    return false;
  }

  const std::vector<std::vector<std::uint32_t>>& successors_;
  std::vector<State> states_;
  std::uint32_t next_number_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Visit> stack_;
  std::vector<std::uint32_t> cycle_;
};

/// Collects which channels depend on which, from the routes of a network.
class Collector {
 public:
  explicit Collector(const Routes& routes)
      : routes_(routes), successors_(routes.channel_count()), used_(routes.channel_count(), false) {}

  void add_route_dependencies(NodeId from, NodeId to) {
    for (const Route route : {Route::automatic, Route::second}) {
      if (!routes_.find_channels_of_route(from, to, route, path_)) continue;
      for (std::size_t i = 0; i < path_.size(); ++i) {
        used_[index(path_[i])] = true;
        if (i > 0) add_dependency(path_[i - 1], path_[i]);
      }
    }
  }

  /// Adds the dependencies between escape channels that messages to node `to` cause: after an
  /// escape channel, a message may cross any channels of its choice and then wait for any escape
  /// channel ahead of it. Needs: routes are chosen on the way.
  void add_choice_dependencies(NodeId to) {
    find_next_nodes_towards(to);
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      for (const std::uint32_t ahead : nodes_on_ways_to(ways_[from].front(), to))
        add_dependency(escapes_[from], escapes_[ahead]);
    }
  }

  ChannelDependencies numbered_dependencies() const {
    const RisingNumbers found = rising_numbers_or_cycle(successors_);
    ChannelDependencies result{found.numbers, {}, static_cast<std::uint32_t>(std::ranges::count(used_, true))};
    for (const std::uint32_t channel : found.cycle) result.cycle.push_back(ChannelId{channel});
    return result;
  }

 private:
  void add_dependency(ChannelId earlier, ChannelId later) {
    auto& successors = successors_[index(earlier)];
    if (std::ranges::find(successors, index(later)) == successors.end()) successors.push_back(index(later));
  }

  /// Finds, for each node, the nodes to which a message to `to` may go next, and the escape channel
  /// of this message. The node at the end of the escape channel is the first of these nodes.
  void find_next_nodes_towards(NodeId to) {
    ways_.assign(routes_.node_count(), {});
    escapes_.assign(routes_.node_count(), {});
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      routes_.find_channels_of_route(NodeId{from}, to, Route::automatic, path_);
      escapes_[from] = path_.front();
      ways_[from].push_back(end_of(path_.front()));
      routes_.list_possible_channels(VertexId{from}, to, path_);
      for (const ChannelId channel : path_) ways_[from].push_back(end_of(channel));
    }
  }
  std::uint32_t end_of(ChannelId channel) const {
    return index(routes_.ends_of_link(routes_.link_of(channel)).value().to);
  }

  /// Returns all nodes that a message from `first` to `to` may visit, `first` included and `to`
  /// not.
  const std::vector<std::uint32_t>& nodes_on_ways_to(std::uint32_t first, NodeId to) {
    std::vector<bool> seen(ways_.size(), false);
    seen[index(to)] = true;
    ahead_.clear();
    const auto visit = [&](std::uint32_t node) {
      if (!seen[node]) ahead_.push_back(node);
      seen[node] = true;
    };
    visit(first);
    for (std::size_t i = 0; i < ahead_.size(); ++i) {
      for (const std::uint32_t next : ways_[ahead_[i]]) visit(next);
    }
    return ahead_;
  }

  const Routes& routes_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<bool> used_;
  std::vector<ChannelId> path_;
  std::vector<std::vector<std::uint32_t>> ways_;
  std::vector<ChannelId> escapes_;
  std::vector<std::uint32_t> ahead_;
};

/// Returns whether messages from node 0 can choose their route on the way.
bool routes_are_chosen_on_the_way(const Routes& routes) {
  std::vector<ChannelId> choices;
  for (std::uint32_t to = 1; to < routes.node_count() && choices.empty(); ++to) {
    routes.list_possible_channels(VertexId{0}, NodeId{to}, choices);
  }
  return !choices.empty();
}

}  // namespace

RisingNumbers rising_numbers_or_cycle(const std::vector<std::vector<std::uint32_t>>& successors) {
  return Numbering(successors).run();
}

ChannelDependencies channel_dependencies(const Routes& routes, std::span<const NodePair> pairs) {
  Collector collector(routes);
  for (const auto& [from, to] : pairs) collector.add_route_dependencies(from, to);
  return collector.numbered_dependencies();
}

ChannelDependencies channel_dependencies(const Routes& routes) {
  Collector collector(routes);
  const bool chooses = routes_are_chosen_on_the_way(routes);
  for (std::uint32_t to = 0; to < routes.node_count(); ++to) {
    for (std::uint32_t from = 0; from < routes.node_count(); ++from)
      collector.add_route_dependencies(NodeId{from}, NodeId{to});
    if (chooses) collector.add_choice_dependencies(NodeId{to});
  }
  return collector.numbered_dependencies();
}

}  // namespace switchyard
