#pragma once
/// \file edge_bisection.hpp
/// Refines a mesh of tetrahedra by cutting one edge at a time. Use it through unstructured_mesh.hpp.

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "algorithms/applications/unstructured_mesh.hpp"

namespace switchyard::detail {

/// Refines a mesh by cutting edges. Cutting an edge puts a vertex in its middle and halves each tetrahedron around it.
/// The tetrahedra still fit together face to face afterwards, whichever edge was cut. An edge that has not been cut
/// itself never changes.
class EdgeBisection {
 public:
  /// Rates an edge whose ends lie at points a and b: the edge with the highest urgency is cut first.
  using Urgency = std::function<double(Edge edge, Vector3 a, Vector3 b)>;

  EdgeBisection(std::vector<Vector3> points, std::vector<Tetrahedron> tetrahedra, Urgency urgency);

  /// Cuts the most urgent edge; of equally urgent ones, the one with the lower vertex numbers.
  void cut_one();

  std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(points_.size()); }
  const std::vector<Vector3>& points() const noexcept { return points_; }
  const std::vector<Tetrahedron>& tetrahedra() const noexcept { return tetrahedra_; }

 private:
  struct Candidate {
    double urgency;
    Edge edge;
    friend bool operator<(const Candidate& one, const Candidate& other) noexcept {
      return one.urgency != other.urgency ? one.urgency < other.urgency : one.edge > other.edge;
    }
  };

  void offer(std::uint32_t a, std::uint32_t b);
  std::vector<std::uint32_t> around(Edge edge) const;
  void halve(std::uint32_t tetrahedron, Edge edge, std::uint32_t middle);

  std::vector<Vector3> points_;
  std::vector<Tetrahedron> tetrahedra_;
  /// for each vertex, the numbers of the tetrahedra that it is a corner of
  std::vector<std::vector<std::uint32_t>> at_vertex_;
  Urgency urgency_;
  std::priority_queue<Candidate> candidates_;
};

}  // namespace switchyard::detail
