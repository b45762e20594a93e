#pragma once
/// \file collision_graph.hpp
/// The collision graph, whose vertices are the paths of messages and whose edges join paths that share a link; and the
/// directed graph that results if each edge leads from the message sent earlier to the message sent later.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), defs. 2.3 and 2.4, fig. 2.
/// Departs from the paper: a vertex is a path, not a message, so that one graph serves every choice of routes.
/// Re-routing a message means looking at another vertex.

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard {

/// The collision graph of the paths of messages: two paths are joined if they share a link. Undirected, without loops,
/// stored as compressed rows. Immutable; any thread may read it.
class CollisionGraph {
 public:
  /// Makes the collision graph of the paths, with one vertex for each path, in parallel on all cores. This needs little
  /// more memory than four bytes for each direction of an edge.
  explicit CollisionGraph(const MessagePaths& paths);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(neighbour_list_starts_.size() - 1); }
  std::uint64_t edge_count() const noexcept { return neighbours_.size() / 2; }
  /// Returns the paths that collide with `path`, in ascending order of their numbers.
  std::span<const PathId> neighbours(PathId path) const noexcept {
    return {neighbours_.data() + neighbour_list_starts_[index(path)],
            neighbours_.data() + neighbour_list_starts_[index(path) + std::size_t{1}]};
  }
  std::uint32_t degree(PathId path) const noexcept { return static_cast<std::uint32_t>(neighbours(path).size()); }
  /// Returns the number of basic operations (the unit of scheduling cost) for making the graph: one for each mark that
  /// is set and each edge that is written. If the paths over a link are stored as a row of bits, one operation sets the
  /// marks of a whole word.
  std::uint64_t operations() const noexcept { return operations_; }
  /// Returns whether two paths share a link. Takes time logarithmic in the number of paths that share a link with
  /// `one`.
  bool paths_collide(PathId one, PathId other) const noexcept;

 private:
  std::vector<std::uint64_t> neighbour_list_starts_;
  std::vector<PathId> neighbours_;
  std::uint64_t operations_ = 0;
};

/// A collision graph with a direction on every edge: the message of the path at the start of an edge is
/// sent before the message of the path at its end. The graph has no cycles, by construction.
class OrderedCollisionGraph {
 public:
  /// Directs each edge from the path with the lower rank to the path with the higher rank; at equal
  /// ranks, from the lower path number to the higher. `ranks` has one rank for each path, such as
  /// its position in a list or its level.
  OrderedCollisionGraph(const CollisionGraph& graph, std::span<const std::uint32_t> ranks);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(successor_list_starts_.size() - 1); }
  std::uint64_t edge_count() const noexcept { return successors_.size(); }
  std::span<const PathId> successors(PathId path) const noexcept {
    return {successors_.data() + successor_list_starts_[index(path)],
            successors_.data() + successor_list_starts_[index(path) + std::size_t{1}]};
  }
  /// Returns the level (time step) of each path (Surma and Sha, sec. 2.3). Paths without incoming edges have level 1.
  /// After they and their edges are removed, the paths without incoming edges have level 2, and so on.
  std::vector<std::uint32_t> levels() const;

 private:
  std::vector<std::uint64_t> successor_list_starts_{0};
  std::vector<PathId> successors_;
};

/// Writes the collision graph as Graphviz text. Path i is called i + 1, as the paper of Surma and Sha numbers messages
/// from 1.
void write_dot(std::ostream& out, const CollisionGraph& graph);
/// Writes the directed collision graph as Graphviz text. Paths of the same level (time step) are drawn side by side.
void write_dot(std::ostream& out, const OrderedCollisionGraph& graph);

}  // namespace switchyard
