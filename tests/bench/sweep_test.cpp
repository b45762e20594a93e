#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <sstream>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/exchange_timing.hpp"
#include "bench/sweep/merge.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_file.hpp"
#include "bench/sweep/sweep_run.hpp"
#include "bench/sweep/winners.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::sweep {
namespace {

using cli::lines_of;
using cli::TemporaryFolder;
using cli::text_of_file;
using cli::write_text_file;

const std::string kSmallSweepFile = R"(schema_version = 1
machines = ["ipsc860", "cm5"]
nodes = [8]
algorithms = ["ac", "rs_n"]
patterns = ["dense", "bounded:k=3,l=1/4,t=4KiB"]
densities = [2, 3]
bytes = [16, "1KiB"]
samples = 2
seeds = [1, 7]
)";
/// The number of runs of the small sweep: machines x (densities x sizes of the pattern dense + 1 for the pattern
/// bounded) x algorithms x samples x seeds.
constexpr std::uint64_t kSmallSweepRuns = 2 * (2 * 2 + 1) * 2 * 2 * 2;

std::string small_sweep_file_with_replaced_text(const std::string& line, const std::string& other) {
  std::string text = kSmallSweepFile;
  text.replace(text.find(line), line.size(), other);
  return text;
}

SweepPlan plan_of(const std::string& toml) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("x.toml"), toml);
  return read_sweep_file(folder.path_of_file("x.toml"), shipped_algorithms());
}

/// Returns the text of the error that reading a wrong sweep file gives, without the name of the file's folder, or "no
/// error".
std::string error_of_sweep_file(const std::string& toml) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("x.toml"), toml);
  try {
    read_sweep_file(folder.path_of_file("x.toml"), shipped_algorithms());
  } catch (const UsageError& error) {
    const std::string text = error.what();
    return text.starts_with(folder.path_of_file("")) ? text.substr(folder.path_of_file("").size())
                                                     : "no place: " + text;
  }
  return "no error";
}

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

std::uint64_t carry_out_sweep(const SweepPlan& plan, const std::string& csv, bool resume, const Shard& shard = {},
                              std::uint64_t jobs = 2) {
  ResultsFile file("--csv", csv, plan, shard, resume);
  SweepRun run(plan, shard, file, jobs, {});
  run.carry_out_sweep_runs({});
  if (run.failure()) std::rethrow_exception(run.failure()->error);
  file.flush_rows_to_disk();
  return run.done_run_count();
}

TEST(CsvFields, TakesQuotesOff) {
  using FieldList = std::vector<std::string>;
  EXPECT_EQ(split_csv_line("a,,\"b,\"\"c\"\"\""), (FieldList{"a", "", "b,\"c\""}));
  EXPECT_EQ(split_csv_line(""), FieldList{""});
  EXPECT_EQ(split_csv_line("\"open"), std::nullopt);
  EXPECT_EQ(split_csv_line("\"a\"b"), std::nullopt);
  EXPECT_EQ(split_csv_line("a\"b"), std::nullopt);
}

TEST(SweepPlan, NumbersEachRunOnceAndFindsItByItsRow) {
  const SweepPlan plan = plan_of(kSmallSweepFile);
  ASSERT_EQ(plan.run_count(), kSmallSweepRuns);
  std::set<std::string> texts;
  for (std::uint64_t number = 0; number < plan.run_count(); ++number) {
    texts.insert(plan.text_of_sweep_run(number));
    const auto row =
        to_csv(sweep::carry_out_planned_run(plan.planned_run_with_number(number), plan.declaration().exchange_options));
    EXPECT_EQ(plan.run_number_of_row(row), number) << row;
  }
  EXPECT_EQ(texts.size(), plan.run_count());
}

TEST(SweepPlan, LeavesOutImpossibleRunsOnlyIfAllowed) {
  const std::string larger = small_sweep_file_with_replaced_text("densities = [2, 3]", "densities = [2, 9]");
  EXPECT_EQ(error_of_sweep_file(larger),
            "x.toml:1:1: ipsc860 of 8 nodes, dense: density 9 is too large for 8 nodes; write skip_impossible = true "
            "to leave "
            "such runs out");
  const SweepPlan plan = plan_of(larger + "skip_impossible = true\n");
  EXPECT_EQ(plan.run_count() + plan.skipped_run_count(), kSmallSweepRuns);
  EXPECT_EQ(plan.skipped_run_count(), 2U * 2 * 2 * 2 * 2);
}

