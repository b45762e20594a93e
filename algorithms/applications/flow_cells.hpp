#pragma once
/// \file flow_cells.hpp
/// The arithmetic of the Euler application on the cells of a whole mesh, or on the cells that one node owns or
/// receives.
///
/// Source: edge-based finite volumes on the median dual, as in D. Mavriplis, "Three dimensional unstructured multigrid
/// for the Euler equations" (1991). Departs from this paper: first order in space (V. V. Rusanov's flux, 1961), two
/// stages in time (Heun's method), no multigrid.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/unstructured_mesh.hpp"

namespace switchyard {

/// The conserved variables of a gas: mass, three momenta and energy, each per unit of volume.
using ConservedVariables = std::array<double, 5>;
/// The state of a gas: the conserved variables of each cell of the mesh.
using GasFlow = std::vector<ConservedVariables>;

/// A set of mesh cells: owned cells, which this node computes, and the cells around them, which other nodes compute.
/// The fluxes of a cell are always summed in the order of the mesh's edges, so the numbers do not depend on which node
/// computes the cell. The walls of the box and of the hole in it are slip walls: mass and energy stay inside.
class GasFlowMeshCells {
 public:
  /// Makes the set of all cells of the mesh.
  explicit GasFlowMeshCells(const UnstructuredMesh& mesh);
  /// Makes a set of some cells of the mesh that belong to one node or border on its cells: local cell k is cell
  /// vertices[k] of the mesh. This node computes the first `owned` cells.
  /// Shape:  `edges` are numbers of edges of the mesh, ascending; `local` gives the local number of each
  ///         vertex at an end of these edges.
  GasFlowMeshCells(const UnstructuredMesh& mesh, std::span<const std::uint32_t> vertices, std::size_t owned,
                   std::span<const std::uint32_t> edges, std::span<const std::uint32_t> local);

  std::size_t cell_count() const noexcept { return primitive_variables_.size(); }
  std::size_t owned_cell_count() const noexcept { return owned_cell_count_; }

  /// Computes how each owned cell changes: the sum of the flows through all its faces. Needs:
  /// `flow` is up to date in all cells, owned or not.
  void compute_flow_changes(const GasFlow& flow);
  /// Returns the longest time step that is stable for the changes that compute_flow_changes() computed
  /// last; infinite if there are no cells.
  double longest_stable_step() const;
  /// Carries out the first stage of Heun's method on the owned cells: sets `predicted` to flow + step * changes, with
  /// the changes that compute_flow_changes(flow) computed.
  void predict_gas_flow_after_time_step(double step, const GasFlow& flow, GasFlow& predicted) const;
  /// Carries out the second stage of Heun's method on the owned cells: replaces `flow` by the mean of `flow` and
  /// predicted + step * changes, where the changes are those that compute_flow_changes(predicted) computed.
  void correct_gas_flow_after_time_step(double step, GasFlow& flow, const GasFlow& predicted) const;

  // The functions operation_count_to_...() return the number of floating-point operations of one call of the
  // corresponding function of this class, counted as they are written in flow_cells.cpp. A root or a division counts as
  // one operation.
  std::int64_t operation_count_to_compute_changes() const noexcept;
  std::int64_t operation_count_to_find_stable_step() const noexcept;
  std::int64_t operation_count_to_predict_gas_flow() const noexcept;
  std::int64_t operation_count_to_correct_gas_flow() const noexcept;

 private:
  struct PrimitiveVariables {
    Vector3 velocity;
    double gas_pressure = 0;
    double sound_speed = 0;  ///< the speed of sound in the gas of the cell
  };
  struct CellFace {
    std::uint32_t first_cell_of_face = 0;
    std::uint32_t second_cell_of_face = 0;
    Vector3 normal;
  };

  void add_cell(const UnstructuredMesh& mesh, std::uint32_t vertex);
  static PrimitiveVariables primitive_variables_of(const ConservedVariables& state);
  void add_flux_through_face(const GasFlow& flow, const CellFace& face);
  void add_gas_pressure_at_wall(std::size_t cell);

  std::size_t owned_cell_count_ = 0;
  std::vector<CellFace> faces_;
  std::vector<Vector3> wall_normals_;
  std::vector<double> volumes_;
  std::vector<PrimitiveVariables> primitive_variables_;
  std::vector<ConservedVariables> gas_flow_change_of_each_cell_;  ///< change of each cell's conserved variables per
                                                                  ///< unit of time, multiplied by the cell's volume
  /// for each cell: the sum over all its faces of wave speed times area, which limits the time step
  std::vector<double> wave_speed_times_area_;
};

/// Returns the initial flow of the Euler application: a gas at rest that contains a bubble of ten times the pressure,
/// upstream of the block-shaped hole in the mesh.
GasFlow pressure_pulse_flow(const UnstructuredMesh& mesh);

/// Returns the total mass, momenta and energy of a gas flow: the conserved variables times the volumes of the cells,
/// summed over the whole mesh.
ConservedVariables total_conserved(const UnstructuredMesh& mesh, const GasFlow& flow);

}  // namespace switchyard
