#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "bench/experiment/csv_line.hpp"
#include "bench/sweep/results_file.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// The text of a sweep file of 240 small runs.
const std::string kSmallSweepFile = R"(schema_version = 1
name = "small"
machines = "ipsc860"
nodes = 8
algorithms = ["ac", "lp", "rs_nl"]
densities = [2, 4]
bytes = [16, 64]
samples = 20
)";
constexpr std::size_t kSmallSweepRuns = 240;
/// The text of a sweep file whose runs take a minute or longer in total.
const std::string kLongSweepFile = std::string(kSmallSweepFile).replace(kSmallSweepFile.find("20"), 2, "100000");

/// Returns the lines of a table of results in the file `csv`, sorted and without the column of host time.
std::vector<std::string> sorted_rows_without_host_time(const std::string& csv) {
  std::vector<std::string> rows;
  for (const std::string& line : lines_of(text_of_file(csv))) {
    std::vector<std::string> fields = split_csv_line(line).value();
    fields[19] = "";
    std::string row;
    for (const std::string& field : fields) row += field + ";";
    rows.push_back(row);
  }
  std::ranges::sort(rows);
  return rows;
}

off_t file_size(const std::string& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_size : 0;
}

class SweepCommand : public testing::Test {
 protected:
  SweepCommand() { write_text_file(sweep_file_path_, kSmallSweepFile); }
  FinishedProgram run_sweep(std::vector<std::string> more, const std::function<void(pid_t)>& meanwhile = {}) const {
    more.insert(more.begin(), {"sweep", sweep_file_path_});
    return run_switchyard_program(more, meanwhile);
  }
  std::string path_of_file(const std::string& name) const { return folder_.path_of_file(name); }

  TemporaryFolder folder_;
  std::string sweep_file_path_ = folder_.path_of_file("small.toml");
};

