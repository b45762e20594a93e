#include "algorithms/matrix/partition.hpp"
#include "runtime/error.hpp"

namespace switchyard {

bool has_partitioning_library() noexcept { return false; }

Partition partition(const Graph&, std::uint32_t, std::uint64_t) {
  throw UsageError("partition: this build lacks METIS", "install libmetis-dev, then configure and build again");
}

}  // namespace switchyard