TEST(SweepPlan, TellsMachinesWithOtherConstantsApart) {
  const std::string two = R"(schema_version = 1
algorithms = "ac"
densities = 2
bytes = 16
samples = 1
[[machines]]
machine = "ipsc860"
nodes = 8
[[machines]]
machine = "ipsc860"
nodes = 8
constants = { hop = "0ns" }
)";
  EXPECT_NE(error_of_sweep_file(two).find("is there twice"), std::string::npos) << error_of_sweep_file(two);
  const SweepPlan plan = plan_of(two + "name = \"free\"\n");
  ASSERT_EQ(plan.run_count(), 2U);
  const auto usual = sweep::carry_out_planned_run(plan.planned_run_with_number(0), plan.declaration().exchange_options);
  const auto free = sweep::carry_out_planned_run(plan.planned_run_with_number(1), plan.declaration().exchange_options);
  EXPECT_EQ(usual.machine, "ipsc860");
  EXPECT_EQ(free.machine, "free");
  EXPECT_LT(free.makespan, usual.makespan);
  EXPECT_NE(plan.text_identifying_sweep().find("  free of 8 nodes: hop 0ns"), std::string::npos);
}

TEST(SweepFile, SaysWhereAndWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> all{
      {small_sweep_file_with_replaced_text("samples = 2", "sample = 2"),
       "x.toml:8:1: unknown key 'sample'; did you mean 'samples'?"},
      {small_sweep_file_with_replaced_text("samples = 2", "samples = 0"), "x.toml:8:11: samples: "},
      {small_sweep_file_with_replaced_text("samples = 2", "samples = \"two\""),
       "x.toml:8:11: samples is no whole number"},
      {small_sweep_file_with_replaced_text("samples = 2", "samples = "), "x.toml:8:"},
      {small_sweep_file_with_replaced_text("\"rs_n\"", "\"rsn\""),
       "x.toml:4:21: unknown algorithm 'rsn'; did you mean 'rs_n'?"},
      {small_sweep_file_with_replaced_text("\"rs_n\"", "\"ac\""), "x.toml:4:21: algorithms has this value twice"},
      {small_sweep_file_with_replaced_text("\"rs_n\"", "3"), "x.toml:4:21: algorithms is no text"},
      {small_sweep_file_with_replaced_text("\"cm5\"", "\"cm6\""),
       "x.toml:2:24: machines: unknown machine 'cm6'; did you mean 'cm5'?"},
      {small_sweep_file_with_replaced_text("nodes = [8]", "nodes = [9]"), "x.toml:3:10: nodes: "},
      {small_sweep_file_with_replaced_text("nodes = [8]", "nodes = []"), "x.toml:3:9: nodes is empty"},
      {small_sweep_file_with_replaced_text("\"dense\"", "\"danse\""),
       "x.toml:5:13: unknown pattern 'danse'; did you mean 'dense'?"},
      {small_sweep_file_with_replaced_text("\"dense\"", "\"matrix:none.mtx\""), "none.mtx:1:1: cannot be read"},
      {small_sweep_file_with_replaced_text("\"dense\"", "\"matrix:\""),
       "x.toml:5:13: patterns names no file; write one such as \"matrix:"},
      {small_sweep_file_with_replaced_text("\"dense\", ", ""), "x.toml:6:13: densities are for the pattern \"dense\""},
      {small_sweep_file_with_replaced_text("densities = [2, 3]\n", ""), "x.toml:1:1: densities is missing"},
      {small_sweep_file_with_replaced_text("\"1KiB\"", "\"1KB\""), "x.toml:7:14: bytes: "},
      {small_sweep_file_with_replaced_text("bytes = [16, \"1KiB\"]\n", ""), "x.toml:1:1: bytes is missing"},
      {small_sweep_file_with_replaced_text("seeds = [1, 7]", "seeds = [-1]"), "x.toml:9:10: seeds: "},
      {kSmallSweepFile + "clock = \"vertual\"\n",
       "x.toml:10:9: clock: unknown clock 'vertual'; did you mean 'virtual'?"},
      {kSmallSweepFile + "time_limit = \"0s\"\n", "x.toml:10:14: time_limit: '0s' leaves no time"},
      {kSmallSweepFile + "clock = \"off\"\ntime_limit = \"1s\"\n",
       "x.toml:11:14: time_limit is virtual time, which clock ="},
      {kSmallSweepFile + "clock = \"wall\"\nexecutor = \"fibers\"\n",
       "x.toml:11:12: executor: clock = \"wall\" needs threads"},
      {kSmallSweepFile + "verify = 1\n", "x.toml:10:10: verify is neither true nor false"},
      {kSmallSweepFile + "protocol = \"forced\"\n",
       "x.toml:1:1: cm5 of 8 nodes, dense: protocol: machine cm5 has no forced"},
      {small_sweep_file_with_replaced_text("schema_version = 1", "schema_version = 2"),
       "x.toml:1:18: schema_version is not one that is known"},
      {kSmallSweepFile + "verify = tru\n", "x.toml:"},
      {"", "x.toml:1:1: schema_version is missing"},
  };
  for (const auto& [toml, said] : all) {
    const std::string text = error_of_sweep_file(toml);
    EXPECT_EQ(lines_of(text).size(), 1U) << text;
    EXPECT_TRUE(text.starts_with(said)) << text << "\nexpected: " << said;
  }
  EXPECT_NE(error_of_sweep_file(kSmallSweepFile + "[[machine]]\nx = 1\n").find("did you mean 'machines'?"),
            std::string::npos);
  EXPECT_EQ(error_of_sweep_file(kSmallSweepFile), "no error");
}

