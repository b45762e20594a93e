#pragma once
/// \file serial_conjugate_gradient.hpp
/// The conjugate gradient method on one processor, by the Eigen library. The distributed solver of
/// conjugate_gradient.hpp is checked against this method.
///
/// Source: G. Guennebaud, B. Jacob and others, Eigen 3 (eigen.tuxfamily.org), Eigen::ConjugateGradient. A build without
/// Eigen refuses to solve.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

struct SerialConjugateGradientResult {
  /// Euclidean norms of the residual that the recurrence of the method computes: first the norm of the right side b,
  /// then one norm for each iteration
  std::vector<double> residual_norms;
  std::vector<double> last_iterate;  ///< the approximate solution x after the last iteration
};

/// Returns whether this build can solve linear systems serially: false if it was built without Eigen.
bool has_serial_solver_library() noexcept;

/// Runs `iterations` iterations of the conjugate gradient method from x = 0, without preconditioning. The time grows
/// with the square of `iterations`.
/// Throws: UsageError in a build without Eigen.
SerialConjugateGradientResult serial_conjugate_gradient(const SparseMatrix& matrix, std::span<const double> right_side,
                                                        std::uint64_t iterations);

}  // namespace switchyard
