#include "algorithms/applications/serial_conjugate_gradient.hpp"
#include "runtime/error.hpp"

namespace switchyard {

bool has_serial_solver_library() noexcept { return false; }

SerialConjugateGradientResult serial_conjugate_gradient(const SparseMatrix&, std::span<const double>, std::uint64_t) {
  throw UsageError("cg: this build lacks Eigen to check against",
                   "install libeigen3-dev, then configure and build again");
}

}  // namespace switchyard
