#pragma once
/// \file flow_cells.hpp
/// The arithmetic of the Euler application on some cells of a mesh: a whole one, or what a node sees of it.
///
/// Source: edge-based finite volumes on the median dual, as in D. Mavriplis, "Three dimensional unstructured multigrid
/// for the Euler equations" (1991). Departs from it: first order in space (V. V. Rusanov's flux, 1961), two stages in
/// time (Heun's method), no multigrid.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/unstructured_mesh.hpp"

namespace switchyard {

/// Mass, three momenta and energy in a unit of volume.
using Conserved = std::array<double, 5>;
/// One for each cell.
using Flow = std::vector<Conserved>;

/// The cells that somebody computes, and those around them, whose values others compute. A sum over the edges of a cell
/// is always formed in the order of the mesh's edges: so the numbers do not depend on who computes the cell. The box
/// and the hole have slip walls: mass and energy stay inside.
class FlowCells {
 public:
  /// All cells of the mesh.
  explicit FlowCells(const UnstructuredMesh& mesh);
  /// Local cell k is cell vertices[k] of the mesh; the first `owned` are computed here.
  /// Shape:  `edges` are numbers of edges of the mesh, ascending; `local` has the local number of each vertex on them.
  FlowCells(const UnstructuredMesh& mesh, std::span<const std::uint32_t> vertices, std::size_t owned,
            std::span<const std::uint32_t> edges, std::span<const std::uint32_t> local);

  std::size_t size() const noexcept { return primitives_.size(); }
  std::size_t owned() const noexcept { return owned_; }

  /// Sums up what flows into each cell that is owned. Needs: `flow` is up to date in all cells.
  void find_changes(const Flow& flow);
  /// The longest time for which those changes may be followed; infinite without cells.
  double longest_step() const;
  /// Heun's two stages, on the owned cells: `predicted` = flow + step * changes; `flow` = the mean of itself and
  /// predicted + step * changes, the changes of `predicted` then.
  void predict(double step, const Flow& flow, Flow& predicted) const;
  void correct(double step, Flow& flow, const Flow& predicted) const;

  // Floating-point operations as they are written in flow_cells.cpp; a root or a division counts as one.
  std::int64_t operations_of_changes() const noexcept;
  std::int64_t operations_of_step() const noexcept;
  std::int64_t operations_of_prediction() const noexcept;
  std::int64_t operations_of_correction() const noexcept;

 private:
  struct Primitive {
    Vector3 velocity;
    double pressure = 0;
    double sound = 0;  ///< its speed
  };
  struct Face {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Vector3 normal;
  };

  void add_cell(const UnstructuredMesh& mesh, std::uint32_t vertex);
  static Primitive primitive_of(const Conserved& state);
  void add_face(const Flow& flow, const Face& face);
  void add_wall(std::size_t cell);

  std::size_t owned_ = 0;
  std::vector<Face> faces_;
  std::vector<Vector3> walls_;
  std::vector<double> volumes_;
  std::vector<Primitive> primitives_;
  std::vector<Conserved> changes_;  ///< in a unit of time, times the volume
  std::vector<double> speeds_;      ///< for each cell: wave speed times area, over all its faces
};

/// Still gas, with a bubble of ten times the pressure upstream of the block.
Flow pressure_pulse(const UnstructuredMesh& mesh);

/// Summed over the whole mesh.
Conserved total(const UnstructuredMesh& mesh, const Flow& flow);

}  // namespace switchyard