TEST_F(SweepCommand, WritesTheRowsThatRunWrites) {
  const FinishedProgram finished = run_sweep({"--csv", path_of_file("r.csv"), "--quiet"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_EQ(finished.standard_output + finished.standard_error, "");
  const FinishedProgram run = run_switchyard_program(
      {"run", "--nodes", "8", "--algorithm", "ac,lp,rs_nl", "--density", "2,4", "--bytes", "16,64", "--samples", "20",
       "--executor", split_csv_line(lines_of(text_of_file(path_of_file("r.csv")))[1]).value()[9], "--csv",
       path_of_file("run.csv")});
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_EQ(sorted_rows_without_host_time(path_of_file("r.csv")),
            sorted_rows_without_host_time(path_of_file("run.csv")));
}

TEST_F(SweepCommand, PrintsTheBestAlgorithmsAndPlainLinesOfProgress) {
  const FinishedProgram finished = run_sweep({"--csv", path_of_file("r.csv")});
  EXPECT_EQ(finished.code, 0);
  EXPECT_TRUE(finished.standard_output.starts_with(
      "best algorithm by mean total cost (communication and schedule), ipsc860 of 8 nodes\n"))
      << finished.standard_output;
  EXPECT_TRUE(finished.standard_output.ends_with("r.csv: 240 rows, 240 of them new\n")) << finished.standard_output;
  EXPECT_TRUE(finished.standard_error.starts_with("small: done in ")) << finished.standard_error;
  const FinishedProgram again = run_sweep({"--csv", path_of_file("r.csv"), "--resume"});
  EXPECT_TRUE(again.standard_output.ends_with("r.csv: 240 rows, 0 of them new\n")) << again.standard_output;
}

/// Kills the sweep when its table has grown by a random number of bytes, and resumes it. If a sweep ends before it is
/// killed, its table is cut to the length at which the sweep was to be killed.
TEST_F(SweepCommand, GivesTheSameRowsIfKilledTwentyTimes) {
  constexpr unsigned kSeed = 1;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  ASSERT_EQ(run_sweep({"--csv", path_of_file("whole.csv"), "--quiet"}).code, 0);
  const auto step = static_cast<unsigned>(file_size(path_of_file("whole.csv")) / 20);
  for (int kill = 0; kill < 20; ++kill) {
    const off_t enough = file_size(path_of_file("r.csv")) + static_cast<off_t>(random() % step);
    const FinishedProgram finished =
        run_sweep({"--csv", path_of_file("r.csv"), "--quiet", "--resume"}, [&](pid_t child) {
          while (file_size(path_of_file("r.csv")) <= enough && !has_process_ended(child)) ::sched_yield();
          ::kill(child, SIGKILL);
        });
    ASSERT_TRUE(finished.code == -1 || finished.code == 0) << finished.standard_error;
    if (finished.code == 0) {
      ASSERT_EQ(::truncate(path_of_file("r.csv").c_str(), enough), 0);
    }
  }
  const FinishedProgram last = run_sweep({"--csv", path_of_file("r.csv"), "--resume", "--quiet"});
  EXPECT_EQ(last.code, 0) << last.standard_error;
  EXPECT_EQ(sorted_rows_without_host_time(path_of_file("r.csv")),
            sorted_rows_without_host_time(path_of_file("whole.csv")));
  EXPECT_EQ(sorted_rows_without_host_time(path_of_file("r.csv")).size(), kSmallSweepRuns + 1);
}

TEST_F(SweepCommand, KeepsFinishedRunsIfInterrupted) {
  write_text_file(sweep_file_path_, kLongSweepFile);
  const std::string table = path_of_file("r.csv");
  const std::map<int, int> codes{{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}};
  for (const auto& [signal, code] : codes) {
    for (const std::string& old : {table, path_of_sweep_identity_file(table)}) std::filesystem::remove(old);
    const FinishedProgram finished = run_sweep({"--csv", table, "--jobs", "1"}, [&, number = signal](pid_t child) {
      while (file_size(table) < 1000 && !has_process_ended(child)) ::sched_yield();
      ::kill(child, number);
    });
    EXPECT_EQ(finished.code, code) << finished.standard_error;
    EXPECT_NE(finished.standard_error.find("of 1200000 runs are done; --resume goes on"), std::string::npos)
        << finished.standard_error;
    EXPECT_TRUE(text_of_file(table).ends_with('\n'));
    EXPECT_EQ(folder_.entry_count(), 3U) << "the experiment, the table and what says of which experiment it is";
  }
}

/// Removes, moves, replaces or empties a sweep's table of results while the sweep writes it.
TEST_F(SweepCommand, NoticesThatItsTableIsGoneOrChanged) {
  write_text_file(sweep_file_path_, kLongSweepFile);
  const std::string table = path_of_file("r.csv"), other = path_of_file("other.csv");
  const std::map<std::string, std::function<void()>> all{{"removed", [&] { std::filesystem::remove(table); }},
                                                         {"moved", [&] { std::filesystem::rename(table, other); }},
                                                         {"replaced",
                                                          [&] {
                                                            write_text_file(other, "other rows\n");
                                                            std::filesystem::rename(other, table);
                                                          }},
                                                         {"emptied", [&] { write_text_file(table, ""); }}};
  for (const auto& [what, happen] : all) {
    SCOPED_TRACE(what);
    for (const std::string& old : {table, path_of_sweep_identity_file(table)}) std::filesystem::remove(old);
    const FinishedProgram finished = run_sweep({"--csv", table, "--jobs", "1"}, [&](pid_t child) {
      while (file_size(table) < 1000 && !has_process_ended(child)) ::sched_yield();
      happen();
    });
    EXPECT_EQ(finished.code, 1) << finished.standard_error;
    EXPECT_NE(finished.standard_error.find("r.csv' is no longer the table that this sweep writes"), std::string::npos)
        << finished.standard_error;
    EXPECT_NE(finished.standard_error.find("of 1200000 runs were done"), std::string::npos) << finished.standard_error;
  }
}

TEST_F(SweepCommand, LetsNoOtherCommandWriteItsTable) {
  write_text_file(sweep_file_path_, kLongSweepFile);
  const std::string table = path_of_file("r.csv");
  const FinishedProgram finished = run_sweep({"--csv", table, "--jobs", "1"}, [&](pid_t child) {
    while (file_size(table) < 1000 && !has_process_ended(child)) ::sched_yield();
    // The lock of the table must keep other commands from writing it even if the file beside it that identifies the
    // sweep is gone.
    std::filesystem::remove(path_of_sweep_identity_file(table));
    expect_usage_error({"run", "--nodes", "4", "--density", "1", "--csv", table},
                       "is being written by another process");
    expect_usage_error({"schedule", "--nodes", "4", "--density", "1", "--csv", table},
                       "is being written by another process");
    ::kill(child, SIGINT);
  });
  EXPECT_EQ(finished.code, 130) << finished.standard_error;
}

TEST_F(SweepCommand, RunsShardsAndMergesThem) {
  const FinishedProgram whole = run_sweep({"--csv", path_of_file("whole.csv")});
  ASSERT_EQ(whole.code, 0) << whole.standard_error;
  for (const char* shard : {"1", "2"}) {
    ASSERT_EQ(run_sweep({"--csv", path_of_file(shard), "--shard", shard + std::string("/2"), "--quiet"}).code, 0);
  }
  const FinishedProgram merged =
      run_sweep({path_of_file("1"), path_of_file("2"), "--merge", "--csv", path_of_file("all.csv")});
  EXPECT_EQ(merged.code, 0) << merged.standard_error;
  EXPECT_TRUE(merged.standard_output.ends_with("all.csv: 240 rows of 2 tables\n")) << merged.standard_output;
  const std::string map = whole.standard_output.substr(0, whole.standard_output.find(path_of_file("whole.csv")));
  EXPECT_TRUE(map.starts_with("best algorithm by mean total cost")) << map;
  EXPECT_EQ(merged.standard_output.substr(0, map.size()), map);
  EXPECT_EQ(sorted_rows_without_host_time(path_of_file("all.csv")),
            sorted_rows_without_host_time(path_of_file("whole.csv")));
  const FinishedProgram part = run_sweep({path_of_file("1"), "--merge", "--csv", path_of_file("part.csv")});
  EXPECT_EQ(part.code, 1);
  EXPECT_EQ(part.standard_output, path_of_file("part.csv") + ": 120 rows of 1 table\n");
  EXPECT_NE(part.standard_error.find(
                "120 of 240 runs are missing (ipsc860, 8 nodes, ac, dense 2, 16 bytes, sample 1 of seed 1;"),
            std::string::npos)
      << part.standard_error;
}

TEST_F(SweepCommand, RefusesOptionsThatMakeNoSense) {
  expect_usage_error({"sweep"}, "FILE.toml is missing");
  expect_usage_error({"sweep", sweep_file_path_}, "--csv is missing");
  expect_usage_error({"sweep", sweep_file_path_, "x", "--csv", path_of_file("r.csv")}, "'x' is one argument too many");
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("r.csv"), "--shard", "3/2"}, "--shard: ");
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("r.csv"), "--shard", "3"},
                     "--shard: '3' is no share");
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("r.csv"), "--merge"},
                     "--merge: no table is given");
  expect_usage_error({"sweep", sweep_file_path_, "x", "--csv", path_of_file("r.csv"), "--merge", "--resume"},
                     "--resume: is for running");
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("none/r.csv")}, "--csv: cannot write");
  expect_usage_error({"sweep", path_of_file("none.toml"), "--csv", path_of_file("r.csv")},
                     "none.toml:1:1: cannot be read");
  write_text_file(sweep_file_path_, kSmallSweepFile + "sample = 2\n");
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("r.csv")},
                     "small.toml:9:1: unknown key 'sample'; did you mean 'samples'?");
  EXPECT_EQ(folder_.entry_count(), 1U);
}

