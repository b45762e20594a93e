#include "algorithms/applications/flow_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace switchyard {
namespace {

constexpr double kHeatCapacityRatio = 1.4;
/// The length of a time step of the Euler application, as a fraction of the longest stable time step.
constexpr double kCourantNumber = 0.5;

constexpr std::int64_t kOperationsPerPrimitiveState = 15;
constexpr std::int64_t kOperationsPerFace = 83;
constexpr std::int64_t kOperationsPerWallCell = 21;
constexpr std::int64_t kOperationsPerCellToFindStep = 2;
constexpr std::int64_t kOperationsPerPredictedCell = 11;
constexpr std::int64_t kOperationsPerCorrectedCell = 21;

double energy_at_pressure(double pressure) { return pressure / (kHeatCapacityRatio - 1); }

}  // namespace

FlowCells::FlowCells(const UnstructuredMesh& mesh) : owned_cell_count_(mesh.points.size()) {
  for (std::uint32_t vertex = 0; vertex < mesh.vertex_count(); ++vertex) add_cell(mesh, vertex);
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    faces_.push_back({mesh.edges[e].a, mesh.edges[e].b, mesh.edge_normals[e]});
  }
}

FlowCells::FlowCells(const UnstructuredMesh& mesh, std::span<const std::uint32_t> vertices, std::size_t owned,
                     std::span<const std::uint32_t> edges, std::span<const std::uint32_t> local)
    : owned_cell_count_(owned) {
  for (const std::uint32_t vertex : vertices) add_cell(mesh, vertex);
  for (const std::uint32_t edge : edges) {
    faces_.push_back({local[mesh.edges[edge].a], local[mesh.edges[edge].b], mesh.edge_normals[edge]});
  }
}

void FlowCells::add_cell(const UnstructuredMesh& mesh, std::uint32_t vertex) {
  wall_normals_.push_back(mesh.boundary_normals[vertex]);
  volumes_.push_back(mesh.volumes[vertex]);
  primitive_variables_.emplace_back();
  flow_changes_.emplace_back();
  wave_speed_times_area_.push_back(0);
}

FlowCells::PrimitiveVariables FlowCells::primitive_variables_of(const ConservedVariables& state) {
  const double inverse = 1 / state[0];
  const Vector3 momentum{state[1], state[2], state[3]};
  const Vector3 velocity = inverse * momentum;
  const double pressure = (kHeatCapacityRatio - 1) * (state[4] - 0.5 * dot(momentum, velocity));
  return {velocity, pressure, std::sqrt(kHeatCapacityRatio * pressure * inverse)};
}

void FlowCells::compute_flow_changes(const GasFlow& flow) {
  std::ranges::transform(flow, primitive_variables_.begin(), primitive_variables_of);
  std::ranges::fill(flow_changes_, ConservedVariables{});
  std::ranges::fill(wave_speed_times_area_, 0.0);
  for (const CellFace& face : faces_) add_flux_through_face(flow, face);
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) add_wall_pressure(cell);
}

/// Adds the gas flux through a face between two mesh cells to the changes of both cells. The flux is the mean of the
/// fluxes on both sides, minus half the jump between the two states times the fastest wave speed.
void FlowCells::add_flux_through_face(const GasFlow& flow, const CellFace& face) {
  const PrimitiveVariables& a = primitive_variables_[face.cell_a];
  const PrimitiveVariables& b = primitive_variables_[face.cell_b];
  const double area = length(face.normal);
  const double out_of_a = dot(a.velocity, face.normal);
  const double into_b = dot(b.velocity, face.normal);
  const double speed = std::max(std::abs(out_of_a) + a.sound_speed * area, std::abs(into_b) + b.sound_speed * area);
  const double pressure = 0.5 * (a.pressure + b.pressure);
  ConservedVariables flux;
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const double from = flow[face.cell_a][i];
    const double to = flow[face.cell_b][i];
    flux[i] = 0.5 * (from * out_of_a + to * into_b - speed * (to - from));
  }
  flux[1] += pressure * face.normal.x;
  flux[2] += pressure * face.normal.y;
  flux[3] += pressure * face.normal.z;
  flux[4] += 0.5 * (a.pressure * out_of_a + b.pressure * into_b);
  for (std::size_t i = 0; i < flux.size(); ++i) {
    flow_changes_[face.cell_a][i] -= flux[i];
    flow_changes_[face.cell_b][i] += flux[i];
  }
  wave_speed_times_area_[face.cell_a] += speed;
  wave_speed_times_area_[face.cell_b] += speed;
}

/// Adds to a cell's changes the pressure that a slip wall beside the cell exerts. Nothing flows through a slip wall.
void FlowCells::add_wall_pressure(std::size_t cell) {
  const Vector3& normal = wall_normals_[cell];
  const PrimitiveVariables& state = primitive_variables_[cell];
  flow_changes_[cell][1] -= state.pressure * normal.x;
  flow_changes_[cell][2] -= state.pressure * normal.y;
  flow_changes_[cell][3] -= state.pressure * normal.z;
  wave_speed_times_area_[cell] += std::abs(dot(state.velocity, normal)) + state.sound_speed * length(normal);
}

double FlowCells::longest_stable_step() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell)
    shortest = std::min(shortest, volumes_[cell] / wave_speed_times_area_[cell]);
  return kCourantNumber * shortest;
}

void FlowCells::predict_flow(double step, const GasFlow& flow, GasFlow& predicted) const {
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) {
    const double factor = step / volumes_[cell];
    for (std::size_t i = 0; i < flow[cell].size(); ++i) {
      predicted[cell][i] = flow[cell][i] + factor * flow_changes_[cell][i];
    }
  }
}

void FlowCells::correct_flow(double step, GasFlow& flow, const GasFlow& predicted) const {
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) {
    const double factor = step / volumes_[cell];
    for (std::size_t i = 0; i < flow[cell].size(); ++i) {
      flow[cell][i] = 0.5 * (flow[cell][i] + (predicted[cell][i] + factor * flow_changes_[cell][i]));
    }
  }
}

std::int64_t FlowCells::operations_to_compute_changes() const noexcept {
  return static_cast<std::int64_t>(cell_count()) * kOperationsPerPrimitiveState +
         static_cast<std::int64_t>(faces_.size()) * kOperationsPerFace +
         static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerWallCell;
}

std::int64_t FlowCells::operations_to_find_stable_step() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerCellToFindStep;
}

std::int64_t FlowCells::operations_to_predict_flow() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerPredictedCell;
}

std::int64_t FlowCells::operations_to_correct_flow() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerCorrectedCell;
}

GasFlow pressure_pulse_flow(const UnstructuredMesh& mesh) {
  constexpr Vector3 kCentre{-1.0, 0.1, 1.0};
  constexpr double kRadius = 0.7;
  GasFlow flow;
  for (const Vector3& point : mesh.points) {
    flow.push_back({1, 0, 0, 0, energy_at_pressure(length(point - kCentre) < kRadius ? 10.0 : 1.0)});
  }
  return flow;
}

ConservedVariables total_conserved(const UnstructuredMesh& mesh, const GasFlow& flow) {
  ConservedVariables sum{};
  for (std::size_t cell = 0; cell < flow.size(); ++cell) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += mesh.volumes[cell] * flow[cell][i];
  }
  return sum;
}

}  // namespace switchyard
