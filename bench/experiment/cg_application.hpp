#pragma once
/// \file cg_application.hpp
/// The application of `--application cg`, a conjugate gradient solver: see
/// algorithms/applications/conjugate_gradient.hpp.

#include "algorithms/applications/application.hpp"
#include "algorithms/applications/conjugate_gradient.hpp"

namespace switchyard {

/// A linear system for the conjugate gradient method, and the accuracy to which the method solves it.
struct CgProblem {
  SparseMatrix matrix;
  std::string matrix_name;
  std::uint64_t most_iterations = 1000;
  double tolerance = 1e-10;
  /// Whether to compare the parallel run with a serial solver, with a tolerance of 1e-10. Compared are the residuals of
  /// the first 20 iterations, and the iterate (the approximate solution) after them.
  bool compares_with_serial_run = false;
};

class CgApplication final : public Application {
 public:
  /// Divides the rows of the matrix among the nodes by a partitioner that makes random choices from `seed`.
  /// Throws: UsageError unless the matrix is symmetric with a positive diagonal and has at least one row for each node.
  CgApplication(Machine machine, CgProblem problem, std::uint64_t seed);

  std::string name() const override { return "cg"; }
  std::string problem_description() const override;
  std::string size() const override { return cg_problem_.matrix_name; }
  std::unique_ptr<ApplicationInput> make_application_input(std::uint64_t seed) const override;

 private:
  Machine machine_;
  CgProblem cg_problem_;
  Partition partition_;
};

}  // namespace switchyard
