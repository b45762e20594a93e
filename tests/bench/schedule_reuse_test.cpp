#include "bench/experiment/schedule_reuse.hpp"

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

using namespace std::chrono_literals;

TEST(ScheduleReuse, SharesTheScheduleAmongItsUses) {
  EXPECT_EQ(amortised_cost(10us, 3us, 1), 13us);
  EXPECT_EQ(amortised_cost(10us, 3us, 4), 5500ns);
}

TEST(ScheduleReuse, PaysOnceTheSavingsExceedTheSchedule) {
  // Each use saves 2 us, so that five uses save 10 us, which only equals the cost of the schedule.
  EXPECT_EQ(uses_until_schedule_pays(10us, 2us), 6U);
  // Four uses save 8 us, and five uses save 10 us, which is more than the 9 us of the schedule.
  EXPECT_EQ(uses_until_schedule_pays(9us, 2us), 5U);
  // One use saves 2 us, which is more than the 1 us of the schedule.
  EXPECT_EQ(uses_until_schedule_pays(1us, 2us), 1U);
  EXPECT_EQ(uses_until_schedule_pays(0us, 2us), 1U);
}

TEST(ScheduleReuse, NeverPaysWhereCommunicationIsNoCheaper) {
  EXPECT_EQ(uses_until_schedule_pays(1us, 0us), std::nullopt);
  EXPECT_EQ(uses_until_schedule_pays(0us, -1us), std::nullopt);
}

TEST(ScheduleReuse, SaysAsMuchAsTheSamplesTell) {
  using SavedTimesOfSamples = std::vector<Duration>;
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{2us}), (BreakEvenUses{6, 6}));
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{2us, 2us}), (BreakEvenUses{6, 6}));
  // The savings of the two samples have a mean of 4 us with a standard error of 1 us.
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{3us, 5us}), (BreakEvenUses{1, {}}));
  // The savings of the five samples have a mean of 4 us with a standard error of 0.45 us.
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{3us, 5us, 4us, 3us, 5us}), (BreakEvenUses{2, 4}));
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{0us, 4us}), (BreakEvenUses{1, {}}));
  EXPECT_EQ(uses_until_schedule_pays(10us, SavedTimesOfSamples{-9us, -9us}), (BreakEvenUses{{}, {}}));
}

TEST(ScheduleReuse, SaysItInWords) {
  EXPECT_EQ(break_even_uses_as_text({{}, {}}), "never");
  EXPECT_EQ(break_even_uses_as_text({1, 1}), "at once");
  EXPECT_EQ(break_even_uses_as_text({7, 7}), "from 7");
  EXPECT_EQ(break_even_uses_as_text({1, 7}), "from 1-7");
  EXPECT_EQ(break_even_uses_as_text({7, {}}), "cannot tell");
}

const std::vector<std::string> kRunArguments{"run",     "--nodes", "64",        "--density", "16",
                                             "--bytes", "16KiB",   "--samples", "1",         "--no-verify"};

FinishedProgram run_with_options(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = kRunArguments;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_switchyard_program(arguments);
}

TEST(RunCommandReuse, SaysFromWhenOnASchedulePays) {
  const FinishedProgram finished = run_with_options({"--algorithm", "ac,rs_nl", "--reuse", "4"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  for (const char* part : {"of one use of the schedule", "uses           4, one after another", "total_ms", "at once",
                           "1/4 of schedule"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
}

TEST(RunCommandReuse, SaysWhatIsMissingForTheComparison) {
  const FinishedProgram finished = run_with_options({"--algorithm", "rs_nl", "--reuse", "2"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("needs an algorithm without a schedule"), std::string::npos)
      << finished.standard_output;
}

TEST(RunCommandReuse, PrintsNoTotalCostWhereNoScheduleCostsAnything) {
  EXPECT_EQ(run_with_options({"--algorithm", "ac,lp"}).standard_output.find("total_ms"), std::string::npos);
}

TEST(RunCommandReuse, TheTotalCostDecidesAndPaysCountsAllThatNeedNoSchedule) {
  // The schedule of algorithm min_sum makes the communication fast, but takes long to compute. If it is used only once,
  // min_sum costs more in total than algorithm ac, which sends at once without a schedule.
  const std::vector<std::string> small{"run", "--nodes", "16", "--density", "2", "--bytes", "16", "--samples", "1"};
  std::vector<std::string> once = small;
  once.insert(once.end(), {"--algorithm", "ac,min_sum"});
  const FinishedProgram finished = run_switchyard_program(once);
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("total_us"), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("as if each is used once"), std::string::npos) << finished.standard_output;
  for (const std::string& line : lines_of(finished.standard_output)) {
    if (line.find(" min_sum ") != std::string::npos) {
      EXPECT_EQ(line.find('*'), std::string::npos) << line;
    }
  }
}

TEST(RunCommandReuse, CountsAllUsesInTheRows) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_with_options({"--algorithm", "ac", "--reuse", "3", "--csv", folder.path_of_file("rows.csv")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const std::vector<std::string> lines = lines_of(text_of_file(folder.path_of_file("rows.csv")));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].find(",reuse,") != std::string::npos);
  EXPECT_TRUE(lines[1].find(",3,,,,,,,,1") != std::string::npos);
  // The three uses of the exchange have a payload of 3 * 64 * 16 * 16384 bytes.
  EXPECT_NE(lines[1].find(",50331648,"), std::string::npos) << lines[1];
}

TEST(RunCommandReuse, RefusesZeroUses) { expect_usage_error({"run", "--reuse", "0"}, "--reuse"); }

}  // namespace
}  // namespace switchyard::cli
