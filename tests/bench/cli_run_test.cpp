#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

using CsvRow = std::map<std::string, std::string>;

/// Splits a line of CSV whose fields have no quotes or commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  if (line.ends_with(',')) fields.emplace_back();
  return fields;
}

std::vector<CsvRow> csv_rows(const std::string& csv) {
  const std::vector<std::string> lines = lines_of(csv);
  std::vector<CsvRow> rows;
  if (lines.empty()) return rows;
  const std::vector<std::string> names = fields_of(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = fields_of(lines[i]);
    EXPECT_EQ(fields.size(), names.size()) << lines[i];
    rows.emplace_back();
    for (std::size_t k = 0; k < std::min(fields.size(), names.size()); ++k) rows.back()[names[k]] = fields[k];
  }
  return rows;
}

/// Returns the rows that `switchyard run ARGUMENTS --csv FILE` writes, without the column of host time, which differs
/// from run to run.
std::vector<CsvRow> result_rows_of_run(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--csv", folder.path_of_file("rows.csv"), "--quiet"});
  const FinishedProgram finished = run_switchyard_program(arguments);
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_EQ(finished.standard_error, "");
  std::vector<CsvRow> rows = csv_rows(text_of_file(folder.path_of_file("rows.csv")));
  for (CsvRow& row : rows) row.erase("host_s");
  return rows;
}

std::vector<CsvRow> rows_with_value(std::vector<CsvRow> rows, const std::string& column, const std::string& value) {
  std::erase_if(rows, [&](const CsvRow& row) { return row.at(column) != value; });
  return rows;
}

const std::vector<std::string> kSmallRunArguments{"--nodes", "16",      "--algorithm", "ac,lp", "--density", "2,4",
                                                  "--bytes", "16,1KiB", "--samples",   "3",     "--seed",    "5"};

std::vector<std::string> small_run_arguments_with(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = kSmallRunArguments;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunCommand, PrintsATableWithAllSettingsThatLeadToIt) {
  std::vector<std::string> arguments = kSmallRunArguments;
  arguments.insert(arguments.begin(), {"run", "--quiet"});
  const FinishedProgram finished = run_switchyard_program(arguments);
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.standard_error, "");
  for (const char* part : {"ipsc860", "nodes          16", "pattern        dense 2, 4", "bytes          16, 1KiB",
                           "clock          virtual", "executor       threads", "samples        3", "seed           5",
                           "build          switchyard ", "mean over samples of the maximum over nodes", "schedule_",
                           "phases", "circuits/s"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
  // The table marks the best algorithm in each of its four cells by '*'. The note below the table explains this mark
  // and so has it once more.
  EXPECT_EQ(std::count(finished.standard_output.begin(), finished.standard_output.end(), '*'), 4 + 1);
}

TEST(RunCommand, WritesARowForEachSampleInTheOrderOfTheLists) {
  const std::vector<CsvRow> rows = result_rows_of_run(kSmallRunArguments);
  ASSERT_EQ(rows.size(), 2U * 2 * 2 * 3);
  EXPECT_EQ(rows[0].at("density"), "2");
  EXPECT_EQ(rows[0].at("bytes"), "16");
  EXPECT_EQ(rows[0].at("algorithm"), "ac");
  EXPECT_EQ(rows[2].at("sample"), "2");
  EXPECT_EQ(rows[3].at("algorithm"), "lp");
  EXPECT_EQ(rows[6].at("bytes"), "1024");
  EXPECT_EQ(rows[12].at("density"), "4");
  EXPECT_EQ(rows[0].at("messages"), "32");
  EXPECT_EQ(rows[0].at("payload_bytes"), "512");
}

TEST(RunCommand, GivesTheSameRowsForFibersAndForManyJobs) {
  const std::vector<CsvRow> threads = result_rows_of_run(kSmallRunArguments);
  EXPECT_EQ(threads, result_rows_of_run(small_run_arguments_with({"--jobs", "4"})));
  std::vector<CsvRow> fibers = result_rows_of_run(small_run_arguments_with({"--executor", "fibers"}));
  for (CsvRow& row : fibers) EXPECT_EQ(std::exchange(row["executor"], "threads"), "fibers");
  EXPECT_EQ(threads, fibers);
}

TEST(RunCommand, MatricesDoNotDependOnTheOtherListsOrOnTheOrderOfOptions) {
  const std::vector<CsvRow> all = result_rows_of_run(kSmallRunArguments);
  const std::vector<CsvRow> lone = result_rows_of_run(
      {"--seed", "5", "--samples", "2", "--bytes", "1KiB", "--density", "4", "--algorithm", "lp", "--nodes", "16"});
  std::vector<CsvRow> part =
      rows_with_value(rows_with_value(rows_with_value(all, "density", "4"), "bytes", "1024"), "algorithm", "lp");
  part.resize(2);
  EXPECT_EQ(part, lone);
}

TEST(RunCommand, AnotherSeedGivesOtherRows) {
  const std::vector<std::string> one{"--nodes", "8",  "--algorithm", "ac", "--density", "3",
                                     "--bytes", "64", "--samples",   "1",  "--seed"};
  std::vector<std::string> first = one, second = one;
  first.push_back("1");
  second.push_back("2");
  EXPECT_NE(result_rows_of_run(first)[0].at("trace_hash"), result_rows_of_run(second)[0].at("trace_hash"));
}

TEST(RunCommand, TakesSizesAndNodesFromAMatrixFile) {
  const std::vector<CsvRow> rows =
      result_rows_of_run({"--matrix", SWITCHYARD_GRID, "--algorithm", "lp", "--samples", "1"});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("nodes"), "64");
  EXPECT_EQ(rows[0].at("pattern"), "matrix");
  EXPECT_EQ(rows[0].at("density"), "");
  EXPECT_EQ(rows[0].at("matrix"), "grid_64.mtx");
  // Each of the 224 messages with data has a message of zero bytes before it, the receiver's ready signal.
  EXPECT_EQ(rows[0].at("messages"), "448");
  EXPECT_EQ(rows[0].at("payload_bytes"), "332800");
  const std::vector<CsvRow> resized =
      result_rows_of_run({"--matrix", SWITCHYARD_GRID, "--algorithm", "lp", "--samples", "1", "--bytes", "100"});
  EXPECT_EQ(resized.at(0).at("payload_bytes"), "22400");
}