TEST(SweepFile, TakesThreadsUnlessTheClockIsVirtual) {
  const auto executor_with = [](const std::string& lines) {
    return plan_of(kSmallSweepFile + lines).declaration().exchange_options.run.executor;
  };
  EXPECT_EQ(executor_with(""), kQuickExecutor);
  EXPECT_EQ(executor_with("clock = \"virtual\"\n"), kQuickExecutor);
  EXPECT_EQ(executor_with("clock = \"off\"\n"), ExecutorKind::threads);
  EXPECT_EQ(executor_with("clock = \"wall\"\n"), ExecutorKind::threads);
  EXPECT_EQ(executor_with("executor = \"threads\"\n"), ExecutorKind::threads);
  EXPECT_EQ(executor_with("clock = \"off\"\nexecutor = \"fibers\"\n"), ExecutorKind::fibers);
}

TEST(SweepFile, RefusesOrTakesWhateverItIsGiven) {
  // The standard defines the numbers of the generator mt19937 exactly, so that the test is the same everywhere.
  std::mt19937 random(1);
  const std::string letters = "\"[]={}\n,.#'1 -e";
  for (int round = 0; round < 300; ++round) {
    std::string text = kSmallSweepFile;
    for (int change = 0; change < 2; ++change) {
      const std::size_t at = random() % text.size();
      const auto kind = random() % 3;
      if (kind == 0) text.erase(at, random() % 4);
      if (kind == 1) text.insert(at, 1, letters[random() % letters.size()]);
      if (kind == 2) text[at] = static_cast<char>(random() % 256);
    }
    const std::string said = error_of_sweep_file(text);
    EXPECT_TRUE(said == "no error" || said.starts_with("x.toml:")) << said << '\n' << text;
    EXPECT_EQ(lines_of(said).size(), 1U) << said;
  }
}

TEST(EvenlySpreadPermutation, HasEachNumberOnceAndSpreadsAnyPartOfTheOrderEvenly) {
  for (const std::uint64_t count : {1U, 2U, 3U, 6U, 100U, 997U, 4096U}) {
    const EvenlySpreadPermutation order(count);
    std::vector<bool> seen(count, false);
    for (std::uint64_t place = 0; place < count; ++place) seen[order(place)] = true;
    EXPECT_EQ(std::ranges::count(seen, true), static_cast<std::ptrdiff_t>(count));
  }
  const EvenlySpreadPermutation order(1000);
  std::array<int, 10> tenths{};
  for (std::uint64_t place = 500; place < 600; ++place) ++tenths[order(place) / 100];
  for (const int hits : tenths) EXPECT_NEAR(hits, 10, 3);
}