/// Returns, for each line of a table, the columns that identify its run.
std::vector<std::vector<std::string>> run_columns_of_table(const std::string& csv) {
  std::vector<std::vector<std::string>> runs;
  for (const std::string& line : lines_of(text_of_file(csv))) {
    runs.push_back(split_csv_line(line).value());
    runs.back().resize(8);
  }
  return runs;
}

TEST_F(SweepCommand, RunsPacedByRealTimeGoOneAfterAnother) {
  write_text_file(sweep_file_path_, R"(schema_version = 1
machines = "mesh"
nodes = 1                                  # so that there is no dilation to measure
algorithms = ["ac", "lp", "rs_nl"]
patterns = "complete"
bytes = [16, 64]
samples = 20
clock = "wall"
)");
  const std::string refusal = "--jobs: runs paced by real time would make each other late";
  expect_usage_error({"sweep", sweep_file_path_, "--csv", path_of_file("r.csv"), "--jobs", "2"}, refusal);
  expect_usage_error({"sweep", sweep_file_path_, "--dry-run", "--jobs", "2"}, refusal);
  EXPECT_EQ(folder_.entry_count(), 1U);
  const FinishedProgram usual = run_sweep({"--csv", path_of_file("r.csv"), "--quiet"});
  EXPECT_EQ(usual.code, 0) << usual.standard_error;
  const FinishedProgram one = run_sweep({"--csv", path_of_file("one.csv"), "--quiet", "--jobs", "1"});
  EXPECT_EQ(one.code, 0) << one.standard_error;
  EXPECT_EQ(run_columns_of_table(path_of_file("r.csv")), run_columns_of_table(path_of_file("one.csv")));
}

