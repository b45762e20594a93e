#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

using Row = std::map<std::string, std::string>;

/// Splits a line of CSV whose fields have no quotes or commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  if (line.ends_with(',')) fields.emplace_back();
  return fields;
}

std::vector<Row> rows_of(const std::string& csv) {
  const std::vector<std::string> lines = lines_of(csv);
  std::vector<Row> rows;
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

/// Returns the rows of `switchyard run ARGUMENTS --csv FILE`, without the column of host time, which differs from run
/// to run.
std::vector<Row> run_rows(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--csv", folder.file("rows.csv"), "--quiet"});
  const Finished finished = switchyard_program(arguments);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  std::vector<Row> rows = rows_of(text_of_file(folder.file("rows.csv")));
  for (Row& row : rows) row.erase("host_s");
  return rows;
}

std::vector<Row> where(std::vector<Row> rows, const std::string& column, const std::string& value) {
  std::erase_if(rows, [&](const Row& row) { return row.at(column) != value; });
  return rows;
}

const std::vector<std::string> kSmallRunArguments{"--nodes", "16",      "--algorithm", "ac,lp", "--density", "2,4",
                                                  "--bytes", "16,1KiB", "--samples",   "3",     "--seed",    "5"};

std::vector<std::string> small_with(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = kSmallRunArguments;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunCommand, PrintsATableWithAllSettingsThatLeadToIt) {
  std::vector<std::string> arguments = kSmallRunArguments;
  arguments.insert(arguments.begin(), {"run", "--quiet"});
  const Finished finished = switchyard_program(arguments);
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.err, "");
  for (const char* part : {"ipsc860", "nodes          16", "pattern        dense 2, 4", "bytes          16, 1KiB",
                           "clock          virtual", "executor       threads", "samples        3", "seed           5",
                           "build          switchyard ", "mean over samples of the maximum over nodes", "schedule_",
                           "phases", "circuits/s"}) {
    EXPECT_NE(finished.out.find(part), std::string::npos) << part << '\n' << finished.out;
  }
  // The table marks the best algorithm of each of its four cells. The note below the table has the same mark.
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '*'), 4 + 1);
}

TEST(RunCommand, WritesARowForEachSampleInTheOrderOfTheLists) {
  const std::vector<Row> rows = run_rows(kSmallRunArguments);
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
  const std::vector<Row> threads = run_rows(kSmallRunArguments);
  EXPECT_EQ(threads, run_rows(small_with({"--jobs", "4"})));
  std::vector<Row> fibers = run_rows(small_with({"--executor", "fibers"}));
  for (Row& row : fibers) EXPECT_EQ(std::exchange(row["executor"], "threads"), "fibers");
  EXPECT_EQ(threads, fibers);
}

TEST(RunCommand, MatricesDoNotDependOnTheOtherListsOrOnTheOrderOfOptions) {
  const std::vector<Row> all = run_rows(kSmallRunArguments);
  const std::vector<Row> lone = run_rows(
      {"--seed", "5", "--samples", "2", "--bytes", "1KiB", "--density", "4", "--algorithm", "lp", "--nodes", "16"});
  std::vector<Row> part = where(where(where(all, "density", "4"), "bytes", "1024"), "algorithm", "lp");
  part.resize(2);
  EXPECT_EQ(part, lone);
}

TEST(RunCommand, AnotherSeedGivesOtherRows) {
  const std::vector<std::string> one{"--nodes", "8",  "--algorithm", "ac", "--density", "3",
                                     "--bytes", "64", "--samples",   "1",  "--seed"};
  std::vector<std::string> first = one, second = one;
  first.push_back("1");
  second.push_back("2");
  EXPECT_NE(run_rows(first)[0].at("trace_hash"), run_rows(second)[0].at("trace_hash"));
}

TEST(RunCommand, TakesSizesAndNodesFromAMatrixFile) {
  const std::vector<Row> rows = run_rows({"--matrix", SWITCHYARD_GRID, "--algorithm", "lp", "--samples", "1"});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("nodes"), "64");
  EXPECT_EQ(rows[0].at("pattern"), "matrix");
  EXPECT_EQ(rows[0].at("density"), "");
  EXPECT_EQ(rows[0].at("matrix"), "grid_64.mtx");
  EXPECT_EQ(rows[0].at("messages"), "448");  // Each of the 224 messages has a ready signal.
  EXPECT_EQ(rows[0].at("payload_bytes"), "332800");
  const std::vector<Row> resized =
      run_rows({"--matrix", SWITCHYARD_GRID, "--algorithm", "lp", "--samples", "1", "--bytes", "100"});
  EXPECT_EQ(resized.at(0).at("payload_bytes"), "22400");
}

