#include "bench/micro/corpus.hpp"

#include <gtest/gtest.h>

#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

StressOptions stress_options_of(StressStrategy strategy, std::uint64_t runs) {
  StressOptions options{.runs = runs, .strategies = {strategy}};
  options.limits.time_limit = std::chrono::milliseconds{100};
  return options;
}

/// Returns a line that says, for each strategy of the stress test, in how many of `runs` runs it makes the program
/// fail. Sets `found` to true if any run fails.
std::string strategy_findings_text(const BuggyAndFixedProgram& pair, std::uint64_t runs, bool& found) {
  std::string line = pair.name + ":";
  for (const StressStrategy strategy :
       {StressStrategy::random, StressStrategy::pct, StressStrategy::starve, StressStrategy::halved_buffer_sizes}) {
    const StressReport report = stress(pair.machine, pair.buggy_program, stress_options_of(strategy, runs));
    const std::uint64_t count = runs - report.count(RunOutcome::completed);
    found = found || count > 0;
    line += std::string(" ") + name_of(strategy) + " " + std::to_string(count);
  }
  return line;
}

TEST(Corpus, EveryWrongProgramIsFound) {
  for (const BuggyAndFixedProgram& pair : all_buggy_and_fixed_programs()) {
    bool found = false;
    const std::string line = strategy_findings_text(pair, 100, found);
    EXPECT_TRUE(found) << line << " of 100 runs each: " << pair.bug_description;
    RecordProperty(pair.name, line);
  }
}

TEST(Corpus, NoCorrectedProgramIsReported) {
  for (const BuggyAndFixedProgram& pair : all_buggy_and_fixed_programs()) {
    for (const StressStrategy strategy : kStrategies) {
      const StressReport report = stress(pair.machine, pair.corrected_program, stress_options_of(strategy, 100));
      for (const auto& [outcome, finding] : report.findings) {
        ADD_FAILURE() << pair.name << ", " << name_of(strategy) << ", run " << finding.number << ": "
                      << finding.run.text;
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
