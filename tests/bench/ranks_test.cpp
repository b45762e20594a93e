#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/exchange_row.hpp"
#include "bench/experiment/machine_fit.hpp"
#include "bench/report/native_report.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {
namespace {

/// Expects that `call` throws a UsageError whose text contains `text`.
template <class Call>
void expect_usage_error_with(Call call, const std::string& text) {
  try {
    call();
    ADD_FAILURE() << "no error with '" << text << "'";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

std::optional<MpirunEnvironment> launcher_in_environment(const std::map<std::string, std::string>& environment) {
  return launcher_named_in_environment([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Launcher, IsRecognisedByEnvironmentVariables) {
  EXPECT_FALSE(launcher_in_environment({}));
  EXPECT_FALSE(launcher_in_environment({{"SWITCHYARD_MPI", "mpich"}}));
  const auto open_mpi = launcher_in_environment({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}});
  ASSERT_TRUE(open_mpi);
  EXPECT_EQ(open_mpi->mpi_module, "openmpi");
  EXPECT_EQ(open_mpi->rank, "3");
  EXPECT_TRUE(open_mpi->has_several_processes);
  const auto mpich = launcher_in_environment({{"PMI_SIZE", "1"}, {"PMI_RANK", "0"}});
  ASSERT_TRUE(mpich);
  EXPECT_EQ(mpich->mpi_module, "mpich");
  EXPECT_FALSE(mpich->has_several_processes);
}

TEST(Launcher, TakesTheModuleThatTheUserNames) {
  const auto launcher = launcher_in_environment({{"PMI_SIZE", "2"}, {"SWITCHYARD_MPI", "/opt/my_mpi.so"}});
  ASSERT_TRUE(launcher);
  EXPECT_EQ(launcher->mpi_module, "/opt/my_mpi.so");
}

TEST(RankJob, SaysWhichModuleIsMissing) {
  expect_usage_error_with([] { RankJob::join_job({.mpi_module = "/nowhere/mpi.so"}); }, "/nowhere/mpi.so");
}

TEST(RankCorrelation, IsOneForTheSameOrderAndMinusOneForTheReverse) {
  const std::vector<double> one{1, 2, 3, 4}, same{10, 11, 300, 301}, reverse{4, 3, 2, 1}, equal{5, 5, 5, 5};
  EXPECT_DOUBLE_EQ(*rank_correlation(one, same), 1);
  EXPECT_DOUBLE_EQ(*rank_correlation(one, reverse), -1);
  EXPECT_FALSE(rank_correlation(one, equal));
  EXPECT_FALSE(rank_correlation(std::vector<double>{1}, std::vector<double>{2}));
}

TEST(RankCorrelation, GivesEqualValuesTheMeanOfTheirRanks) {
  // The ranks of the values are 0, 1, 2 and 0.5, 0.5, 2. The sum of the products of their deviations from the mean is
  // 1.5, and the sums of the squared deviations are 2 and 1.5.
  EXPECT_NEAR(*rank_correlation(std::vector<double>{1, 2, 3}, std::vector<double>{1, 1, 2}), 1.5 / std::sqrt(3.0),
              1e-12);
}

/// Returns result rows of emulated exchanges on a machine with chosen constants, which a test uses in place of rows
/// measured on a real machine.
std::vector<ResultRow> rows_of_exchanges_on(const machines::MachineChoice& choice,
                                            const std::vector<std::uint64_t>& sizes) {
  const Machine machine = machines::make_machine(choice);
  const Catalogue catalogue = shipped_algorithms();
  const Pattern pattern = dense_pattern(2);
  std::vector<ResultRow> rows;
  for (const std::uint64_t bytes : sizes) {
    for (const char* name : {"ac", "rs_nl"}) {
      Workload workload(make_matrix_of_sample(pattern, machine.node_count(), bytes, 1, 0));
      ExchangeOptions options{.verify = false};
      options.run.seed = seed_of_runs(pattern, 1, 0);
      options.run.executor = ExecutorKind::fibers;
      ResultRow row = result_row_of_exchange(pattern, workload.matrix(),
                                             run_exchange(machine, catalogue.find("test", name), workload, options));
      row.algorithm = name;
      row.seed = 1;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

TEST(MachineFit, FindsTheConstantsThatMadeTheRows) {
  const auto rows = rows_of_exchanges_on({.name = "sp2",
                                          .nodes = 8,
                                          .settings = {{"--set", "send_overhead", "3us"},
                                                       {"--set", "receive_overhead", "2us"},
                                                       {"--set", "bandwidth", "900MB/s"}}},
                                         {16, 1024, 16384, 262144});
  const MachineFit fit =
      fit_machine("sp2", {"send_overhead", "receive_overhead", "bandwidth"}, rows, shipped_algorithms());
  EXPECT_LT(fit.typical_error_factor, 1.05);
  ASSERT_EQ(fit.constants.size(), 3U);
  const auto value = [&](std::size_t i) { return std::stod(fit.constants[i].fitted_value); };
  EXPECT_TRUE(fit.constants[2].is_constant_determined());
  EXPECT_NEAR(value(2), 900, 45) << "MB/s";
  // Each message takes both the overhead of sending and the overhead of receiving, so that the rows determine only the
  // sum of these two constants.
  EXPECT_NEAR(value(0) + value(1), 5000, 250) << "ns";
  EXPECT_FALSE(fit.constants[0].is_constant_determined());
  EXPECT_FALSE(fit.constants[1].is_constant_determined());
}

TEST(MachineFit, SaysWhichConstantsTheRowsDoNotDetermine) {
  // An exchange has no floating-point operations, so that the times of exchanges do not determine the constant "flop".
  const auto rows = rows_of_exchanges_on({.name = "sp2", .nodes = 8}, {16, 64, 256});
  const MachineFit fit = fit_machine("sp2", {"send_overhead", "flop"}, rows, shipped_algorithms());
  ASSERT_EQ(fit.constants.size(), 2U);
  EXPECT_TRUE(fit.constants[0].is_constant_determined());
  EXPECT_FALSE(fit.constants[1].is_constant_determined());
}

TEST(MachineFit, StaysWithinWhatAMachineMayHave) {
  auto rows = rows_of_exchanges_on({.name = "sp2", .nodes = 8}, {16, 64, 256});
  for (ResultRow& row : rows) row.makespan = std::chrono::hours{1};
  const MachineFit fit = fit_machine("sp2", {"send_overhead", "latency"}, rows, shipped_algorithms());
  ASSERT_EQ(fit.constants.size(), 2U);
  for (const auto& constant : fit.constants)
    EXPECT_LE(std::stod(constant.fitted_value), 1e10) << constant.name << ", in ns";
}

TEST(MachineFit, RefusesWhatItCannotFit) {
  const auto rows = rows_of_exchanges_on({.name = "sp2", .nodes = 8}, {16});
  const Catalogue catalogue = shipped_algorithms();
  expect_usage_error_with([&] { fit_machine("sp2", {"bandwith"}, rows, catalogue); },
                          "--fit: unknown constant 'bandwith'; did you mean 'bandwidth'?");
  expect_usage_error_with(
      [&] {
        fit_machine("sp2", {"send_overhead", "bandwidth"}, rows, catalogue);
      },
      "--rows: 2 rows do not determine 2 constants");
  expect_usage_error_with([&] { fit_machine("sp2", {"header"}, rows, catalogue); }, "which is no time and no rate");
}

}  // namespace
}  // namespace switchyard
