#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "bench/cost/comparison.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_summary.hpp"
#include "bench/cost/growth.hpp"
#include "bench/cost/hardware_counters.hpp"
#include "bench/cost/rounds.hpp"
#include "bench/cost/sampling.hpp"
#include "bench/cost/statistics.hpp"
#include "bench/cost/yardsticks.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard::cost {
namespace {

/// Returns `count` random numbers that differ from `middle` by at most the share `spread` of it.
std::vector<double> noisy_numbers(double middle, double spread, std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(middle * (1 + spread * (static_cast<double>(rng.random_number_below(2001)) / 1000 - 1)));
  }
  return values;
}

TEST(CostStatistics, AMedianOfElevenHasItsIntervalBetweenTheSecondAndTheTenth) {
  std::vector<double> values(11);
  std::iota(values.begin(), values.end(), 1.0);
  const IntervalEstimate found = median_with_interval(values);
  EXPECT_EQ(found.value, 6);
  // The interval of a median follows from the binomial distribution: of 11 fair coins, at most 1 shows heads with a
  // probability of 0.6 %, and at most 2 with 3.3 %.
  EXPECT_EQ(found.interval_low, 2);
  EXPECT_EQ(found.interval_high, 10);
  EXPECT_EQ(median_with_interval({1, 2, 4, 8}).value, 3);
  EXPECT_EQ(median_with_interval({1, 2, 4, 8}).interval_low, 1);
  EXPECT_EQ(median_with_interval({7}).interval_high, 7);
}

TEST(CostStatistics, ADisturbanceOfBothSeriesDoesNotChangeTheirPairedRatio) {
  const std::vector<double> disturbance = noisy_numbers(1, 0.5, 11, 1);
  std::vector<double> one, other;
  for (const double by : disturbance) {
    one.push_back(3 * by);
    other.push_back(2 * by);
  }
  const IntervalEstimate ratio = estimate_ratio_of_paired_values(one, other);
  EXPECT_NEAR(ratio.interval_low, 1.5, 1e-9);
  EXPECT_NEAR(ratio.interval_high, 1.5, 1e-9);
}

TEST(CostStatistics, TheIntervalOfAnUnpairedRatioHoldsTheTrueOneNineteenTimesOfTwenty) {
  constexpr int kTrials = 400;
  int inside = 0;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    const IntervalEstimate ratio = estimate_ratio_of_independent_values(noisy_numbers(1.2, 0.1, 11, 2 * trial),
                                                                        noisy_numbers(1, 0.1, 11, 2 * trial + 1));
    inside += ratio.interval_low <= 1.2 && 1.2 <= ratio.interval_high ? 1 : 0;
  }
  // The interval is to contain the true ratio in 95 % of all trials. The lower limit of the test is 95 % less three
  // standard deviations of a binomial distribution.
  EXPECT_GE(inside, kTrials * 92 / 100);
  EXPECT_LE(inside, kTrials * 99 / 100);
}

TEST(CostStatistics, AFitFindsALineAndItsInterval) {
  const LinearFit line = fit_by_least_squares({{1, 0}, {1, 1}, {1, 2}, {1, 3}}, {1, 3.1, 4.9, 7});
  ASSERT_EQ(line.coefficients.size(), 2U);
  // Computed by hand, the means are x = 1.5 and y = 4.0, and the slope is
  // (1.5*3 + 0.5*0.9 + 0.5*0.9 + 1.5*3) / 5 = 1.98.
  EXPECT_NEAR(line.coefficients[1].value, 1.98, 1e-9);
  EXPECT_LT(line.coefficients[1].interval_low, 2);
  EXPECT_GT(line.coefficients[1].interval_high, 2);
  EXPECT_TRUE(fit_by_least_squares({{1, 2}, {1, 2}, {1, 2}}, {1, 2, 3}).coefficients.empty())
      << "one x does not determine a line";
  EXPECT_TRUE(std::isinf(fit_by_least_squares({{1, 0}, {1, 1}}, {1, 2}).coefficients[1].interval_high));
}

