#pragma once
/// \file unstructured_mesh.hpp
/// Unstructured meshes of tetrahedra around a wing-like block, and the median dual that edge-based solvers work on.
///
/// Source: the meshes of D. Mavriplis, "Three dimensional unstructured multigrid for the Euler equations", AIAA 10th
/// Computational Fluid Dynamics Conference (1991), from which Ponnusamy, Thakur, Choudhary, Fox took their Euler
/// patterns, are not published. The construction in this file is this project's own: bisection of edges, as in M.-C.
/// Rivara, "Mesh refinement processes based on the generalized bisection of simplices", SIAM J. Numer. Anal. 21 (1984).

#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/matrix/graph.hpp"

namespace switchyard {

struct Vector3 {
  double x = 0;
  double y = 0;
  double z = 0;
  friend bool operator==(const Vector3&, const Vector3&) = default;
};
constexpr Vector3 operator+(Vector3 a, Vector3 b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vector3 operator-(Vector3 a, Vector3 b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vector3 operator*(double factor, Vector3 a) noexcept { return {factor * a.x, factor * a.y, factor * a.z}; }
constexpr double dot(Vector3 a, Vector3 b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vector3 cross(Vector3 a, Vector3 b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double length(Vector3 a) noexcept;

/// A tetrahedron with vertices a, b, c, d, ordered so that (b - a) . ((c - a) x (d - a)) > 0.
using Tetrahedron = std::array<std::uint32_t, 4>;

/// A mesh of tetrahedra with one cell around each vertex. The cell of a vertex consists of the points of the
/// surrounding tetrahedra that are nearer to this vertex than to any other, where nearer means a larger barycentric
/// coordinate.
struct UnstructuredMesh {
  std::vector<Vector3> points;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Edge> edges;  ///< all edges a-b of the tetrahedra, each with a < b, in ascending order
  /// for each edge a-b: area vector of the face between the cells around vertices a and b, pointing from a to b
  std::vector<Vector3> edge_normals;
  /// for each vertex: area vector of the part of its cell's surface that lies on the mesh's boundary, pointing outwards
  std::vector<Vector3> boundary_normals;
  std::vector<double> volumes;  ///< volume of the cell around each vertex

  std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(points.size()); }
  Graph graph() const { return Graph::from_edges(vertex_count(), edges); }
};

/// The smallest number of vertices that a mesh can have: the number of the coarsest mesh, before any edge is cut.
inline constexpr std::uint32_t kFewestMeshVertices = 64;
/// The largest number of vertices of a mesh. A mesh of this size fits into memory comfortably.
inline constexpr std::uint32_t kMostMeshVertices = 4'000'000;

/// Makes a mesh of exactly `vertices` vertices in a box with a block-shaped hole. The mesh is finest at the hole. The
/// same seed gives the same mesh.
///
/// Throws: UsageError for a number of vertices below kFewestMeshVertices or above kMostMeshVertices.
UnstructuredMesh make_wing_mesh(std::uint32_t vertices, std::uint64_t seed);

}  // namespace switchyard