TEST(SweepRun, GivesTheSameRowsForAnyNumberOfJobs) {
  const TemporaryFolder folder;
  const SweepPlan plan = plan_of(kSmallSweepFile);
  EXPECT_EQ(carry_out_sweep(plan, folder.path_of_file("one.csv"), false, {}, 1), kSmallSweepRuns);
  EXPECT_EQ(carry_out_sweep(plan, folder.path_of_file("three.csv"), false, {}, 3), kSmallSweepRuns);
  EXPECT_EQ(sorted_rows_without_host_time(folder.path_of_file("one.csv")),
            sorted_rows_without_host_time(folder.path_of_file("three.csv")));
}

TEST(ResultsFile, GoesOnFromAnyCut) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const SweepPlan plan = plan_of(kSmallSweepFile);
  carry_out_sweep(plan, csv, false);
  const std::string whole = text_of_file(csv);
  const auto rows = sorted_rows_without_host_time(csv);
  const std::size_t header = csv_header().size();
  std::vector<std::size_t> cuts{0, 1, header - 1, header, header + 1, header + 2, whole.size()};
  for (std::size_t back = 1; back < 200; back += 13) cuts.push_back(whole.size() - back);
  for (const std::size_t cut : cuts) {
    write_text_file(csv, whole.substr(0, cut));
    const auto left = static_cast<std::uint64_t>(std::ranges::count(whole.substr(0, cut), '\n'));
    EXPECT_EQ(carry_out_sweep(plan, csv, true), kSmallSweepRuns - (left == 0 ? 0 : left - 1));
    EXPECT_EQ(sorted_rows_without_host_time(csv), rows) << "cut at " << cut;
  }
}

TEST(ResultsFile, RefusesTablesOfOtherSweepsAndLeavesThemAlone) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const SweepPlan plan = plan_of(kSmallSweepFile);
  carry_out_sweep(plan, csv, false);
  const std::string whole = text_of_file(csv);
  const std::string identity = text_of_file(path_of_sweep_identity_file(csv));
  const auto said = [&](const SweepPlan& wanted, bool resume, const Shard& shard = {}) -> std::string {
    try {
      ResultsFile file("--csv", csv, wanted, shard, resume);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  };
  const auto expect = [&](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_EQ(lines_of(text).size(), 1U);
  };
  expect(said(plan, false), "is there already; add --resume");
  expect(said(plan_of(small_sweep_file_with_replaced_text("samples = 2", "samples = 3")), true),
         "there 'samples: 2', here 'samples: 3'");
  expect(said(plan, true, {0, 2}), "there 'shard: 1 of 1', here 'shard: 1 of 2'");
  EXPECT_EQ(text_of_file(csv), whole);
  EXPECT_EQ(text_of_file(path_of_sweep_identity_file(csv)), identity);

  const std::string last = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
  write_text_file(csv, whole + last);
  expect(said(plan, true), ":82:1: this run is there twice");
  write_text_file(csv, whole + "a,b\n");
  expect(said(plan, true), ":82:1: is no row of this experiment");
  write_text_file(csv, "my notes, without a line end");
  expect(said(plan, true), ":1:1: is not the heading");
  EXPECT_EQ(text_of_file(csv), "my notes, without a line end");
  std::filesystem::remove(path_of_sweep_identity_file(csv));
  expect(said(plan, true), "nothing says of which experiment");
  EXPECT_THROW(ResultsFile("--csv", "-", plan, {}, false), UsageError);
  {
    ResultsFile busy("--csv", folder.path_of_file("busy.csv"), plan, {}, false);
    try {
      ResultsFile second("--csv", folder.path_of_file("busy.csv"), plan, {}, true);
      ADD_FAILURE() << "two at once";
    } catch (const UsageError& error) {
      expect(error.what(), "is being written by another process");
    }
  }
}

