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
constexpr std::int64_t kOperationsToPredictGasFlowOfCell = 11;
constexpr std::int64_t kOperationsToCorrectGasFlowOfCell = 21;

double energy_at_pressure(double pressure) { return pressure / (kHeatCapacityRatio - 1); }

}  // namespace

GasFlowMeshCells::GasFlowMeshCells(const UnstructuredMesh& mesh) : owned_cell_count_(mesh.points.size()) {
  for (std::uint32_t vertex = 0; vertex < mesh.vertex_count(); ++vertex) add_cell(mesh, vertex);
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    faces_.push_back({mesh.edges[e].a, mesh.edges[e].b, mesh.edge_normals[e]});
  }
}

GasFlowMeshCells::GasFlowMeshCells(const UnstructuredMesh& mesh, std::span<const std::uint32_t> vertices,
                                   std::size_t owned, std::span<const std::uint32_t> edges,
                                   std::span<const std::uint32_t> local)
    : owned_cell_count_(owned) {
  for (const std::uint32_t vertex : vertices) add_cell(mesh, vertex);
  for (const std::uint32_t edge : edges) {
    faces_.push_back({local[mesh.edges[edge].a], local[mesh.edges[edge].b], mesh.edge_normals[edge]});
  }
}

void GasFlowMeshCells::add_cell(const UnstructuredMesh& mesh, std::uint32_t vertex) {
  wall_normals_.push_back(mesh.boundary_normals[vertex]);
  volumes_.push_back(mesh.volumes[vertex]);
  primitive_variables_.emplace_back();
  gas_flow_change_of_each_cell_.emplace_back();
  wave_speed_times_area_.push_back(0);
}

GasFlowMeshCells::PrimitiveVariables GasFlowMeshCells::primitive_variables_of(const ConservedVariables& state) {
  const double inverse = 1 / state[0];
  const Vector3 momentum{state[1], state[2], state[3]};
  const Vector3 velocity = inverse * momentum;
  const double pressure = (kHeatCapacityRatio - 1) * (state[4] - 0.5 * dot(momentum, velocity));
  return {velocity, pressure, std::sqrt(kHeatCapacityRatio * pressure * inverse)};
}

void GasFlowMeshCells::compute_flow_changes(const GasFlow& flow) {
  std::ranges::transform(flow, primitive_variables_.begin(), primitive_variables_of);
  std::ranges::fill(gas_flow_change_of_each_cell_, ConservedVariables{});
  std::ranges::fill(wave_speed_times_area_, 0.0);
  for (const CellFace& face : faces_) add_flux_through_face(flow, face);
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) add_gas_pressure_at_wall(cell);
}

/// Adds the gas flux through a face between two mesh cells to the changes of both cells. The flux is the mean of the
/// fluxes on both sides, minus half the jump between the two states times the fastest wave speed.
void GasFlowMeshCells::add_flux_through_face(const GasFlow& flow, const CellFace& face) {
  const PrimitiveVariables& a = primitive_variables_[face.first_cell_of_face];
  const PrimitiveVariables& b = primitive_variables_[face.second_cell_of_face];
  const double area = length(face.normal);
  const double out_of_a = dot(a.velocity, face.normal);
  const double into_b = dot(b.velocity, face.normal);
  const double speed = std::max(std::abs(out_of_a) + a.sound_speed * area, std::abs(into_b) + b.sound_speed * area);
  const double pressure = 0.5 * (a.gas_pressure + b.gas_pressure);
  ConservedVariables flux;
  for (std::size_t i = 0; i < flux.size(); ++i) {
    const double from = flow[face.first_cell_of_face][i];
    const double to = flow[face.second_cell_of_face][i];
    flux[i] = 0.5 * (from * out_of_a + to * into_b - speed * (to - from));
  }
  flux[1] += pressure * face.normal.x;
  flux[2] += pressure * face.normal.y;
  flux[3] += pressure * face.normal.z;
  flux[4] += 0.5 * (a.gas_pressure * out_of_a + b.gas_pressure * into_b);
  for (std::size_t i = 0; i < flux.size(); ++i) {
    gas_flow_change_of_each_cell_[face.first_cell_of_face][i] -= flux[i];
    gas_flow_change_of_each_cell_[face.second_cell_of_face][i] += flux[i];
  }
  wave_speed_times_area_[face.first_cell_of_face] += speed;
  wave_speed_times_area_[face.second_cell_of_face] += speed;
}

/// Adds to a cell's changes the pressure that a slip wall beside the cell exerts. Nothing flows through a slip wall.
void GasFlowMeshCells::add_gas_pressure_at_wall(std::size_t cell) {
  const Vector3& normal = wall_normals_[cell];
  const PrimitiveVariables& state = primitive_variables_[cell];
  gas_flow_change_of_each_cell_[cell][1] -= state.gas_pressure * normal.x;
  gas_flow_change_of_each_cell_[cell][2] -= state.gas_pressure * normal.y;
  gas_flow_change_of_each_cell_[cell][3] -= state.gas_pressure * normal.z;
  wave_speed_times_area_[cell] += std::abs(dot(state.velocity, normal)) + state.sound_speed * length(normal);
}

double GasFlowMeshCells::longest_stable_step() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell)
    shortest = std::min(shortest, volumes_[cell] / wave_speed_times_area_[cell]);
  return kCourantNumber * shortest;
}

void GasFlowMeshCells::predict_gas_flow_after_time_step(double step, const GasFlow& flow, GasFlow& predicted) const {
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) {
    const double factor = step / volumes_[cell];
    for (std::size_t i = 0; i < flow[cell].size(); ++i) {
      predicted[cell][i] = flow[cell][i] + factor * gas_flow_change_of_each_cell_[cell][i];
    }
  }
}

void GasFlowMeshCells::correct_gas_flow_after_time_step(double step, GasFlow& flow, const GasFlow& predicted) const {
  for (std::size_t cell = 0; cell < owned_cell_count_; ++cell) {
    const double factor = step / volumes_[cell];
    for (std::size_t i = 0; i < flow[cell].size(); ++i) {
      flow[cell][i] = 0.5 * (flow[cell][i] + (predicted[cell][i] + factor * gas_flow_change_of_each_cell_[cell][i]));
    }
  }
}

std::int64_t GasFlowMeshCells::operation_count_to_compute_changes() const noexcept {
  return static_cast<std::int64_t>(cell_count()) * kOperationsPerPrimitiveState +
         static_cast<std::int64_t>(faces_.size()) * kOperationsPerFace +
         static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerWallCell;
}

std::int64_t GasFlowMeshCells::operation_count_to_find_stable_step() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsPerCellToFindStep;
}

std::int64_t GasFlowMeshCells::operation_count_to_predict_gas_flow() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsToPredictGasFlowOfCell;
}

std::int64_t GasFlowMeshCells::operation_count_to_correct_gas_flow() const noexcept {
  return static_cast<std::int64_t>(owned_cell_count_) * kOperationsToCorrectGasFlowOfCell;
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