/// Makes points of a cost that grows as 5 * n^p * d^q for n nodes with d messages each, with random errors of up to one
/// percent. Beyond `bend_at` nodes, the exponent of n is `p_behind` in place of p.
std::vector<GrowthPoint> points_of_power_law(double p, double q, double bend_at = 1e9, double p_behind = 0) {
  std::vector<GrowthPoint> points;
  Rng rng(7);
  for (double n = 16; n <= 4096; n *= 2) {
    for (double d = 4; d < std::min(n, 65.0); d *= 2) {
      const double off = 0.99 + 0.02 * static_cast<double>(rng.random_number_below(1000)) / 1000;
      const double behind = n > bend_at ? std::pow(n / bend_at, p_behind - p) : 1;
      points.push_back({n, d, 5 * std::pow(n, p) * std::pow(d, q) * behind * off});
    }
  }
  return points;
}

TEST(CostGrowth, ExponentsOfAPowerAreFound) {
  const FittedGrowth growth = fit_cost_growth(points_of_power_law(1.3, 0.8));
  ASSERT_TRUE(growth.fitted_power_law && growth.fitted_power_law->exponent_of_nodes &&
              growth.fitted_power_law->exponent_of_degree);
  EXPECT_NEAR(growth.fitted_power_law->exponent_of_nodes->value, 1.3, 0.01);
  EXPECT_LE(growth.fitted_power_law->exponent_of_nodes->interval_low, 1.3);
  EXPECT_GE(growth.fitted_power_law->exponent_of_nodes->interval_high, 1.3);
  EXPECT_NEAR(growth.fitted_power_law->exponent_of_degree->value, 0.8, 0.01);
  EXPECT_NEAR(growth.fitted_power_law->leading_factor, 5, 0.2);
  EXPECT_LT(growth.fitted_power_law->relative_fit_error, 0.02);
  EXPECT_FALSE(growth.exponent_change_with_node_count || growth.exponent_change_with_degree);
  EXPECT_FALSE(growth.fits_better_with_logarithmic_factor());
}

TEST(CostGrowth, AFactorLogNIsToldFromAPower) {
  std::vector<GrowthPoint> points = points_of_power_law(1, 1);
  for (GrowthPoint& point : points) point.measured_cost *= std::log2(point.nodes);
  const FittedGrowth growth = fit_cost_growth(points);
  EXPECT_TRUE(growth.fits_better_with_logarithmic_factor());
  EXPECT_NEAR(growth.fitted_power_law_times_log->exponent_of_nodes->value, 1, 0.01);
  EXPECT_GT(growth.fitted_power_law->exponent_of_nodes->value, 1.1);
}

TEST(CostGrowth, ABendIsFoundWhereItIsAndNowhereElse) {
  const FittedGrowth growth = fit_cost_growth(points_of_power_law(1, 1, 512, 1.4));
  ASSERT_TRUE(growth.exponent_change_with_node_count);
  EXPECT_EQ(growth.exponent_change_with_node_count->nodes_or_degree_at_exponent_change, 512);
  EXPECT_NEAR(growth.exponent_change_with_node_count->exponent_below_change.value, 1, 0.02);
  EXPECT_NEAR(growth.exponent_change_with_node_count->exponent_above_change.value, 1.4, 0.02);
  EXPECT_FALSE(growth.exponent_change_with_degree);
}

TEST(CostGrowth, TooFewSizesMakeNoExponent) {
  EXPECT_FALSE(fit_cost_growth(std::vector<GrowthPoint>{{16, 4, 1}, {32, 4, 2}}).fitted_power_law);
  EXPECT_FALSE(fit_cost_growth({}).fitted_power_law);
  const FittedGrowth one_density = fit_cost_growth(std::vector<GrowthPoint>{{16, 4, 1}, {32, 4, 2}, {64, 4, 4}});
  ASSERT_TRUE(one_density.fitted_power_law);
  EXPECT_NEAR(one_density.fitted_power_law->exponent_of_nodes->value, 1, 1e-9);
  EXPECT_FALSE(one_density.fitted_power_law->exponent_of_degree);
}

