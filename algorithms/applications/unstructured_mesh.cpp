#include "algorithms/applications/unstructured_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "algorithms/applications/edge_bisection.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// The planes that cut the box of the mesh into 27 blocks, which are the coarsest mesh. The block in the middle is a
/// hole. The hole's thickness is a fifth of its chord (its length along x), and its span is twice the chord.
constexpr std::array<double, 4> kBlockBoundariesX{-2.0, 0.0, 1.0, 4.0};
constexpr std::array<double, 4> kBlockBoundariesY{-2.0, 0.0, 0.2, 2.2};
constexpr std::array<double, 4> kBlockBoundariesZ{-1.5, 0.0, 2.0, 3.5};
constexpr std::uint32_t kBlocksAlongAxis = 3;

/// Half the length of the hole along x. The mesh is refined so that the wanted length of an edge is proportional to its
/// distance from the hole plus kHalfLengthOfMeshHole.
constexpr double kHalfLengthOfMeshHole = 0.5;
/// The largest fraction by which the urgency of cutting an edge is reduced at random. The urgency is the edge's length
/// divided by its wanted length.
constexpr double kMaxRandomBisectionUrgencyReduction = 0.4;

std::uint32_t number_of_block_corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  constexpr std::uint32_t kPlanes = kBlocksAlongAxis + 1;
  return (z * kPlanes + y) * kPlanes + x;
}

std::vector<Vector3> coarse_mesh_points() {
  std::vector<Vector3> points;
  for (const double z : kBlockBoundariesZ) {
    for (const double y : kBlockBoundariesY) {
      for (const double x : kBlockBoundariesX) points.push_back({x, y, z});
    }
  }
  return points;
}

/// Adds the six tetrahedra into which a block is divided (H. W. Kuhn, 1960). They share a diagonal of the block, and
/// there is one for each order of the three axes. The tetrahedra of neighbouring blocks fit together. Orders of the
/// axes that are even permutations come first.
void add_tetrahedra_of_block(std::vector<Tetrahedron>& tetrahedra, std::array<std::uint32_t, 3> at) {
  constexpr std::array<std::array<std::size_t, 3>, 6> kOrders{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  for (std::size_t order = 0; order < kOrders.size(); ++order) {
    Tetrahedron tetrahedron{};
    std::array<std::uint32_t, 3> place = at;
    tetrahedron[0] = number_of_block_corner(place[0], place[1], place[2]);
    for (std::size_t step = 0; step < 3; ++step) {
      ++place[kOrders[order][step]];
      tetrahedron[step + 1] = number_of_block_corner(place[0], place[1], place[2]);
    }
    if (order >= 3) std::swap(tetrahedron[2], tetrahedron[3]);
    tetrahedra.push_back(tetrahedron);
  }
}

std::vector<Tetrahedron> coarse_mesh_tetrahedra() {
  std::vector<Tetrahedron> tetrahedra;
  for (std::uint32_t z = 0; z < kBlocksAlongAxis; ++z) {
    for (std::uint32_t y = 0; y < kBlocksAlongAxis; ++y) {
      for (std::uint32_t x = 0; x < kBlocksAlongAxis; ++x) {
        if (x != 1 || y != 1 || z != 1) add_tetrahedra_of_block(tetrahedra, {x, y, z});
      }
    }
  }
  return tetrahedra;
}

double distance_outside_interval(double value, double low, double high) {
  return std::max({low - value, 0.0, value - high});
}

double distance_from_mesh_hole(Vector3 point) {
  return length({distance_outside_interval(point.x, kBlockBoundariesX[1], kBlockBoundariesX[2]),
                 distance_outside_interval(point.y, kBlockBoundariesY[1], kBlockBoundariesY[2]),
                 distance_outside_interval(point.z, kBlockBoundariesZ[1], kBlockBoundariesZ[2])});
}

/// Returns the urgency of cutting an edge: the edge's length divided by the length wanted at its distance from the
/// hole, reduced by a random fraction.
double bisection_urgency_of_mesh_edge(Edge edge, Vector3 a, Vector3 b, std::uint64_t seed) {
  const double wanted = distance_from_mesh_hole(0.5 * (a + b)) + kHalfLengthOfMeshHole;
  Rng rng(split_seed(split_seed(seed, edge.a), edge.b));
  return length(b - a) / wanted * (1.0 - kMaxRandomBisectionUrgencyReduction * rng.unit());
}

double volume_of_tetrahedron(const UnstructuredMesh& mesh, const Tetrahedron& t) {
  const Vector3 origin = mesh.points[t[0]];
  return dot(mesh.points[t[1]] - origin, cross(mesh.points[t[2]] - origin, mesh.points[t[3]] - origin)) / 6;
}

/// For each edge of a tetrahedron, the positions (0 to 3) of the edge's two vertices i and j, followed by those of the
/// other two vertices k and l, such that (i, j, k, l) is an even permutation.
constexpr std::array<std::array<std::size_t, 4>, 6> kEdgesOfTetrahedron{
    {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}}};