TEST(RunCommand, PrintsOnlyTheCsvOnStandardOutputIfTheCsvGoesThere) {
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--nodes", "4", "--algorithm", "ac", "--density", "2", "--bytes", "16", "--samples", "2", "--csv", "-"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_TRUE(finished.standard_output.starts_with("machine,nodes,")) << finished.standard_output;
  EXPECT_EQ(std::ranges::count(finished.standard_output, '\n'), 3);
  EXPECT_NE(finished.standard_error.find("communication cost"), std::string::npos) << finished.standard_error;
}

TEST(RunCommand, RunsEveryPattern) {
  for (const char* pattern : {"complete", "percent:50", "bounded:k=4,l=1/4,t=1KiB"}) {
    const TemporaryFolder folder;
    const FinishedProgram finished =
        run_switchyard_program({"run", "--nodes", "8", "--algorithm", "rs_nl", "--pattern", pattern, "--samples", "2",
                                "--json", folder.path_of_file("r.json")});
    EXPECT_EQ(finished.code, 0) << pattern << finished.standard_error;
    const auto json = nlohmann::json::parse(text_of_file(folder.path_of_file("r.json")));
    EXPECT_EQ(json.at("parameters").at("nodes"), 8);
    EXPECT_EQ(json.at("parameters").at("samples"), 2);
    EXPECT_EQ(json.at("parameters").at("algorithms"), nlohmann::json::array({"rs_nl"}));
    EXPECT_EQ(json.at("parameters").at("verified"), true);
  }
}

TEST(RunCommand, RunsWithoutAClock) {
  const std::vector<CsvRow> rows = result_rows_of_run({"--nodes", "4", "--algorithm", "ac,rs_n", "--density", "2",
                                                       "--bytes", "16", "--samples", "2", "--clock", "off"});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].at("clock"), "off");
}

