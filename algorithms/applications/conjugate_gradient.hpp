#pragma once
/// \file conjugate_gradient.hpp
/// Solves A x = b for a symmetric positive definite sparse matrix whose rows are distributed over the nodes. Before
/// each matrix-vector product the nodes exchange the vector entries that their rows need from other nodes. Inner
/// products are reductions over all nodes.
///
/// Source: M. R. Hestenes, E. Stiefel, "Methods of conjugate gradients for solving linear systems", J. Res. Nat. Bur.
/// Standards 49 (1952), sec. 3, without preconditioning; as a test of irregular schedules in R. Ponnusamy, R. Thakur,
/// A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on the CM-5" (1992), table 12.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/applications/sparse_matrix.hpp"
#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/partition.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct ConjugateGradientOptions {
  RunOptions run = {};
  /// protocol of the messages; if empty, the algorithm's own protocol
  std::optional<Protocol> protocol = std::nullopt;
  std::uint64_t most_iterations = 1000;
  double tolerance = 1e-10;  ///< the method ends when the residual, relative to the first residual, is this small
  /// the number of an iterate, counted from 1, that the result shall also contain, for inspection; empty for none
  std::optional<std::uint64_t> iteration_number_of_kept_iterate = std::nullopt;
};

struct ConjugateGradientResult {
  RunReport report;
  std::vector<double> solution;  ///< the last approximation of the solution
  /// the iterate that ConjugateGradientOptions::iteration_number_of_kept_iterate asked for; empty if the run ended
  /// before it
  std::vector<double> kept_iterate;
  /// Euclidean norms of the residual that the recurrence computes: first the norm of the right side b,
  /// then one norm for each iteration
  std::vector<double> residual_norms;
  bool converged = false;
  /// number of phases of the schedule of one exchange; 0 if the algorithm makes no schedule
  std::uint32_t phases = 0;
  CommunicationMatrix halo_exchange_matrix;  ///< how many bytes each node sends to each other node in one exchange
  Duration schedule_cost{};     ///< time for making the schedule on one node; the schedule is made before the run
  Duration computation_time{};  ///< time for floating-point operations and copying; maximum over the nodes
  /// time for exchanges of vector entries and for reductions, waiting included; maximum over the nodes
  Duration communication_time{};

  std::uint64_t iterations() const noexcept { return residual_norms.size() - 1; }
};

/// Solves the linear system A x = b by conjugate gradients, starting from x = 0. The partition says which node owns
/// which row.
///
/// Shape:  `right_side` has a value for each row; the partition has as many nodes as the machine.
/// Throws: UsageError for a matrix that is not symmetric or turns out not to be positive definite, and if the algorithm
///         cannot run on this machine or pattern. Also throws what run() throws.
ConjugateGradientResult conjugate_gradient(const Machine& machine, const Algorithm& algorithm,
                                           const SparseMatrix& matrix, const Partition& partition,
                                           std::span<const double> right_side,
                                           const ConjugateGradientOptions& options = {});

/// Returns a random vector with entries uniform in [-1, 1).
std::vector<double> random_vector(std::uint32_t size, std::uint64_t seed);

}  // namespace switchyard