TEST(ResultsFile, RefusesResultsThatAreNoNumbers) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const SweepPlan plan = plan_of(kSmallSweepFile);
  carry_out_sweep(plan, csv, false);
  const std::vector<std::string> lines = lines_of(text_of_file(csv));
  const std::vector<std::string> names = split_csv_line(lines[0]).value();
  for (const char* name : {"messages", "makespan_us", "schedule_us", "host_s", "reuse", "usable"}) {
    for (const char* wrong : {"", "fast", "-1", "1.", ".5", "1.5us", "1e3", "nan", "1.2.3"}) {
      std::vector<std::string> fields = split_csv_line(lines[1]).value();
      fields[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())] = wrong;
      std::string row;
      for (const std::string& field : fields) row += (row.empty() ? "\"" : ",\"") + field + '"';
      write_text_file(csv, lines[0] + '\n' + row + '\n');
      try {
        ResultsFile file("--csv", csv, plan, {}, true);
        ADD_FAILURE() << name << " = " << wrong;
      } catch (const UsageError& error) {
        EXPECT_EQ(error.what(), csv + ":2:1: is no row of this experiment; name another file, or take this line out");
      }
    }
  }
}

TEST(ResultsFile, RowsMayBeAnyBytes) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const SweepPlan plan = plan_of(kSmallSweepFile);
  carry_out_sweep(plan, csv, false);
  const std::string whole = text_of_file(csv);
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    std::string text = whole;
    text[random() % text.size()] = static_cast<char>(random() % 256);
    text.resize(text.size() - random() % 300);
    write_text_file(csv, text);
    try {
      ResultsFile file("--csv", csv, plan, {}, true);
      EXPECT_TRUE(text.starts_with(text_of_file(csv))) << "only what is not a whole line goes";
    } catch (const UsageError& error) {
      EXPECT_EQ(text_of_file(csv), text);
      EXPECT_EQ(lines_of(error.what()).size(), 1U);
    }
  }
}

TEST(ResultsFile, CountsRowsThatMissedTooManyDeadlines) {
  const TemporaryFolder folder;
  const SweepPlan plan = plan_of(kSmallSweepFile);
  const auto append = [&](ResultsFile& file, std::uint64_t number, std::uint64_t missed) {
    ResultRow row =
        sweep::carry_out_planned_run(plan.planned_run_with_number(number), plan.declaration().exchange_options);
    row.pace = PaceReport{.deadlines = 100, .missed = missed};
    file.append(row);
  };
  {
    ResultsFile file("--csv", folder.path_of_file("r.csv"), plan, {}, false);
    append(file, 0, 2);
    EXPECT_EQ(file.unusable_row_count(), 0U);
    append(file, 1, 3);
    EXPECT_EQ(file.unusable_row_count(), 1U);
  }
  ResultsFile file("--csv", folder.path_of_file("r.csv"), plan, {}, true);
  EXPECT_EQ(file.unusable_row_count(), 1U);
  append(file, 2, 50);
  EXPECT_EQ(file.unusable_row_count(), 2U);
}

TEST(Merge, PutsShardsTogetherAndSaysWhatIsMissing) {
  const TemporaryFolder folder;
  const SweepPlan plan = plan_of(kSmallSweepFile);
  carry_out_sweep(plan, folder.path_of_file("whole.csv"), false);
  std::vector<std::string> tables;
  std::uint64_t runs = 0;
  for (std::uint64_t number = 0; number < 3; ++number) {
    tables.push_back(folder.path_of_file("r." + std::to_string(number)));
    runs += carry_out_sweep(plan, tables.back(), false, {number, 3});
  }
  EXPECT_EQ(runs, kSmallSweepRuns);
  const MergeResult merged = merge_tables(plan, tables, folder.path_of_file("all.csv"));
  EXPECT_EQ(merged.merged_row_count, kSmallSweepRuns);
  EXPECT_EQ(merged.missing_run_count, 0U);
  EXPECT_EQ(sorted_rows_without_host_time(folder.path_of_file("all.csv")),
            sorted_rows_without_host_time(folder.path_of_file("whole.csv")));
  EXPECT_THROW(merge_tables(plan, tables, folder.path_of_file("all.csv")), UsageError);

  const MergeResult part = merge_tables(plan, {tables[0], tables[2]}, folder.path_of_file("part.csv"));
  EXPECT_EQ(part.missing_run_count, Shard({1, 3}).run_count(kSmallSweepRuns));
  EXPECT_EQ(part.first_missing_runs, (std::vector<std::uint64_t>{1, 4, 7}));
  EXPECT_EQ(carry_out_sweep(plan, folder.path_of_file("part.csv"), true), part.missing_run_count);
  EXPECT_EQ(sorted_rows_without_host_time(folder.path_of_file("part.csv")),
            sorted_rows_without_host_time(folder.path_of_file("whole.csv")));

  EXPECT_THROW(merge_tables(plan, {tables[0], tables[0]}, folder.path_of_file("none.csv")), UsageError);
  EXPECT_THROW(merge_tables(plan_of(small_sweep_file_with_replaced_text("samples = 2", "samples = 3")), tables,
                            folder.path_of_file("none.csv")),
               UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder.path_of_file("none.csv")));
}

