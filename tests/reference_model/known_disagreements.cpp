#include "tests/reference_model/known_disagreements.hpp"

#include <algorithm>

namespace switchyard::reference {

const std::vector<KnownLibraryModelDifference>& known_differences_of_clockless_runs() {
  // The size of the message in these programs is larger than any system buffer, so that on all machines named here the
  // message waits until its receive is posted.
  constexpr std::uint16_t kBytes = 200;
  static const std::vector<KnownLibraryModelDifference> all{
      {"all orders are those of a machine whose sends wait for their receives, and with the clock off sends do not "
       "wait",
       {"cm5", "ipsc860_with_small_buffers", "mesh_with_small_buffers"},
       {{{{.operation_verb = OperationVerb::post_send, .peer = 1, .bytes = kBytes},
          {.operation_verb = OperationVerb::test, .slot = 0},
          {.operation_verb = OperationVerb::barrier}},
         {{.operation_verb = OperationVerb::barrier}, {.operation_verb = OperationVerb::receive, .peer = 0}}}}},
  };
  return all;
}

const KnownLibraryModelDifference* find_known_difference_of_clockless_runs(std::string_view setting) {
  const auto& all = known_differences_of_clockless_runs();
  const auto found = std::ranges::find_if(all, [&](const KnownLibraryModelDifference& each) {
    return std::ranges::find(each.machine_names, setting) != each.machine_names.end();
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace switchyard::reference