TEST(RunCommand, PrintsOnlyTheCsvOnStandardOutputIfTheCsvGoesThere) {
  const Finished finished = switchyard_program(
      {"run", "--nodes", "4", "--algorithm", "ac", "--density", "2", "--bytes", "16", "--samples", "2", "--csv", "-"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(finished.out.starts_with("machine,nodes,")) << finished.out;
  EXPECT_EQ(std::ranges::count(finished.out, '\n'), 3);
  EXPECT_NE(finished.err.find("communication cost"), std::string::npos) << finished.err;
}

TEST(RunCommand, RunsEveryPattern) {
  for (const char* pattern : {"complete", "percent:50", "bounded:k=4,l=1/4,t=1KiB"}) {
    const TemporaryFolder folder;
    const Finished finished = switchyard_program({"run", "--nodes", "8", "--algorithm", "rs_nl", "--pattern", pattern,
                                                  "--samples", "2", "--json", folder.file("r.json")});
    EXPECT_EQ(finished.code, 0) << pattern << finished.err;
    const auto json = nlohmann::json::parse(text_of_file(folder.file("r.json")));
    EXPECT_EQ(json.at("parameters").at("nodes"), 8);
    EXPECT_EQ(json.at("parameters").at("samples"), 2);
    EXPECT_EQ(json.at("parameters").at("algorithms"), nlohmann::json::array({"rs_nl"}));
    EXPECT_EQ(json.at("parameters").at("verified"), true);
  }
}

TEST(RunCommand, RunsWithoutAClock) {
  const std::vector<Row> rows = run_rows({"--nodes", "4", "--algorithm", "ac,rs_n", "--density", "2", "--bytes", "16",
                                          "--samples", "2", "--clock", "off"});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].at("clock"), "off");
}

