#include "algorithms/applications/edge_bisection.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace switchyard::detail {
namespace {

bool has_vertex(const Tetrahedron& tetrahedron, std::uint32_t vertex) {
  return std::ranges::find(tetrahedron, vertex) != tetrahedron.end();
}

std::set<Edge> edges_of_tetrahedra(const std::vector<Tetrahedron>& tetrahedra) {
  std::set<Edge> edges;
  for (const Tetrahedron& t : tetrahedra) {
    for (std::size_t i = 0; i < t.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) edges.insert({std::min(t[i], t[j]), std::max(t[i], t[j])});
    }
  }
  return edges;
}

}  // namespace

EdgeBisection::EdgeBisection(std::vector<Vector3> points, std::vector<Tetrahedron> tetrahedra, UrgencyFunction urgency)
    : points_(std::move(points)),
      tetrahedra_(std::move(tetrahedra)),
      tetrahedra_at_vertex_(points_.size()),
      urgency_function_(std::move(urgency)) {
  for (std::uint32_t t = 0; t < tetrahedra_.size(); ++t) {
    for (const std::uint32_t vertex : tetrahedra_[t]) tetrahedra_at_vertex_[vertex].push_back(t);
  }
  for (const Edge edge : edges_of_tetrahedra(tetrahedra_)) add_mesh_edge_to_bisect(edge.a, edge.b);
}

void EdgeBisection::bisect_most_urgent_mesh_edge() {
  const Edge edge = mesh_edges_to_bisect_.top().edge;
  mesh_edges_to_bisect_.pop();
  const std::uint32_t middle = vertex_count();
  points_.push_back(0.5 * (points_[edge.a] + points_[edge.b]));
  tetrahedra_at_vertex_.emplace_back();
  std::set<std::uint32_t> ring;
  for (const std::uint32_t tetrahedron : tetrahedra_around_edge(edge)) {
    // collect all corners of the tetrahedra around the edge, the two ends of the edge included, in the set `ring`
    for (const std::uint32_t vertex : tetrahedra_[tetrahedron]) ring.insert(vertex);
    halve_tetrahedron(tetrahedron, edge, middle);
  }
  for (const std::uint32_t vertex : ring) add_mesh_edge_to_bisect(vertex, middle);
}

void EdgeBisection::add_mesh_edge_to_bisect(std::uint32_t a, std::uint32_t b) {
  const Edge edge{std::min(a, b), std::max(a, b)};
  mesh_edges_to_bisect_.push({urgency_function_(edge, points_[edge.a], points_[edge.b]), edge});
}

std::vector<std::uint32_t> EdgeBisection::tetrahedra_around_edge(Edge edge) const {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t t : tetrahedra_at_vertex_[edge.a]) {
    if (has_vertex(tetrahedra_[t], edge.b)) result.push_back(t);
  }
  return result;
}

/// Cuts a tetrahedron at `middle`, a vertex on its edge a-b. The half with vertex a keeps the tetrahedron's number, and
/// the half with vertex b gets a new number. Both halves keep the tetrahedron's orientation, because moving a vertex
/// along an edge does not change the orientation.
void EdgeBisection::halve_tetrahedron(std::uint32_t tetrahedron, Edge edge, std::uint32_t middle) {
  const auto added = static_cast<std::uint32_t>(tetrahedra_.size());
  Tetrahedron other = tetrahedra_[tetrahedron];
  std::ranges::replace(tetrahedra_[tetrahedron], edge.b, middle);
  std::ranges::replace(other, edge.a, middle);
  tetrahedra_.push_back(other);
  std::erase(tetrahedra_at_vertex_[edge.b], tetrahedron);
  tetrahedra_at_vertex_[middle].push_back(tetrahedron);
  for (const std::uint32_t vertex : other) tetrahedra_at_vertex_[vertex].push_back(added);
}

}  // namespace switchyard::detail
