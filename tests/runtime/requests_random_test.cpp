/// Tests of random programs with all kinds of requests. The programs are free of errors by construction.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/runtime/random_requests.hpp"
#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

// --- random programs ----------------------------------------------------------------------------------------------

#ifdef SWITCHYARD_SANITIZED
constexpr std::uint64_t kProgramCount = 40;
#else
constexpr std::uint64_t kProgramCount = 600;
#endif

/// Returns all shipped machines, and one on which messages wait at their senders. Machines with small system buffers
/// are left out: on them, a message that waits for room holds ports and links that earlier messages need, so that even
/// a right program may deadlock.
std::vector<Machine> machines_under_test() {
  std::vector<Machine> all{fixed_delay_machine({.nodes = 4, .stores_early_messages = false})};
  for (const std::string& name : machines::distinct_machine_names())
    all.push_back(machines::make_machine({.name = name, .nodes = 4}));
  return all;
}

StandardSendRule standard_sends_of(std::uint64_t seed) {
  constexpr std::array kAll{StandardSendRule(), StandardSendRule(), StandardSendRule::synchronous_from_size(0),
                            StandardSendRule::synchronous_from_size(100), StandardSendRule::always_buffered()};
  return kAll.at(seed % kAll.size());
}

/// Runs each random program on one of the machines: first under the virtual clock on every executor, with the same
/// result; then under the wall clock or without a clock (ClockKind::off); and then without a clock and with random
/// pauses.
TEST(RequestsCorpus, RandomProgramsReceiveTheRightData) {
  const std::vector<Machine> machines = machines_under_test();
  for (std::uint64_t seed = 1; seed <= kProgramCount; ++seed) {
    const Machine& machine = machines[seed % machines.size()];
    SCOPED_TRACE(fmt::format("seed {} on {} ({})", seed, machine.name(), seed % machines.size()));
    const NodeProgram program = random_requests(seed, 2 + static_cast<std::uint32_t>(seed / 7 % 3));
    RunOptions options;
    options.seed = seed;
    options.standard_sends = standard_sends_of(seed / 3);
    ASSERT_NO_THROW(run_on_all_executors(machine, program, options));
    options.clock = seed % 8 == 0 ? ClockKind::wall : ClockKind::off;
    ASSERT_NO_THROW(run(machine, program, options)) << name_of(options.clock);
    options.clock = ClockKind::off;
    options.executor = executors_under_test().back();
    options.pauses = seed;
    ASSERT_NO_THROW(run(machine, program, options)) << "with pauses";
  }
}

}  // namespace
}  // namespace switchyard