TEST(CostNames, AreReadBackAndOtherNamesAreNot) {
  const CostName name{{64, 16, 1024}, CostAspect::schedule, "rs_n"};
  EXPECT_EQ(name.text(), "schedule/rs_n/n:64/d:16/bytes:1024");
  EXPECT_EQ(CostName::parse_cost_name(name.text() + "/process_time/manual_time"), name);
  const CostName rod{{64, 16, 1024}, CostAspect::binary_heap, ""};
  EXPECT_EQ(CostName::parse_cost_name(rod.text()), rod);
  for (const char* other : {"", "ring/executor:0", "schedule/rs_n", "schedule/rs_n/n:x/d:16/bytes:1", "host/heap"}) {
    EXPECT_FALSE(CostName::parse_cost_name(other)) << other;
  }
}

CostSample make_cost_sample(const CostName& name, std::uint64_t round, double processor_ns, const Counters& counters) {
  CostSample sample;
  sample.name = name;
  sample.round = round;
  sample.wall_ns = 2e6;
  sample.processor_ns = processor_ns;
  sample.counters = counters;
  return sample;
}

/// Makes measured samples of an algorithm that takes `algorithm_ns` for each message, and of heap operations that serve
/// as a measure of the host's speed. In each round, the times of both are multiplied by one random factor near `host`.
std::vector<CostSample> samples_of_algorithm_and_yardstick(double algorithm_ns, std::uint64_t seed, double host = 1) {
  std::vector<CostSample> list;
  const MatrixSize size{64, 16, 1024};
  const std::vector<double> speeds = noisy_numbers(host, 0.3, 11, seed), own = noisy_numbers(1, 0.02, 11, seed + 1000);
  for (std::uint64_t round = 0; round < speeds.size(); ++round) {
    const double speed = speeds[round];
    list.push_back(make_cost_sample({size, CostAspect::schedule, "rs_n"}, round,
                                    1024 * algorithm_ns * speed * own[round],
                                    {{"messages", 1024}, {"operations", 5000.5}}));
    list.push_back(
        make_cost_sample({size, CostAspect::binary_heap, ""}, round, 1000 * 40 * speed, {{"operations", 1000}}));
  }
  return list;
}