TEST(RunCommand, ChangesConstantsAndShowsThem) {
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16", "--samples", "1", "--no-drift", "--set", "hop=5us",
       "--schedule", "runtime", "--protocol", "unforced", "--no-verify"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("constants      hop=5us, drift_on=false"), std::string::npos)
      << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("protocol       unforced"), std::string::npos);
}

const std::vector<std::string> kDeadlockingRunArguments{
    "run",       "--nodes",   "16",      "--algorithm", "ac,ac_unposted",
    "--density", "8",         "--bytes", "16,16KiB",    "--system-buffer",
    "4KiB",      "--samples", "2",       "--quiet"};

TEST(RunCommand, ReportsADeadlockWithItsOwnExitCode) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = kDeadlockingRunArguments;
  arguments.insert(arguments.end(), {"--csv", folder.path_of_file("rows.csv"), "--deadlock-dot",
                                     folder.path_of_file("d.dot"), "--deadlock-json", folder.path_of_file("d.json")});
  const FinishedProgram finished = run_switchyard_program(arguments);
  EXPECT_EQ(finished.code, 3) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("ac_unposted, dense 8, 16384 bytes, sample 0"), std::string::npos)
      << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("deadlock: "), std::string::npos);
  EXPECT_NE(finished.standard_output.find("incomplete: 3 of 8 runs are done"), std::string::npos)
      << finished.standard_output;
  EXPECT_TRUE(text_of_file(folder.path_of_file("d.dot")).starts_with("digraph"))
      << text_of_file(folder.path_of_file("d.dot"));
  EXPECT_TRUE(text_of_file(folder.path_of_file("d.json")).starts_with("{"));
  EXPECT_FALSE(std::filesystem::exists(folder.path_of_file("rows.csv")));
  EXPECT_EQ(folder.entry_count(), 2U) << "no temporary file stays";
}

TEST(RunCommand, ReportsTheSameDeadlockHoweverManyJobs) {
  const FinishedProgram one = run_switchyard_program(kDeadlockingRunArguments);
  std::vector<std::string> arguments = kDeadlockingRunArguments;
  arguments.insert(arguments.end(), {"--jobs", "4"});
  const FinishedProgram many = run_switchyard_program(arguments);
  EXPECT_EQ(one.standard_error, many.standard_error);
  EXPECT_EQ(many.code, 3);
}

TEST(RunCommand, MakesNoDeadlockFileWithoutADeadlock) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_switchyard_program({"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16", "--samples", "1",
                              "--deadlock-dot", folder.path_of_file("d.dot")});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(folder.entry_count(), 0U);
}

TEST(RunCommand, SaysWhenAResultFileCannotBeWritten) {
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16", "--samples", "1", "--csv", "/dev/full", "--quiet"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.standard_error,
            "--csv: cannot write '/dev/full': No space left on device; make room or name another file\n");
}

TEST(RunCommand, RunsAUsersAlgorithm) {
  const std::vector<CsvRow> rows =
      result_rows_of_run({"--load", SWITCHYARD_USER_ALGORITHM, "--nodes", "8", "--algorithm", "one_by_one,lp",
                          "--density", "3", "--bytes", "64", "--samples", "2"});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].at("algorithm"), "one_by_one");
  EXPECT_EQ(rows[0].at("payload_bytes"), "1536");
  const FinishedProgram list = run_switchyard_program({"list", "algorithms", "--load", SWITCHYARD_USER_ALGORITHM});
  EXPECT_NE(list.standard_output.find("one_by_one  a user's algorithm"), std::string::npos);
  expect_usage_error({"list", "--load", SWITCHYARD_USER_ALGORITHM, "--load", SWITCHYARD_USER_ALGORITHM},
                     "there is an algorithm 'one_by_one' already");
}

std::vector<std::string> make_run_arguments_of_test_algorithm(const std::string& name,
                                                              const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "run",       "--load", SWITCHYARD_PLANTED, "--algorithm", name,        "--nodes", "8",
      "--density", "3",      "--bytes",          "64",          "--samples", "1",       "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunCommand, FindsBytesThatDoNotArrive) {
  const FinishedProgram finished = run_switchyard_program(make_run_arguments_of_test_algorithm("silent"));
  EXPECT_EQ(finished.code, 4);
  EXPECT_EQ(lines_of(finished.standard_error).size(), 1U) << finished.standard_error;
  EXPECT_TRUE(finished.standard_error.starts_with("silent, dense 3, 64 bytes, sample 0 of seed 1: "))
      << finished.standard_error;
}

