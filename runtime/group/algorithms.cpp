#include "runtime/group/algorithms.hpp"

#include <array>

namespace switchyard {

CollectiveSteps steps_of(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  using namespace detail;
  // In the order of Collective.
  constexpr std::array kAdd{add_barrier, add_broadcast, add_all_gather, add_reduce,  add_all_reduce,
                            add_scan,    add_exscan,    add_gather,     add_scatter, add_all_to_all};
  CollectiveSteps steps;
  kAdd[static_cast<std::size_t>(call.kind)]({steps, rank, size}, call);
  return steps;
}

}  // namespace switchyard
