#pragma once
/// \file conjugate_gradient.hpp
/// Solves A x = b for a symmetric positive definite sparse matrix whose rows are dealt out to nodes: before each
/// product the nodes exchange the values beside their own, and inner products are reductions over all nodes.
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
  std::optional<Protocol> protocol = std::nullopt;  ///< instead of the algorithm's own
  std::uint64_t most_iterations = 1000;
  double tolerance = 1e-10;  ///< done when the residual is this small relative to the first one
  /// An iterate that is kept beside the last one, to be looked at later; the first is 1.
  std::optional<std::uint64_t> kept_iteration = std::nullopt;
};

struct ConjugateGradientResult {
  RunReport report;
  std::vector<double> solution;   ///< the last iterate
  std::vector<double> kept;       ///< the one that was asked for; empty if it was not reached
  std::vector<double> residuals;  ///< Euclidean norms, as the method goes on with them: of b, then after each iteration
  bool converged = false;
  std::uint32_t phases = 0;  ///< of one exchange; 0 without a schedule
  CommunicationMatrix halo;  ///< of one exchange
  Duration schedule_cost{};  ///< on one node, before the run
  Duration computation{};    ///< floating-point operations and copying; maximum over the nodes
  Duration communication{};  ///< exchanges and reductions, waiting included; maximum over the nodes

  std::uint64_t iterations() const noexcept { return residuals.size() - 1; }
};

/// Starts from zero. The partition says which node owns which row.
///
/// Shape:  `right_side` has a value for each row; the partition has as many nodes as the machine.
/// Throws: UsageError for a matrix that is not symmetric or turns out not to be positive definite, or if the algorithm
///         cannot run on this machine or pattern; what run() throws.
ConjugateGradientResult conjugate_gradient(const Machine& machine, const Algorithm& algorithm,
                                           const SparseMatrix& matrix, const Partition& partition,
                                           std::span<const double> right_side,
                                           const ConjugateGradientOptions& options = {});

/// Uniform in [-1, 1).
std::vector<double> random_vector(std::uint32_t size, std::uint64_t seed);

}  // namespace switchyard
