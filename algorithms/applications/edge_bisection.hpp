#pragma once
/// \file edge_bisection.hpp
/// Refines a mesh of tetrahedra by cutting one edge at a time. Programs use it through make_wing_mesh() of
/// unstructured_mesh.hpp.

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "algorithms/applications/unstructured_mesh.hpp"

namespace switchyard::detail {

/// Refines a mesh of tetrahedra by cutting edges. Cutting an edge puts a vertex in its middle and halves each
/// tetrahedron around the edge. Whichever edge is cut, the tetrahedra still fit together face to face. All other edges
/// stay as they are.
class EdgeBisection {
 public:
  /// A function that computes the urgency of a mesh edge whose ends are at points a and b. The edge with the highest
  /// urgency is cut first.
  using UrgencyFunction = std::function<double(Edge edge, Vector3 a, Vector3 b)>;

  EdgeBisection(std::vector<Vector3> points, std::vector<Tetrahedron> tetrahedra, UrgencyFunction urgency);

  /// Cuts the edge with the highest urgency. If several edges are equally urgent, cuts the edge with the
  /// lowest vertex numbers.
  void bisect_most_urgent_mesh_edge();

  std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(points_.size()); }
  const std::vector<Vector3>& points() const noexcept { return points_; }
  const std::vector<Tetrahedron>& tetrahedra() const noexcept { return tetrahedra_; }

 private:
  struct MeshEdgeToBisect {
    double bisection_urgency;
    Edge edge;
    friend bool operator<(const MeshEdgeToBisect& one, const MeshEdgeToBisect& other) noexcept {
      return one.bisection_urgency != other.bisection_urgency ? one.bisection_urgency < other.bisection_urgency
                                                              : one.edge > other.edge;
    }
  };

  void add_mesh_edge_to_bisect(std::uint32_t a, std::uint32_t b);
  std::vector<std::uint32_t> tetrahedra_around_edge(Edge edge) const;
  void halve_tetrahedron(std::uint32_t tetrahedron, Edge edge, std::uint32_t middle);

  std::vector<Vector3> points_;
  std::vector<Tetrahedron> tetrahedra_;
  /// for each vertex, the numbers of the tetrahedra with a corner at this vertex
  std::vector<std::vector<std::uint32_t>> tetrahedra_at_vertex_;
  UrgencyFunction urgency_function_;
  std::priority_queue<MeshEdgeToBisect> mesh_edges_to_bisect_;
};

}  // namespace switchyard::detail
