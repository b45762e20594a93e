#pragma once
/// \file collision_graph.hpp
/// Which paths share a link, and what an order of the messages makes of it.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), defs. 2.3 and 2.4, fig. 2.
/// Departs from it: a vertex is a path, not a message, so that one graph serves every choice of routes: re-routing a
/// message means looking at another vertex.

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// Undirected, without loops; compressed rows. Immutable; any thread.
class CollisionGraph {
 public:
  /// A vertex for each path. Runs on all cores; memory is four bytes for each direction of an edge and not much more.
  explicit CollisionGraph(const MessagePaths& paths);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint64_t edge_count() const noexcept { return neighbours_.size() / 2; }
  /// Ascending.
  std::span<const PathId> neighbours(PathId path) const noexcept {
    return {neighbours_.data() + starts_[index(path)], neighbours_.data() + starts_[index(path) + std::size_t{1}]};
  }
  std::uint32_t degree(PathId path) const noexcept { return static_cast<std::uint32_t>(neighbours(path).size()); }
  /// Logarithmic in the degree.
  bool collide(PathId one, PathId other) const noexcept;

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<PathId> neighbours_;
};

/// A collision graph with a direction on every edge: the tail is sent before the head. Acyclic by construction.
class OrderedCollisionGraph {
 public:
  /// Edges go from the lower rank to the higher, at equal ranks from the lower path to the higher. One rank a path: its
  /// place in a list, or its level.
  OrderedCollisionGraph(const CollisionGraph& graph, std::span<const std::uint32_t> ranks);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint64_t edge_count() const noexcept { return successors_.size(); }
  std::span<const PathId> successors(PathId path) const noexcept {
    return {successors_.data() + starts_[index(path)], successors_.data() + starts_[index(path) + std::size_t{1}]};
  }
  /// Sec. 2.3: paths without incoming edges are level 1; without them and their edges the next ones are level 2.
  std::vector<std::uint32_t> levels() const;

 private:
  std::vector<std::uint64_t> starts_{0};
  std::vector<PathId> successors_;
};

/// Graphviz text; path i is called i + 1, as messages are in the paper.
void write_dot(std::ostream& out, const CollisionGraph& graph);
/// The same, paths of one level side by side.
void write_dot(std::ostream& out, const OrderedCollisionGraph& graph);

}  // namespace switchyard