TEST_F(SweepCommand, MeasuresTheDilationOfEachSizeUnderTheClockWall) {
  write_text_file(sweep_file_path_, R"(schema_version = 1
machines = "ipsc860"
nodes = 4
algorithms = "ac"
densities = 2
bytes = ["4KiB", "16KiB"]
samples = 2
clock = "wall"
)");
  const FinishedProgram finished = run_sweep({"--csv", path_of_file("r.csv")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const std::vector<std::string> lines = lines_of(text_of_file(path_of_file("r.csv")));
  ASSERT_EQ(lines.size(), 5U);
  const std::vector<std::string> names = split_csv_line(lines[0]).value();
  // For each message size, the different dilations that the rows have.
  std::map<std::string, std::set<std::string>> dilations;
  int unusable = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = split_csv_line(lines[i]).value();
    const auto field = [&](const char* name) {
      return fields.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
    };
    EXPECT_EQ(field("executor"), "threads");
    EXPECT_GE(std::stod(field("dilation")), 2) << "twice the smallest that will do";
    dilations[field("bytes")].insert(field("dilation"));
    unusable += field("usable") == "0" ? 1 : 0;
  }
  for (const auto& [bytes, found] : dilations) EXPECT_EQ(found.size(), 1U) << bytes;
  const std::string warning = ": " + std::to_string(unusable) + " of 4 rows are not usable";
  EXPECT_EQ(finished.standard_error.find(warning) != std::string::npos, unusable > 0) << finished.standard_error;
}

TEST_F(SweepCommand, SaysHowManyRowsAreNotUsable) {
  ASSERT_EQ(run_sweep({"--csv", path_of_file("r.csv"), "--quiet"}).code, 0);
  std::vector<std::string> lines = lines_of(text_of_file(path_of_file("r.csv")));
  const std::vector<std::string> names = split_csv_line(lines[0]).value();
  const auto usable = std::ranges::find(names, "usable") - names.begin();
  for (const std::size_t row : {2U, 5U, 7U}) {
    std::vector<std::string> fields = split_csv_line(lines[row]).value();
    fields[static_cast<std::size_t>(usable)] = "0";
    CsvLine line;
    for (const std::string& field : fields) line.add_field(field);
    lines[row] = line.text();
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  write_text_file(path_of_file("r.csv"), text);
  const FinishedProgram finished = run_sweep({"--csv", path_of_file("r.csv"), "--resume"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_NE(
      finished.standard_error.find("r.csv: 3 of 240 rows are not usable, as these runs missed more than 2 % of their"),
      std::string::npos)
      << finished.standard_error;
  EXPECT_EQ(run_sweep({"--csv", path_of_file("r.csv"), "--resume", "--quiet"}).standard_error, "");
  const FinishedProgram merged = run_sweep({path_of_file("r.csv"), "--merge", "--csv", path_of_file("all.csv")});
  EXPECT_NE(merged.standard_error.find("all.csv: 3 of 240 rows are not usable"), std::string::npos)
      << merged.standard_error;
}

TEST_F(SweepCommand, MergesNoRowsOfAnotherVersion) {
  ASSERT_EQ(run_sweep({"--csv", path_of_file("a.csv"), "--shard", "1/2", "--quiet"}).code, 0);
  ASSERT_EQ(run_sweep({"--csv", path_of_file("b.csv"), "--shard", "2/2", "--quiet"}).code, 0);
  std::string text = text_of_file(path_of_file("b.csv"));
  const std::string now = ",own,0.1.0,";
  text.replace(text.rfind(now), now.size(), ",own,0.0.9,");
  write_text_file(path_of_file("b.csv"), text);
  const FinishedProgram merged =
      run_sweep({path_of_file("a.csv"), path_of_file("b.csv"), "--merge", "--csv", path_of_file("all.csv")});
  EXPECT_EQ(merged.code, 2);
  EXPECT_NE(merged.standard_error.find("is by switchyard 0.0.9, and rows before it are by switchyard 0.1.0"),
            std::string::npos)
      << merged.standard_error;
}

/// Limits the size of files of child processes while the object lives. Their writes then fail as on a full disk.
class SimulatedFullDisk {
 public:
  explicit SimulatedFullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &previous_limit_);
    const rlimit limit{bytes, previous_limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SimulatedFullDisk() { ::setrlimit(RLIMIT_FSIZE, &previous_limit_); }
  SimulatedFullDisk(const SimulatedFullDisk&) = delete;
  SimulatedFullDisk& operator=(const SimulatedFullDisk&) = delete;

 private:
  rlimit previous_limit_{};
};

TEST_F(SweepCommand, StopsAtAFullDiskAndKeepsFinishedRuns) {
  ASSERT_EQ(run_sweep({"--csv", path_of_file("whole.csv"), "--quiet"}).code, 0);
  FinishedProgram finished{};
  {
    const SimulatedFullDisk full(8000);
    finished = run_sweep({"--csv", path_of_file("r.csv"), "--quiet"});
  }
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(lines_of(finished.standard_error).size(), 1U);
  EXPECT_NE(finished.standard_error.find("cannot write '" + path_of_file("r.csv") + "': File too large; make room"),
            std::string::npos)
      << finished.standard_error;
  EXPECT_TRUE(text_of_file(path_of_file("r.csv")).ends_with('\n'));
  EXPECT_GT(lines_of(text_of_file(path_of_file("r.csv"))).size(), 20U);
  EXPECT_EQ(run_sweep({"--csv", path_of_file("r.csv"), "--quiet", "--resume"}).code, 0);
  EXPECT_EQ(sorted_rows_without_host_time(path_of_file("r.csv")),
            sorted_rows_without_host_time(path_of_file("whole.csv")));
  const FinishedProgram device = run_sweep({"--csv", "/dev/full", "--quiet"});
  EXPECT_EQ(device.code, 2);
  EXPECT_EQ(device.standard_error,
            "--csv: cannot write '/dev/full': No space left on device; make room or name another file\n");
}

TEST_F(SweepCommand, EndsAtARunThatFailsAndNamesTheRun) {
  write_text_file(sweep_file_path_, R"(schema_version = 1
machines = [{ machine = "ipsc860", nodes = 8, constants = { system_buffer = "1KiB" } }]
algorithms = ["ac_unposted", "lp"]
densities = 4
bytes = "4KiB"
samples = 3
)");
  const FinishedProgram finished = run_sweep({"--csv", path_of_file("r.csv"), "--keep-going"});
  EXPECT_EQ(finished.code, 3) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("ipsc860, 8 nodes, ac_unposted, dense 4, 4096 bytes, sample "),
            std::string::npos)
      << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("3 of 6 runs are done and kept, 3 failed"), std::string::npos)
      << finished.standard_error;
  EXPECT_EQ(run_sweep({"--csv", path_of_file("first.csv")}).code, 3);
  EXPECT_LE(lines_of(text_of_file(path_of_file("first.csv"))).size(),
            lines_of(text_of_file(path_of_file("r.csv"))).size());
}

TEST_F(SweepCommand, ExamplesAreSound) {
  for (const char* name : {"regions", "exchanges", "hop_cost"}) {
    const std::string path = std::string(SWITCHYARD_SOURCE_DIR "/bench/examples/") + name + ".toml";
    const FinishedProgram finished = run_switchyard_program({"sweep", path, "--dry-run"});
    EXPECT_EQ(finished.code, 0) << finished.standard_error;
    EXPECT_NE(finished.standard_output.find("largest run: about "), std::string::npos) << finished.standard_output;
  }
}

}  // namespace
}  // namespace switchyard::cli
