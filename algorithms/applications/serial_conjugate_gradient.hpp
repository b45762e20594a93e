#pragma once
/// \file serial_conjugate_gradient.hpp
/// The same method on one processor, by other code, to check the distributed one against.
///
/// Source: G. Guennebaud, B. Jacob and others, Eigen 3 (eigen.tuxfamily.org), Eigen::ConjugateGradient. A build without
/// it refuses.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/applications/sparse_matrix.hpp"

namespace switchyard {

struct SerialHistory {
  std::vector<double> residuals;  ///< Euclidean norms, as the method goes on with them: of b, then after each iteration
  std::vector<double> x;          ///< after the last
};

/// False where this library was built without Eigen.
bool can_solve_serially() noexcept;

/// So many iterations from zero, without preconditioning. Takes time in the square of them.
/// Throws: UsageError without Eigen.
SerialHistory serial_conjugate_gradient(const SparseMatrix& matrix, std::span<const double> right_side,
                                        std::uint64_t iterations);

}  // namespace switchyard
