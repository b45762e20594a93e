#pragma once
/// \file euler_application.hpp
/// The application of `--application euler`, a solver on an unstructured mesh: see algorithms/applications/euler.hpp.

#include "algorithms/applications/application.hpp"
#include "algorithms/applications/euler.hpp"

namespace switchyard {

struct EulerProblem {
  std::uint32_t vertex_count = 0;
  std::uint32_t time_step_count = 10;
  bool compares_with_serial_run =
      false;  ///< whether to check that the result equals that of a serial run to the last bit
};

class EulerApplication final : public Application {
 public:
  /// Makes the mesh and divides it among the nodes, both with random choices from `seed`, as `switchyard matrix
  /// from-mesh` does.
  /// Throws: UsageError for a mesh that cannot be made or has fewer vertices than the machine has nodes.
  EulerApplication(Machine machine, EulerProblem problem, std::uint64_t seed);

  std::string name() const override { return "euler"; }
  std::string problem_description() const override;
  std::string size() const override { return std::to_string(euler_problem_.vertex_count); }
  std::unique_ptr<ApplicationInput> make_application_input(std::uint64_t seed) const override;

 private:
  Machine machine_;
  EulerProblem euler_problem_;
  UnstructuredMesh mesh_;
  Partition partition_;
};

}  // namespace switchyard