TEST(RunCommand, ChangesConstantsAndShowsThem) {
  const Finished finished =
      switchyard_program({"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16", "--samples", "1", "--no-drift",
                          "--set", "hop=5us", "--schedule", "runtime", "--protocol", "unforced", "--no-verify"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_NE(finished.out.find("constants      hop=5us, drift_on=false"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("protocol       unforced"), std::string::npos);
}

const std::vector<std::string> kDeadlockingRunArguments{
    "run",       "--nodes",   "16",      "--algorithm", "ac,ac_unposted",
    "--density", "8",         "--bytes", "16,16KiB",    "--system-buffer",
    "4KiB",      "--samples", "2",       "--quiet"};

TEST(RunCommand, ReportsADeadlockWithItsOwnExitCode) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = kDeadlockingRunArguments;
  arguments.insert(arguments.end(), {"--csv", folder.file("rows.csv"), "--deadlock-dot", folder.file("d.dot"),
                                     "--deadlock-json", folder.file("d.json")});
  const Finished finished = switchyard_program(arguments);
  EXPECT_EQ(finished.code, 3) << finished.err;
  EXPECT_NE(finished.err.find("ac_unposted, dense 8, 16384 bytes, sample 0"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("deadlock: "), std::string::npos);
  EXPECT_NE(finished.out.find("incomplete: 3 of 8 runs are done"), std::string::npos) << finished.out;
  EXPECT_TRUE(text_of_file(folder.file("d.dot")).starts_with("digraph")) << text_of_file(folder.file("d.dot"));
  EXPECT_TRUE(text_of_file(folder.file("d.json")).starts_with("{"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("rows.csv")));
  EXPECT_EQ(folder.entries(), 2U) << "no temporary file stays";
}

TEST(RunCommand, ReportsTheSameDeadlockHoweverManyJobs) {
  const Finished one = switchyard_program(kDeadlockingRunArguments);
  std::vector<std::string> arguments = kDeadlockingRunArguments;
  arguments.insert(arguments.end(), {"--jobs", "4"});
  const Finished many = switchyard_program(arguments);
  EXPECT_EQ(one.err, many.err);
  EXPECT_EQ(many.code, 3);
}

TEST(RunCommand, MakesNoDeadlockFileWithoutADeadlock) {
  const TemporaryFolder folder;
  const Finished finished = switchyard_program({"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16",
                                                "--samples", "1", "--deadlock-dot", folder.file("d.dot")});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(RunCommand, SaysWhenAResultFileCannotBeWritten) {
  const Finished finished = switchyard_program(
      {"run", "--nodes", "4", "--algorithm", "lp", "--bytes", "16", "--samples", "1", "--csv", "/dev/full", "--quiet"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.err, "--csv: cannot write '/dev/full': No space left on device; make room or name another file\n");
}

TEST(RunCommand, RunsAUsersAlgorithm) {
  const std::vector<Row> rows = run_rows({"--load", SWITCHYARD_USER_ALGORITHM, "--nodes", "8", "--algorithm",
                                          "one_by_one,lp", "--density", "3", "--bytes", "64", "--samples", "2"});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].at("algorithm"), "one_by_one");
  EXPECT_EQ(rows[0].at("payload_bytes"), "1536");
  const Finished list = switchyard_program({"list", "algorithms", "--load", SWITCHYARD_USER_ALGORITHM});
  EXPECT_NE(list.out.find("one_by_one  a user's algorithm"), std::string::npos);
  expect_usage_error({"list", "--load", SWITCHYARD_USER_ALGORITHM, "--load", SWITCHYARD_USER_ALGORITHM},
                     "there is an algorithm 'one_by_one' already");
}

std::vector<std::string> planted_algorithm_arguments(const std::string& name,
                                                     const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "run",       "--load", SWITCHYARD_PLANTED, "--algorithm", name,        "--nodes", "8",
      "--density", "3",      "--bytes",          "64",          "--samples", "1",       "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunCommand, FindsBytesThatDoNotArrive) {
  const Finished finished = switchyard_program(planted_algorithm_arguments("silent"));
  EXPECT_EQ(finished.code, 4);
  EXPECT_EQ(lines_of(finished.err).size(), 1U) << finished.err;
  EXPECT_TRUE(finished.err.starts_with("silent, dense 3, 64 bytes, sample 0 of seed 1: ")) << finished.err;
}

TEST(RunCommand, EndsARunAsUnfinishedAtTheTimeLimit) {
  const Finished finished = switchyard_program(planted_algorithm_arguments("endless", {"--time-limit", "10ms"}));
  EXPECT_EQ(finished.code, 5);
  EXPECT_EQ(lines_of(finished.err).size(), 1U) << finished.err;
}

TEST(RunCommand, ShowsTheFirstEventThatDiffersBetweenTwoRuns) {
  const Finished finished = switchyard_program(planted_algorithm_arguments("unsteady", {"--check-determinism", "3"}));
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(lines_of(finished.err).size(), 1U) << finished.err;
  EXPECT_NE(finished.err.find("differs from run 1 (threads together): event "), std::string::npos) << finished.err;
}

TEST(RunCommand, FindsNoDifferenceBetweenRunsOfItsOwnAlgorithms) {
  const Finished finished = switchyard_program(
      {"run", "--nodes", "16", "--samples", "1", "--bytes", "1KiB", "--density", "4", "--check-determinism", "4"});
  EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST(RunCommand, TakesTheShapeOfAMeshOnce) {
  expect_usage_error({"run", "--machine", "mesh", "--size", "4x4", "--size", "2x2"},
                     "--size: is given more than once as WxH; write it once");
}

std::size_t thread_count_of_process(pid_t process) {
  std::error_code ignored;
  const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task", ignored);
  return ignored ? 0 : static_cast<std::size_t>(std::distance(tasks, {}));
}

bool has_ended(pid_t process) {
  siginfo_t found{};
  ::waitid(P_PID, static_cast<id_t>(process), &found, WEXITED | WNOHANG | WNOWAIT);
  return found.si_pid != 0;
}

/// Returns a function that sends the signals to a process one after another. The function first waits until all node
/// threads of the process run, when all threads but the main one block signals.
std::function<void(pid_t)> sends(const std::vector<int>& signals) {
  return [signals](pid_t process) {
    while (thread_count_of_process(process) < 10 && !has_ended(process)) std::this_thread::yield();
    for (const int signal : signals) ::kill(process, signal);
  };
}

const std::map<int, int> kCodes{{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}};

TEST(RunCommand, PrintsWhatIsDoneWhenASignalEndsIt) {
  for (const auto& [signal, code] : kCodes) {
    const TemporaryFolder folder;
    const Finished finished = switchyard_program(
        {"run", "--nodes", "16", "--samples", "100000", "--csv", folder.file("rows.csv")}, sends({signal}));
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_NE(finished.out.find("incomplete: "), std::string::npos) << finished.out;
    EXPECT_NE(finished.err.find("interrupted: "), std::string::npos) << finished.err;
    EXPECT_NE(finished.err.find("rows.csv' is not written"), std::string::npos) << finished.err;
    EXPECT_EQ(folder.entries(), 0U);
  }
}

std::vector<std::string> endless_run_arguments() {
  std::vector<std::string> arguments = planted_algorithm_arguments("endless");
  *(std::find(arguments.begin(), arguments.end(), "--nodes") + 1) = "16";
  return arguments;
}

TEST(RunCommand, EndsARunThatDoesNotEndAtASignal) {
  for (const auto& [signal, code] : kCodes) {
    const Finished stopped = switchyard_program(endless_run_arguments(), sends({signal}));
    EXPECT_EQ(stopped.code, code) << stopped.err;
  }
}

TEST(RunCommand, EndsAtOnceAtASecondSignalAndLeavesNoFile) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = endless_run_arguments();
  arguments.insert(arguments.end(), {"--csv", folder.file("rows.csv"), "--json", folder.file("rows.json")});
  const Finished stopped = switchyard_program(arguments, sends({SIGTERM, SIGHUP}));
  EXPECT_TRUE(stopped.code == 143 || stopped.code == 129) << stopped.code << stopped.err;
  EXPECT_EQ(stopped.err, "interrupted: nothing more is written\n");
  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace switchyard::cli
