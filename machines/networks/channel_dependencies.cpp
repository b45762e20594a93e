#include "machines/networks/channel_dependencies.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// Numbers vertices depth first: a vertex gets its number, counted down, when all its successors have theirs.
class Numbering {
 public:
  explicit Numbering(const std::vector<std::vector<std::uint32_t>>& successors)
      : successors_(successors),
        states_(successors.size(), State::unseen),
        next_number_(static_cast<std::uint32_t>(successors.size())),
        numbers_(successors.size()) {}

  RisingNumbers run() {
    for (std::uint32_t v = 0; v < successors_.size(); ++v) {
      if (states_[v] == State::unseen && !number_from(v)) return {{}, cycle_};
    }
    return {std::move(numbers_), {}};
  }

 private:
  enum class State : std::uint8_t { unseen, on_stack, numbered };
  struct Visit {
    std::uint32_t vertex;
    std::size_t next_successor = 0;
  };

  /// Numbers all vertices that can be reached from `first`. Returns false once a cycle is found.
  bool number_from(std::uint32_t first) {
    enter(first);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      const auto& successors = successors_[top.vertex];
      if (top.next_successor == successors.size()) {
        leave(top.vertex);
        continue;
      }
      const std::uint32_t next = successors[top.next_successor++];
      if (states_[next] == State::on_stack) return note_cycle(next);
      if (states_[next] == State::unseen) enter(next);
    }
    return true;
  }

  void enter(std::uint32_t vertex) {
    states_[vertex] = State::on_stack;
    stack_.push_back({vertex});
  }

  void leave(std::uint32_t vertex) {
    states_[vertex] = State::numbered;
    numbers_[vertex] = --next_number_;
    stack_.pop_back();
  }

  bool note_cycle(std::uint32_t first) {
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

/// Finds which channel depends on which.
class Collector {
 public:
  explicit Collector(const Routes& routes)
      : routes_(routes), successors_(routes.channel_count()), used_(routes.channel_count(), false) {}

  void add_routes(NodeId from, NodeId to) {
    for (const Route route : {Route::automatic, Route::second}) {
      if (!routes_.channels(from, to, route, path_)) continue;
      for (std::size_t i = 0; i < path_.size(); ++i) {
        used_[index(path_[i])] = true;
        if (i > 0) depend(path_[i - 1], path_[i]);
      }
    }
  }

  /// Adds the dependencies between escape channels that messages to `to` cause: from any escape channel, a message may
  /// get to any escape channel ahead, over channels of its choice. Needs routes that are chosen on the way.
  void add_choices(NodeId to) {
    find_ways(to);
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      for (const std::uint32_t ahead : ahead_of(ways_[from].front(), to)) depend(escapes_[from], escapes_[ahead]);
    }
  }

  ChannelDependencies finish() const {
    const RisingNumbers found = number_rising(successors_);
    ChannelDependencies result{found.numbers, {}, static_cast<std::uint32_t>(std::ranges::count(used_, true))};
    for (const std::uint32_t channel : found.cycle) result.cycle.push_back(ChannelId{channel});
    return result;
  }

 private:
  void depend(ChannelId earlier, ChannelId later) {
    auto& successors = successors_[index(earlier)];
    if (std::ranges::find(successors, index(later)) == successors.end()) successors.push_back(index(later));
  }

  /// Finds, for each node, the nodes to which a message to `to` may go next, and its escape channel. The node to which
  /// the escape channel leads comes first.
  void find_ways(NodeId to) {
    ways_.assign(routes_.node_count(), {});
    escapes_.assign(routes_.node_count(), {});
    for (std::uint32_t from = 0; from < routes_.node_count(); ++from) {
      if (NodeId{from} == to) continue;
      routes_.channels(NodeId{from}, to, Route::automatic, path_);
      escapes_[from] = path_.front();
      ways_[from].push_back(end_of(path_.front()));
      routes_.choices(VertexId{from}, to, path_);
      for (const ChannelId channel : path_) ways_[from].push_back(end_of(channel));
    }
  }
  std::uint32_t end_of(ChannelId channel) const { return index(routes_.ends(routes_.link_of(channel)).value().to); }

  /// Returns the nodes on any way from `first` to `to`, without `to`.
  const std::vector<std::uint32_t>& ahead_of(std::uint32_t first, NodeId to) {
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

/// Returns whether any message from node 0 chooses its route on the way.
bool chooses_on_the_way(const Routes& routes) {
  std::vector<ChannelId> choices;
  for (std::uint32_t to = 1; to < routes.node_count() && choices.empty(); ++to) {
    routes.choices(VertexId{0}, NodeId{to}, choices);
  }
  return !choices.empty();
}

}  // namespace

RisingNumbers number_rising(const std::vector<std::vector<std::uint32_t>>& successors) {
  return Numbering(successors).run();
}

ChannelDependencies channel_dependencies(const Routes& routes, std::span<const NodePair> pairs) {
  Collector collector(routes);
  for (const auto& [from, to] : pairs) collector.add_routes(from, to);
  return collector.finish();
}

ChannelDependencies channel_dependencies(const Routes& routes) {
  Collector collector(routes);
  const bool chooses = chooses_on_the_way(routes);
  for (std::uint32_t to = 0; to < routes.node_count(); ++to) {
    for (std::uint32_t from = 0; from < routes.node_count(); ++from) collector.add_routes(NodeId{from}, NodeId{to});
    if (chooses) collector.add_choices(NodeId{to});
  }
  return collector.finish();
}

}  // namespace switchyard
