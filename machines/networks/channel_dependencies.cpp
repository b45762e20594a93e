#include "machines/networks/channel_dependencies.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// Numbers the vertices of a graph depth first. A vertex gets its number when all its successors have numbers, and each
/// number is smaller than the one given before, so numbers rise along every edge.
class DepthFirstNumbering {
 public:
  explicit DepthFirstNumbering(const std::vector<std::vector<std::uint32_t>>& successors)
      : successors_(successors),
        vertex_states_(successors.size(), VertexVisitState::not_visited),
        next_vertex_number_(static_cast<std::uint32_t>(successors.size())),
        vertex_numbers_(successors.size()) {}

  VertexNumberingOrCycle number_vertices_or_find_cycle() {
    for (std::uint32_t v = 0; v < successors_.size(); ++v) {
      if (vertex_states_[v] == VertexVisitState::not_visited && !assign_numbers_to_reachable_vertices(v))
        return {{}, found_cycle_};
    }
    return {std::move(vertex_numbers_), {}};
  }

 private:
  enum class VertexVisitState : std::uint8_t { not_visited, on_stack, vertex_numbered };
  struct StackedVertex {
    std::uint32_t vertex;
    std::size_t next_successor = 0;
  };

  /// Numbers all vertices of the graph that can be reached from `first`, so that the numbers rise along every edge.
  /// Returns false as soon as a cycle of edges is found.
  bool assign_numbers_to_reachable_vertices(std::uint32_t first) {
    push_vertex(first);
    while (!visit_stack_.empty()) {
      StackedVertex& top = visit_stack_.back();
      const auto& successors = successors_[top.vertex];
      if (top.next_successor == successors.size()) {
        number_and_pop_vertex(top.vertex);
        continue;
      }
      const std::uint32_t next = successors[top.next_successor++];
      if (vertex_states_[next] == VertexVisitState::on_stack) return record_cycle(next);
      if (vertex_states_[next] == VertexVisitState::not_visited) push_vertex(next);
    }
    return true;
  }

  void push_vertex(std::uint32_t vertex) {
    vertex_states_[vertex] = VertexVisitState::on_stack;
    visit_stack_.push_back({vertex});
  }

  void number_and_pop_vertex(std::uint32_t vertex) {
    vertex_states_[vertex] = VertexVisitState::vertex_numbered;
    vertex_numbers_[vertex] = --next_vertex_number_;
    visit_stack_.pop_back();
  }

  bool record_cycle(std::uint32_t first) {
    const auto start = std::ranges::find(visit_stack_, first, &StackedVertex::vertex);
    for (auto visit = start; visit != visit_stack_.end(); ++visit) found_cycle_.push_back(visit->vertex);
    return false;
  }

  const std::vector<std::vector<std::uint32_t>>& successors_;
  std::vector<VertexVisitState> vertex_states_;
  std::uint32_t next_vertex_number_;
  std::vector<std::uint32_t> vertex_numbers_;
  std::vector<StackedVertex> visit_stack_;
  std::vector<std::uint32_t> found_cycle_;
};

/// Collects which channels depend on which other channels, from the routes of a network.
class ChannelDependencyCollector {
 public:
  explicit ChannelDependencyCollector(const Routes& routes)
      : routes_(routes), successors_(routes.channel_count()), is_channel_used_(routes.channel_count(), false) {}

  void add_route_dependencies(NodeId from, NodeId to) {
    for (const Route route : {Route::automatic, Route::second}) {
      if (!routes_.find_channels_of_route(from, to, route, current_path_)) continue;
      for (std::size_t i = 0; i < current_path_.size(); ++i) {
        is_channel_used_[index(current_path_[i])] = true;
        if (i > 0) add_dependency(current_path_[i - 1], current_path_[i]);
      }
    }
  }

