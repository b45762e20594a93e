#include <gtest/gtest.h>

#include <atomic>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

const Algorithm& shipped_algorithm(const std::string& name) {
  static const Catalogue catalogue = shipped_algorithms();
  return catalogue.find("test", name);
}

CommunicationMatrix dense_matrix_of_16_nodes(std::uint64_t bytes) {
  Rng rng(1);
  return random_matrix_with_degree(16, 4, bytes, rng);
}

ExchangeResult run_reused_exchange(const Algorithm& used, std::uint64_t times, const ExchangeOptions& more = {}) {
  Workload workload(dense_matrix_of_16_nodes(256));
  ExchangeOptions options = more;
  options.reuse = times;
  return run_exchange(machines::ipsc860({.nodes = 16}), used, workload, options);
}

TEST(ExchangeReuse, CarriesOutTheMatrixAsOftenAsGiven) {
  for (const char* name : {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}) {
    for (const ExecutorKind executor : executors_under_test()) {
      ExchangeOptions options;
      options.run.executor = executor;
      const ExchangeResult result = run_reused_exchange(shipped_algorithm(name), 3, options);
      EXPECT_EQ(result.report.network.payload_bytes, 3U * 16 * 4 * 256) << name;
    }
  }
}

TEST(ExchangeReuse, CarriesOutTheMatrixAsOftenAsGivenWithTheClockOff) {
  ExchangeOptions options;
  options.run.clock = ClockKind::off;
  for (const char* name : {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}) {
    EXPECT_EQ(run_reused_exchange(shipped_algorithm(name), 5, options).report.network.payload_bytes, 5U * 16 * 4 * 256)
        << name;
  }
}

TEST(ExchangeReuse, MakesTheScheduleOnce) {
  std::atomic<int> made = 0;
  Algorithm counting = shipped_algorithm("rs_n");
  counting.scheduler = [&made, make = counting.scheduler](const CommunicationMatrix& matrix, const Routes& routes,
                                                          Rng& rng) {
    ++made;
    return make(matrix, routes, rng);
  };
  const ExchangeResult once = run_reused_exchange(counting, 1);
  const ExchangeResult often = run_reused_exchange(counting, 7);
  // Each of the two runs makes its schedule once, however often it uses the schedule.
  EXPECT_EQ(made, 2);
  EXPECT_EQ(often.schedule_cost, once.schedule_cost);
  EXPECT_EQ(often.phases, once.phases);
}

TEST(ExchangeReuse, ChargesAScheduleThatTheNodesMakeOnce) {
  ExchangeOptions options;
  options.scheduling = Scheduling::schedule_made_by_nodes_during_run;
  EXPECT_EQ(run_reused_exchange(shipped_algorithm("rs_nl"), 7, options).schedule_cost,
            run_reused_exchange(shipped_algorithm("rs_nl"), 1, options).schedule_cost);
}

TEST(ExchangeReuse, ANodeStartsAUseAsSoonAsItHasFinishedTheOneBefore) {
  // There is no barrier between two uses of a schedule, so that a node that finishes one use early starts the next one,
  // and the uses overlap at their ends. Without random delays, each use costs at most as much as a single one.
  Workload workload(dense_matrix_of_16_nodes(1024));
  const Machine quiet = machines::ipsc860({.nodes = 16, .drift_on = false});
  const Duration once = run_exchange(quiet, shipped_algorithm("lp"), workload).communication_cost;
  ExchangeOptions options;
  options.reuse = 10;
  const Duration often = run_exchange(quiet, shipped_algorithm("lp"), workload, options).communication_cost;
  EXPECT_GT(often, 5 * once);
  EXPECT_LE(often, 10 * once);
}

/// Makes an exchange algorithm with a bug: it sends the right bytes in its first use, and only zeros in later uses.
Algorithm make_algorithm_that_fails_when_reused() {
  Algorithm planted = shipped_algorithm("ac");
  planted.execution = [uses = std::make_shared<std::vector<int>>(16)](Node& self, const NodeTraffic& traffic,
                                                                      std::span<const PlanStep>, Protocol) {
    const bool fresh = (*uses)[index(self.id())]++ == 0;
    const std::vector<std::byte> zeros(256);
    std::vector<Handle> pending;
    for (const Incoming& message : traffic.receives())
      pending.push_back(self.post_receive(message.source, message.data));
    for (const Outgoing& message : traffic.sends()) {
      pending.push_back(self.post_send(message.destination, fresh ? message.data : zeros));
    }
    self.wait_all(pending);
  };
  return planted;
}

TEST(ExchangeReuse, ChecksTheBytesOfEachUse) {
  EXPECT_NO_THROW(run_reused_exchange(make_algorithm_that_fails_when_reused(), 1));
  EXPECT_THROW(run_reused_exchange(make_algorithm_that_fails_when_reused(), 2), Error);
}

}  // namespace
}  // namespace switchyard
