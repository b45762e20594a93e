#include "bench/experiment/machine_fit.hpp"

namespace switchyard {
namespace {

[[noreturn]] void refuse() {
  throw UsageError("switchyard fit: this build lacks Eigen, which has the optimiser",
                   "install libeigen3-dev, then configure and build again");
}

}  // namespace

std::vector<std::string> default_fitted_constants(const std::string& /*machine*/) { refuse(); }

MachineFit fit_machine(const std::string& /*machine*/, const std::vector<std::string>& /*constants*/,
                       const std::vector<ResultRow>& /*rows*/, const Catalogue& /*catalogue*/) {
  refuse();
}

}  // namespace switchyard
