#include "algorithms/applications/serial_conjugate_gradient.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

namespace switchyard {
namespace {

using EigenMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

EigenMatrix eigen_matrix_of(const SparseMatrix& matrix) {
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(matrix.entry_count());
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    for (const auto& entry : matrix.row(row)) {
      triplets.emplace_back(static_cast<int>(row), static_cast<int>(entry.column), entry.value);
    }
  }
  EigenMatrix result(static_cast<Eigen::Index>(matrix.row_count()), static_cast<Eigen::Index>(matrix.row_count()));
  result.setFromTriplets(triplets.begin(), triplets.end());
  return result;
}

}  // namespace

bool has_serial_solver_library() noexcept { return true; }

SerialConjugateGradientResult serial_conjugate_gradient(const SparseMatrix& matrix, std::span<const double> right_side,
                                                        std::uint64_t iterations) {
  // a named variable, not a temporary object, because the solver keeps a reference to the matrix
  const EigenMatrix eigen_matrix = eigen_matrix_of(matrix);
  Eigen::ConjugateGradient<EigenMatrix, Eigen::Lower | Eigen::Upper, Eigen::IdentityPreconditioner> solver(
      eigen_matrix);
  solver.setTolerance(0);
  const Eigen::Map<const Eigen::VectorXd> b(right_side.data(), static_cast<Eigen::Index>(right_side.size()));
  SerialConjugateGradientResult history{.residual_norms = {b.norm()},
                                        .last_iterate = std::vector<double>(right_side.size())};
  // For each iteration number k, solve again from the start with k iterations, because Eigen reports only the residual
  // of the last iteration.
  for (std::uint64_t k = 1; k <= iterations; ++k) {
    solver.setMaxIterations(static_cast<Eigen::Index>(k));
    const Eigen::VectorXd x = solver.solve(b);
    history.residual_norms.push_back(solver.error() * b.norm());
    history.last_iterate.assign(x.begin(), x.end());
  }
  return history;
}

}  // namespace switchyard