TEST(CostFiles, AreWrittenAsGoogleBenchmarkDoesAndReadBack) {
  CostFile file{
      {{"machine", "ipsc860"}, {"seed", "1"}}, "host x", "build y", samples_of_algorithm_and_yardstick(100, 1)};
  file.samples.push_back(make_cost_sample({{64, 16, 1024}, CostAspect::exchange, "ac"}, 0, 3, {{"messages", 1}}));
  file.samples.back().time_kind = CostTimeKind::wall_time;
  const std::string text = to_json(file);
  for (const char* part : {"\"library_build_type\"", "\"run_type\": \"iteration\"", "\"repetition_index\": 10"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  const CostFile read = parse_cost_file("--baseline", "b.json", text);
  EXPECT_EQ(read.settings, file.settings);
  EXPECT_EQ(read.host, "host x");
  EXPECT_EQ(read.build, "build y");
  ASSERT_EQ(read.samples.size(), file.samples.size());
  for (std::size_t i = 0; i < read.samples.size(); ++i) {
    EXPECT_EQ(read.samples[i].name, file.samples[i].name);
    EXPECT_EQ(read.samples[i].round, file.samples[i].round);
    EXPECT_NEAR(read.samples[i].nanoseconds(), file.samples[i].nanoseconds(), 1e-6 * file.samples[i].nanoseconds());
    EXPECT_EQ(read.samples[i].counters, file.samples[i].counters);
  }
}

void expect_cost_file_refused(const std::string& text, const std::string& why) {
  try {
    parse_cost_file("--baseline", "b.json", text);
    ADD_FAILURE() << "expected: " << why;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

TEST(CostFiles, OfAnotherSchemaAreRefused) {
  expect_cost_file_refused("machine,nodes", "--baseline: 'b.json' is no JSON");
  expect_cost_file_refused("[]", "is no result of Google Benchmark");
  expect_cost_file_refused(R"({"context": {}, "benchmarks": []})", "has no switchyard_schema");
  expect_cost_file_refused(R"({"context": {"switchyard_schema": "cost 9"}, "benchmarks": []})",
                           "has the switchyard_schema \"cost 9\", not \"cost 1\"");
  expect_cost_file_refused(R"({"context": {"switchyard_schema": "cost 1"}, "benchmarks": []})", "is damaged");
}

Verdict verdict_on_slowdown(double slowdown, std::uint64_t seed, double host) {
  const auto baseline = collect_series(samples_of_algorithm_and_yardstick(100, seed));
  const auto now = collect_series(samples_of_algorithm_and_yardstick(100 * slowdown, seed + 500, host));
  return changes_from_baseline(baseline, now, 0.1).at(0).verdict;
}

TEST(CostComparison, FindsASlowdownOfTwentyPercentAlsoOnASlowerHost) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(verdict_on_slowdown(1.2, seed, 1), Verdict::slower) << seed;
    EXPECT_EQ(verdict_on_slowdown(1.2, seed, 0.8), Verdict::slower) << seed;
    EXPECT_EQ(verdict_on_slowdown(1, seed, 1), Verdict::same) << seed;
    EXPECT_EQ(verdict_on_slowdown(1, seed, 1.5), Verdict::same) << seed;
    EXPECT_EQ(verdict_on_slowdown(0.8, seed, 1), Verdict::faster) << seed;
  }
}

TEST(CostComparison, MemoryCountsWithoutItsPages) {
  const auto memory = [](double run_bytes) {
    return collect_series(std::vector<CostSample>{make_cost_sample({{64, 16, 1024}, CostAspect::memory, "ac"}, 0, 1,
                                                                   {{"messages", 1024}, {"run_bytes", run_bytes}})});
  };
  EXPECT_EQ(changes_from_baseline(memory(1e6), memory(1.3e6), 0.1).at(0).verdict, Verdict::same) << "300 kB are pages";
  EXPECT_EQ(changes_from_baseline(memory(1e8), memory(1.3e8), 0.1).at(0).verdict, Verdict::slower);
}

TEST(CostRounds, EachRoundMeasuresAllCasesInAnOrderOfItsOwn) {
  std::vector<std::string> order;
  std::vector<WorkToMeasure> cases;
  for (const char* name : {"a", "b", "c", "d"}) {
    cases.push_back({{{4, 1, 1}, CostAspect::schedule, name}, CostTimeKind::wall_time, [] {
                       return CostIteration{.host_seconds = 0.01, .counters = {{"messages", 1}}};
                     }});
  }
  cases.back().is_work_measured_in_every_round = false;
  std::vector<CostSample> taken;
  measure_rounds(cases, {.round_count = 4, .time_of_work_in_round = std::chrono::duration<double>(0.02)}, {},
                 [&](CostSample sample) { taken.push_back(std::move(sample)); });
  // Cases a, b and c are measured in each of the four rounds, and case d in one round only.
  ASSERT_EQ(taken.size(), 13U);
  std::set<std::string> orders;
  for (std::uint64_t round = 0; round < 4; ++round) {
    std::string names;
    for (const CostSample& sample : taken) {
      if (sample.round == round && sample.name.algorithm != "d") names += sample.name.algorithm;
    }
    EXPECT_EQ(names.size(), 3U);
    orders.insert(names);
  }
  EXPECT_GT(orders.size(), 1U);
  for (const CostSample& sample : taken) {
    EXPECT_NEAR(sample.wall_ns, 1e7, 1);
    EXPECT_EQ(sample.iterations, 1U);
  }
}

TEST(CostRounds, TheTimeOfARoundIsTheLeastOfItsSlices) {
  int calls = 0;
  const std::vector<WorkToMeasure> cases{{{{4, 1, 1}, CostAspect::schedule, "a"}, CostTimeKind::wall_time, [&] {
                                            return CostIteration{.host_seconds = ++calls % 7 == 0 ? 0.01 : 0.011};
                                          }}};
  std::vector<CostSample> taken;
  measure_rounds(cases, {.round_count = 2, .time_of_work_in_round = std::chrono::duration<double>(0.2)}, {},
                 [&](CostSample sample) { taken.push_back(std::move(sample)); });
  ASSERT_EQ(taken.size(), 2U);
  for (const CostSample& sample : taken) EXPECT_NEAR(sample.wall_ns, 1e7, 1);
  EXPECT_GE(calls, 2 * 18);
}

TEST(CostRounds, ARequestToStopKeepsWhatWasMeasured) {
  std::stop_source stop;
  int calls = 0;
  const std::vector<WorkToMeasure> cases{{{{4, 1, 1}, CostAspect::schedule, "a"}, CostTimeKind::wall_time, [&] {
                                            if (++calls == 5) stop.request_stop();
                                            return CostIteration{.host_seconds = 1};
                                          }}};
  std::size_t taken = 0;
  measure_rounds(cases, {.round_count = 100, .time_of_work_in_round = std::chrono::duration<double>(1)},
                 stop.get_token(), [&](const CostSample&) { ++taken; });
  EXPECT_EQ(taken, 4U);
  EXPECT_EQ(calls, 5);
}

TEST(CostRounds, ThrowsWhatAMeasuredCaseThrows) {
  const std::vector<WorkToMeasure> cases{{{{4, 1, 1}, CostAspect::schedule, "a"},
                                          CostTimeKind::processor,
                                          []() -> CostIteration { throw UsageError("it is wrong"); }}};
  EXPECT_THROW(measure_rounds(cases, {}, {}, [](const CostSample&) {}), UsageError);
}

TEST(FunctionShares, AreReadFromWhatPerfPrints) {
  const auto shares = parse_perf_report(
      "# a comment\n"
      "     4.50%;libc.so.6          ;[.] malloc\n"
      "    17.92%;switchyard         ;[.] switchyard::(anonymous namespace)::Queue<unsigned int>::push(int)\n"
      "    12.00%;[kernel.kallsyms]  ;[k] clear_page\n"
      "     0.40%;switchyard         ;[.] main\n"
      "no line of a report\n\n");
  const std::vector<FunctionProcessorTimeShare> expected{
      {0.1792, "switchyard", "Queue::push"}, {0.12, "[kernel]", "clear_page"}, {0.045, "libc.so.6", "malloc"}};
  ASSERT_EQ(shares.size(), expected.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_DOUBLE_EQ(shares[i].share, expected[i].share);
    EXPECT_EQ(shares[i].library, expected[i].library);
    EXPECT_EQ(shares[i].function, expected[i].function);
  }
}

TEST(HardwareCounters, CountPagesWhereTheHostCountsAtAll) {
  const HardwareCounters counters;
  const auto before = counters.counts_by_name();
  if (!before.contains("page_faults")) GTEST_SKIP() << "this host counts nothing";
  // Fewer bytes than one large page of the host has, so that normal pages are used.
  constexpr std::size_t kPages = 100;
  constexpr std::size_t kBytes = 4096 * kPages;
  void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 1, kBytes);
  EXPECT_GE(counters.counts_by_name().at("page_faults") - before.at("page_faults"), 10)
      << "the host may map several at once";
  ::munmap(memory, kBytes);
}

TEST(CostYardsticks, ACircuitWaitsForTheLinkThatAnotherCircuitHolds) {
  const std::vector<Triplet> triplets{{.source = NodeId{0}, .destination = NodeId{3}, .bytes = 1000},
                                      {.source = NodeId{1}, .destination = NodeId{3}, .bytes = 1000},
                                      {.source = NodeId{2}, .destination = NodeId{3}, .bytes = 1000}};
  const auto matrix = CommunicationMatrix::from_triplets(4, triplets);
  MessagePassingWithFibersAndCircuits fibers(matrix);
  for (int again = 0; again < 2; ++again) {
    fibers.transport_all_messages_of_matrix();
    // Nodes 1 and 2 send over the two links to node 3. The circuit of node 0 has to wait for one of these.
    EXPECT_EQ(fibers.time_of_last_arrival(), 2 * (10'300 + 394'000));
  }
}

}  // namespace
}  // namespace switchyard::cost
