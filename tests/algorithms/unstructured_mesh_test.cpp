#include "algorithms/applications/unstructured_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

double tetrahedron_volume(const UnstructuredMesh& mesh, const Tetrahedron& t) {
  const Vector3 o = mesh.points[t[0]];
  return dot(mesh.points[t[1]] - o, cross(mesh.points[t[2]] - o, mesh.points[t[3]] - o)) / 6;
}

std::size_t face_count(const UnstructuredMesh& mesh) {
  std::set<std::array<std::uint32_t, 3>> faces;
  for (const Tetrahedron& t : mesh.tetrahedra) {
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
      std::array<std::uint32_t, 3> face{t[(left_out + 1) % 4], t[(left_out + 2) % 4], t[(left_out + 3) % 4]};
      std::ranges::sort(face);
      faces.insert(face);
    }
  }
  return faces.size();
}

TEST(UnstructuredMesh, HasExactlyTheVerticesAskedFor) {
  for (const std::uint32_t vertices : {64U, 65U, 545U, 2000U, 9428U}) {
    EXPECT_EQ(make_wing_mesh(vertices, 1).points.size(), vertices);
  }
}

TEST(UnstructuredMesh, HasTheEulerCharacteristicOfARoomWithOneHole) {
  for (const std::uint32_t vertices : {64U, 545U, 2000U}) {
    const UnstructuredMesh mesh = make_wing_mesh(vertices, 3);
    const auto characteristic = static_cast<long>(mesh.points.size()) - static_cast<long>(mesh.edges.size()) +
                                static_cast<long>(face_count(mesh)) - static_cast<long>(mesh.tetrahedra.size());
    // The Euler characteristic of a ball is 1, and a hole in its interior adds 1.
    EXPECT_EQ(characteristic, 2);
  }
}

TEST(UnstructuredMesh, FillsTheBoxWithoutTheHoleByTetrahedraOfPositiveVolume) {
  const UnstructuredMesh mesh = make_wing_mesh(2000, 7);
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra) {
    ASSERT_GT(tetrahedron_volume(mesh, t), 0.0);
    sum += tetrahedron_volume(mesh, t);
  }
  double cells = 0;
  for (const double cell : mesh.volumes) cells += cell;
  EXPECT_NEAR(sum, 6 * 4.2 * 5 - 1 * 0.2 * 2, 1e-9);
  EXPECT_NEAR(cells, sum, 1e-9);
}

TEST(UnstructuredMesh, EveryCellIsClosed) {
  const UnstructuredMesh mesh = make_wing_mesh(2000, 7);
  std::vector<Vector3> sums = mesh.boundary_normals;
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto [a, b] = mesh.edges[e];
    sums[a] = sums[a] + mesh.edge_normals[e];
    sums[b] = sums[b] - mesh.edge_normals[e];
  }
  for (const Vector3& sum : sums) EXPECT_LT(length(sum), 1e-12);
}

TEST(UnstructuredMesh, NormalsOfEdgesPointFromTheLowerVertexToTheHigher) {
  const UnstructuredMesh mesh = make_wing_mesh(545, 2);
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto [a, b] = mesh.edges[e];
    ASSERT_LT(a, b);
    EXPECT_GT(dot(mesh.edge_normals[e], mesh.points[b] - mesh.points[a]), 0.0);
  }
}

TEST(UnstructuredMesh, BoundaryAreasAddUpToTheSurfaceOfBoxAndHole) {
  const UnstructuredMesh mesh = make_wing_mesh(545, 2);
  Vector3 sum;
  double upwards = 0;
  for (const Vector3& normal : mesh.boundary_normals) {
    sum = sum + normal;
    upwards += std::abs(normal.y);
  }
  EXPECT_LT(length(sum), 1e-12);
  // The floor and the ceiling of the room, and the bottom and the top of the block inside it, have these areas.
  EXPECT_NEAR(upwards, 2 * (6 * 5 + 1 * 2), 1e-9);
}

TEST(UnstructuredMesh, DependsOnItsSeedOnly) {
  const UnstructuredMesh mesh = make_wing_mesh(545, 17);
  EXPECT_EQ(make_wing_mesh(545, 17).edges, mesh.edges);
  EXPECT_EQ(make_wing_mesh(545, 17).points, mesh.points);
  EXPECT_NE(make_wing_mesh(545, 18).edges, mesh.edges);
}

TEST(UnstructuredMesh, RefusesFewerVerticesThanTheCoarsestHas) {
  EXPECT_THROW(make_wing_mesh(63, 1), UsageError);
  EXPECT_THROW(make_wing_mesh(0, 1), UsageError);
}

}  // namespace
}  // namespace switchyard