TEST(RunCommand, EndsARunAsUnfinishedAtTheTimeLimit) {
  const FinishedProgram finished =
      run_switchyard_program(make_run_arguments_of_test_algorithm("endless", {"--time-limit", "10ms"}));
  EXPECT_EQ(finished.code, 5);
  EXPECT_EQ(lines_of(finished.standard_error).size(), 1U) << finished.standard_error;
}

TEST(RunCommand, ShowsTheFirstEventThatDiffersBetweenTwoRuns) {
  const FinishedProgram finished =
      run_switchyard_program(make_run_arguments_of_test_algorithm("unsteady", {"--check-determinism", "3"}));
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(lines_of(finished.standard_error).size(), 1U) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("differs from run 1 (threads together): event "), std::string::npos)
      << finished.standard_error;
}

TEST(RunCommand, FindsNoDifferenceBetweenRunsOfItsOwnAlgorithms) {
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--nodes", "16", "--samples", "1", "--bytes", "1KiB", "--density", "4", "--check-determinism", "4"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
}

TEST(RunCommand, TakesTheShapeOfAMeshOnce) {
  expect_usage_error({"run", "--machine", "mesh", "--size", "4x4", "--size", "2x2"},
                     "--size: is given more than once as WxH; write it once");
}

/// Returns a function that sends the signals to a process, one after another. The function first waits until all node
/// threads of the process run, because from then on all threads but the main one block signals.
std::function<void(pid_t)> sender_of_signals(const std::vector<int>& signals) {
  return [signals](pid_t process) {
    while (thread_count_of_process(process) < 10 && !has_process_ended(process)) std::this_thread::yield();
    for (const int signal : signals) ::kill(process, signal);
  };
}

const std::map<int, int> kExitCodeOfSignal{{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}};

TEST(RunCommand, PrintsWhatIsDoneWhenASignalEndsIt) {
  for (const auto& [signal, code] : kExitCodeOfSignal) {
    const TemporaryFolder folder;
    const FinishedProgram finished = run_switchyard_program(
        {"run", "--nodes", "16", "--samples", "100000", "--csv", folder.path_of_file("rows.csv")},
        sender_of_signals({signal}));
    EXPECT_EQ(finished.code, code) << finished.standard_error;
    EXPECT_NE(finished.standard_output.find("incomplete: "), std::string::npos) << finished.standard_output;
    EXPECT_NE(finished.standard_error.find("interrupted: "), std::string::npos) << finished.standard_error;
    EXPECT_NE(finished.standard_error.find("rows.csv' is not written"), std::string::npos) << finished.standard_error;
    EXPECT_EQ(folder.entry_count(), 0U);
  }
}

std::vector<std::string> endless_run_arguments() {
  std::vector<std::string> arguments = make_run_arguments_of_test_algorithm("endless");
  *(std::find(arguments.begin(), arguments.end(), "--nodes") + 1) = "16";
  return arguments;
}

TEST(RunCommand, EndsARunThatDoesNotEndAtASignal) {
  for (const auto& [signal, code] : kExitCodeOfSignal) {
    const FinishedProgram stopped = run_switchyard_program(endless_run_arguments(), sender_of_signals({signal}));
    EXPECT_EQ(stopped.code, code) << stopped.standard_error;
  }
}

TEST(RunCommand, EndsAtOnceAtASecondSignalAndLeavesNoFile) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = endless_run_arguments();
  arguments.insert(arguments.end(),
                   {"--csv", folder.path_of_file("rows.csv"), "--json", folder.path_of_file("rows.json")});
  const FinishedProgram stopped = run_switchyard_program(arguments, sender_of_signals({SIGTERM, SIGHUP}));
  EXPECT_TRUE(stopped.code == 143 || stopped.code == 129) << stopped.code << stopped.standard_error;
  EXPECT_EQ(stopped.standard_error, "interrupted: nothing more is written\n");
  EXPECT_EQ(folder.entry_count(), 0U);
}

}  // namespace
}  // namespace switchyard::cli
