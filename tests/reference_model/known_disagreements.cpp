#include "tests/reference_model/known_disagreements.hpp"

#include <algorithm>

namespace switchyard::reference {

const std::vector<KnownDisagreement>& known_clock_off_disagreements() {
  // The size of the message in these programs is larger than any system buffer, so that on all machines named here the
  // message waits until its receive is posted.
  constexpr std::uint16_t kBytes = 200;
  static const std::vector<KnownDisagreement> all{
      {"all orders are those of a machine whose sends wait for their receives, and with the clock off sends do not "
       "wait",
       {"cm5", "ipsc860_with_small_buffers", "mesh_with_small_buffers"},
       {{{{.verb = OperationVerb::post_send, .peer = 1, .bytes = kBytes},
          {.verb = OperationVerb::test, .slot = 0},
          {.verb = OperationVerb::barrier}},
         {{.verb = OperationVerb::barrier}, {.verb = OperationVerb::receive, .peer = 0}}}}},
  };
  return all;
}

const KnownDisagreement* find_clock_off_disagreement(std::string_view setting) {
  const auto& all = known_clock_off_disagreements();
  const auto found = std::ranges::find_if(all, [&](const KnownDisagreement& each) {
    return std::ranges::find(each.machine_names, setting) != each.machine_names.end();
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace switchyard::reference