/// Reads all bytes that are available from the file descriptor at this moment.
std::string read_available_bytes(int descriptor) {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = ::read(descriptor, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

TEST(Merge, GivesAPipeTheRowsAndMakesNoIdentityFile) {
  const TemporaryFolder folder;
  const SweepPlan plan = plan_of(kSmallSweepFile);
  const std::string whole = folder.path_of_file("whole.csv");
  carry_out_sweep(plan, whole, false);

  const std::string fifo = folder.path_of_file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  EXPECT_EQ(merge_tables(plan, {whole}, fifo).missing_run_count, 0U);
  EXPECT_EQ(read_available_bytes(reader), text_of_file(whole));
  ::close(reader);
  EXPECT_FALSE(std::filesystem::exists(path_of_sweep_identity_file(fifo)));

  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  EXPECT_EQ(merge_tables(plan, {whole}, "/dev/fd/" + std::to_string(ends[1])).missing_run_count, 0U);
  ::close(ends[1]);
  EXPECT_EQ(read_available_bytes(ends[0]), text_of_file(whole));
  ::close(ends[0]);
}

TEST(Merge, WritesNothingWhereTheIdentityFileCannotBeWritten) {
  const TemporaryFolder folder;
  const SweepPlan plan = plan_of(kSmallSweepFile);
  const std::string whole = folder.path_of_file("whole.csv");
  carry_out_sweep(plan, whole, false);
  const std::string csv = folder.path_of_file("all.csv");
  ASSERT_TRUE(std::filesystem::create_directory(path_of_sweep_identity_file(csv)));
  EXPECT_THROW(merge_tables(plan, {whole}, csv), UsageError);
  EXPECT_FALSE(std::filesystem::exists(csv));
}

TEST(Winners, LeaveOutRunsThatMissedTooManyDeadlines) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const SweepPlan plan = plan_of(R"(schema_version = 1
machines = "ipsc860"
nodes = 8
algorithms = ["ac", "rs_n"]
densities = 2
bytes = 16
samples = 2
)");
  {
    ResultsFile file("--csv", csv, plan, {}, false);
    for (std::uint64_t number = 0; number < plan.run_count(); ++number) {
      ResultRow row =
          sweep::carry_out_planned_run(plan.planned_run_with_number(number), plan.declaration().exchange_options);
      const bool counts = row.algorithm != "ac" || row.sample_number != 0;
      row.makespan = std::chrono::milliseconds{row.algorithm == "rs_n" ? 20 : counts ? 30 : 1};
      row.pace = PaceReport{.deadlines = 100, .missed = counts ? 0U : 50U};
      file.append(row);
    }
  }
  std::ostringstream map;
  print_best_algorithms(map, plan, csv);
  EXPECT_NE(map.str().find("rs_n"), std::string::npos) << map.str();
}

TEST(Shard, SharesAllRunsOut) {
  for (const std::uint64_t cells : {1U, 2U, 7U, 100U}) {
    for (const std::uint64_t count : {1U, 2U, 3U, 150U}) {
      std::uint64_t sum = 0;
      for (std::uint64_t number = 0; number < count; ++number) sum += Shard{number, count}.run_count(cells);
      EXPECT_EQ(sum, cells);
    }
  }
}

}  // namespace
}  // namespace switchyard::sweep