void fill_edge_list(UnstructuredMesh& mesh) {
  for (const Tetrahedron& t : mesh.tetrahedra) {
    for (const auto& [i, j, k, l] : kEdgesOfTetrahedron) {
      mesh.edges.push_back({std::min(t[i], t[j]), std::max(t[i], t[j])});
    }
  }
  std::ranges::sort(mesh.edges);
  const auto repeats = std::ranges::unique(mesh.edges);
  mesh.edges.erase(repeats.begin(), repeats.end());
}

/// Returns the area vector of the dual face of edge i-j inside a tetrahedron. The dual face is the quadrilateral with
/// corners at the middle of the edge, the centre of the tetrahedron, and the centres of the two triangular faces that
/// meet in the edge. Its area vector is half the cross product of its diagonals.
Vector3 dual_face_area_vector(Vector3 i, Vector3 j, Vector3 k, Vector3 l) {
  const Vector3 middle = 0.5 * (i + j);
  const Vector3 centre = 0.25 * (i + j + k + l);
  return 0.5 * cross((1.0 / 3) * (k - l), centre - middle);
}

void add_dual_faces(UnstructuredMesh& mesh, const Tetrahedron& t) {
  for (const auto& [i, j, k, l] : kEdgesOfTetrahedron) {
    const Edge edge{std::min(t[i], t[j]), std::max(t[i], t[j])};
    const auto at = std::ranges::lower_bound(mesh.edges, edge) - mesh.edges.begin();
    const Vector3 face =
        dual_face_area_vector(mesh.points[t[i]], mesh.points[t[j]], mesh.points[t[k]], mesh.points[t[l]]);
    Vector3& normal = mesh.edge_normals[static_cast<std::size_t>(at)];
    normal = edge.a == t[i] ? normal + face : normal - face;
  }
}

/// A triangular face of a tetrahedron, with its vertices in two orders: counterclockwise as seen from outside, and
/// ascending. The ascending order serves to find the other tetrahedron that has the same face.
struct TetrahedronFace {
  std::array<std::uint32_t, 3> sorted_vertices;
  std::array<std::uint32_t, 3> vertices_seen_from_outside;
};

std::vector<TetrahedronFace> sorted_faces_of_tetrahedra(const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<TetrahedronFace> faces;
  for (const Tetrahedron& t : tetrahedra) {
    for (const std::array<std::uint32_t, 3>& face :
         {std::array{t[1], t[2], t[3]}, {t[0], t[3], t[2]}, {t[0], t[1], t[3]}, {t[0], t[2], t[1]}}) {
      TetrahedronFace found{face, face};
      std::ranges::sort(found.sorted_vertices);
      faces.push_back(found);
    }
  }
  std::ranges::sort(faces, {}, &TetrahedronFace::sorted_vertices);
  return faces;
}

/// Adds the outward normals of the mesh's boundary, vertex by vertex. A face that belongs to only one tetrahedron lies
/// on the boundary. Each corner of such a face gets a third of the face's area vector.
void add_boundary_normals(UnstructuredMesh& mesh) {
  const std::vector<TetrahedronFace> faces = sorted_faces_of_tetrahedra(mesh.tetrahedra);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (i + 1 < faces.size() && faces[i].sorted_vertices == faces[i + 1].sorted_vertices) {
      ++i;
      continue;
    }
    const auto& [a, b, c] = faces[i].vertices_seen_from_outside;
    const Vector3 area = 0.5 * cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]);
    for (const std::uint32_t vertex : faces[i].vertices_seen_from_outside) {
      mesh.boundary_normals[vertex] = mesh.boundary_normals[vertex] + (1.0 / 3) * area;
    }
  }
}

void add_dual_mesh(UnstructuredMesh& mesh) {
  fill_edge_list(mesh);
  mesh.edge_normals.assign(mesh.edges.size(), {});
  mesh.volumes.assign(mesh.points.size(), 0);
  mesh.boundary_normals.assign(mesh.points.size(), {});
  for (const Tetrahedron& t : mesh.tetrahedra) {
    add_dual_faces(mesh, t);
    for (const std::uint32_t vertex : t) mesh.volumes[vertex] += volume_of_tetrahedron(mesh, t) / 4;
  }
  add_boundary_normals(mesh);
}

}  // namespace

double length(Vector3 a) noexcept { return std::sqrt(dot(a, a)); }

UnstructuredMesh make_wing_mesh(std::uint32_t vertices, std::uint64_t seed) {
  if (vertices < kFewestMeshVertices || vertices > kMostMeshVertices) {
    throw UsageError(fmt::format("mesh: no mesh of {} vertices", vertices),
                     fmt::format("use {} to {}", kFewestMeshVertices, kMostMeshVertices));
  }
  detail::EdgeBisection bisection(
      coarse_mesh_points(), coarse_mesh_tetrahedra(),
      [seed](Edge edge, Vector3 a, Vector3 b) { return bisection_urgency_of_mesh_edge(edge, a, b, seed); });
  while (bisection.vertex_count() < vertices) bisection.bisect_most_urgent_mesh_edge();
  UnstructuredMesh mesh;
  mesh.points = bisection.points();
  mesh.tetrahedra = bisection.tetrahedra();
  add_dual_mesh(mesh);
  return mesh;
}

}  // namespace switchyard