  /// Adds the dependencies between escape channels (those of the fixed routes) that messages to node `to` cause. After
  /// an escape channel, a message may cross any channels of its choice and then wait for any escape channel ahead of
  /// it. Needs: a network in which messages choose their routes on the way.
  void add_adaptive_route_dependencies(NodeId to) {
    find_next_nodes_towards(to);
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      for (const std::uint32_t ahead : nodes_on_routes_to(next_nodes_by_node_[from].front(), to))
        add_dependency(escape_channels_[from], escape_channels_[ahead]);
    }
  }

  ChannelDependencies dependencies_with_numbers() const {
    const VertexNumberingOrCycle found = find_rising_vertex_numbers_or_cycle(successors_);
    ChannelDependencies result{
        found.vertex_numbers, {}, static_cast<std::uint32_t>(std::ranges::count(is_channel_used_, true))};
    for (const std::uint32_t channel : found.cycle) result.cycle.push_back(ChannelId{channel});
    return result;
  }

 private:
  void add_dependency(ChannelId earlier, ChannelId later) {
    auto& successors = successors_[index(earlier)];
    if (std::ranges::find(successors, index(later)) == successors.end()) successors.push_back(index(later));
  }

  /// Finds, for each node, the nodes to which a message for node `to` may go next, and the message's escape channel
  /// (the next channel of its fixed route) there. The node at the end of the escape channel is the first of these
  /// nodes.
  void find_next_nodes_towards(NodeId to) {
    next_nodes_by_node_.assign(routes_.node_count(), {});
    escape_channels_.assign(routes_.node_count(), {});
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      routes_.find_channels_of_route(NodeId{from}, to, Route::automatic, current_path_);
      escape_channels_[from] = current_path_.front();
      next_nodes_by_node_[from].push_back(node_at_end_of_channel(current_path_.front()));
      routes_.list_possible_channels(VertexId{from}, to, current_path_);
      for (const ChannelId channel : current_path_)
        next_nodes_by_node_[from].push_back(node_at_end_of_channel(channel));
    }
  }
  std::uint32_t node_at_end_of_channel(ChannelId channel) const {
    return index(routes_.ends_of_link(routes_.link_of(channel)).value().to);
  }

  /// Returns all nodes that a message from `first` to `to` may visit, including `first` and excluding `to`.
  const std::vector<std::uint32_t>& nodes_on_routes_to(std::uint32_t first, NodeId to) {
    std::vector<bool> seen(next_nodes_by_node_.size(), false);
    seen[index(to)] = true;
    nodes_on_routes_to_destination_.clear();
    const auto visit = [&](std::uint32_t node) {
      if (!seen[node]) nodes_on_routes_to_destination_.push_back(node);
      seen[node] = true;
    };
    visit(first);
    for (std::size_t i = 0; i < nodes_on_routes_to_destination_.size(); ++i) {
      for (const std::uint32_t next : next_nodes_by_node_[nodes_on_routes_to_destination_[i]]) visit(next);
    }
    return nodes_on_routes_to_destination_;
  }

  const Routes& routes_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<bool> is_channel_used_;
  std::vector<ChannelId> current_path_;
  std::vector<std::vector<std::uint32_t>> next_nodes_by_node_;
  std::vector<ChannelId> escape_channels_;
  std::vector<std::uint32_t> nodes_on_routes_to_destination_;
};

/// Returns whether messages from node 0 can choose their route on the way (adaptive routing).
bool routes_are_chosen_on_the_way(const Routes& routes) {
  std::vector<ChannelId> choices;
  for (std::uint32_t to = 1; to < routes.node_count() && choices.empty(); ++to) {
    routes.list_possible_channels(VertexId{0}, NodeId{to}, choices);
  }
  return !choices.empty();
}

}  // namespace

VertexNumberingOrCycle find_rising_vertex_numbers_or_cycle(const std::vector<std::vector<std::uint32_t>>& successors) {
  return DepthFirstNumbering(successors).number_vertices_or_find_cycle();
}

ChannelDependencies channel_dependencies(const Routes& routes, std::span<const NodePair> pairs) {
  ChannelDependencyCollector collector(routes);
  for (const auto& [from, to] : pairs) collector.add_route_dependencies(from, to);
  return collector.dependencies_with_numbers();
}

ChannelDependencies channel_dependencies(const Routes& routes) {
  ChannelDependencyCollector collector(routes);
  const bool chooses = routes_are_chosen_on_the_way(routes);
  for (std::uint32_t to = 0; to < routes.node_count(); ++to) {
    for (std::uint32_t from = 0; from < routes.node_count(); ++from)
      collector.add_route_dependencies(NodeId{from}, NodeId{to});
    if (chooses) collector.add_adaptive_route_dependencies(NodeId{to});
  }
  return collector.dependencies_with_numbers();
}

}  // namespace switchyard
