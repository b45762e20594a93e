#include "bench/micro/corpus.hpp"

#include <gtest/gtest.h>

#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

StressOptions stress_options_of(Strategy strategy, std::uint64_t runs) {
  StressOptions options{.runs = runs, .strategies = {strategy}};
  options.limits.time_limit = std::chrono::milliseconds{100};
  return options;
}

/// Returns a line that says in how many of `runs` runs each strategy finds a failure. Sets `found` to true if one does.
std::string findings_line(const WrongAndRightProgram& pair, std::uint64_t runs, bool& found) {
  std::string line = pair.name + ":";
  for (const Strategy strategy : {Strategy::random, Strategy::pct, Strategy::starve, Strategy::buffers}) {
    const StressReport report = stress(pair.machine, pair.wrong_program, stress_options_of(strategy, runs));
    const std::uint64_t count = runs - report.count(Outcome::completed);
    found = found || count > 0;
    line += std::string(" ") + name_of(strategy) + " " + std::to_string(count);
  }
  return line;
}

TEST(Corpus, EveryWrongProgramIsFound) {
  for (const WrongAndRightProgram& pair : all_corpus_pairs()) {
    bool found = false;
    const std::string line = findings_line(pair, 100, found);
    EXPECT_TRUE(found) << line << " of 100 runs each: " << pair.bug_description;
    RecordProperty(pair.name, line);
  }
}

TEST(Corpus, NoCorrectedProgramIsReported) {
  for (const WrongAndRightProgram& pair : all_corpus_pairs()) {
    for (const Strategy strategy : kStrategies) {
      const StressReport report = stress(pair.machine, pair.right_program, stress_options_of(strategy, 100));
      for (const auto& [outcome, finding] : report.findings) {
        ADD_FAILURE() << pair.name << ", " << name_of(strategy) << ", run " << finding.number << ": "
                      << finding.run.text;
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
