#include "bench/experiment/files_in_use.hpp"

#include <sys/stat.h>

#include <map>

#include "bench/experiment/result_rows.hpp"
#include "runtime/error.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

namespace fs = std::filesystem;

template <class Call>
std::string usage_error_text(Call call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

class FilesInUseTest : public testing::Test {
 protected:
  std::string path_of_file(const std::string& name) const { return folder_.path_of_file(name); }
  std::string existing_file(const std::string& name) const {
    write_text_file(path_of_file(name), "row\n");
    return path_of_file(name);
  }
  TemporaryFolder folder_;
  FilesUsedByCommand files_in_use_;
};

TEST_F(FilesInUseTest, AFileThatIsReadIsNotWrittenWhicheverIsDeclaredFirst) {
  const std::string path = existing_file("m.toml");
  const std::string said = "--csv: '" + path + "' is what --machine reads; name another file";
  FilesUsedByCommand other;
  files_in_use_.declare_input_file("--machine", path);
  EXPECT_EQ(usage_error_text([&] { files_in_use_.declare_file_that_command_replaces("--csv", path); }), said);
  other.declare_file_that_command_replaces("--csv", path);
  EXPECT_EQ(usage_error_text([&] { other.declare_input_file("--machine", path); }), said);
}

TEST_F(FilesInUseTest, OneFileUnderSeveralNamesIsOneFile) {
  files_in_use_.declare_input_file("--machine", existing_file("m.toml"));
  fs::create_symlink("m.toml", path_of_file("link"));
  fs::create_hard_link(path_of_file("m.toml"), path_of_file("hard"));
  fs::create_directory_symlink(".", path_of_file("folder"));
  for (const char* name : {"./m.toml", "link", "hard", "folder/m.toml"}) {
    EXPECT_NE(usage_error_text([&] { files_in_use_.declare_file_that_command_replaces("--csv", path_of_file(name)); }),
              "no error")
        << name;
  }
  EXPECT_EQ(
      usage_error_text([&] { files_in_use_.declare_file_that_command_replaces("--csv", existing_file("other")); }),
      "no error");
}

TEST_F(FilesInUseTest, FilesThatDoNotExistYetAreComparedByTheirPaths) {
  fs::create_directory_symlink(".", path_of_file("folder"));
  files_in_use_.declare_file_that_command_replaces("--csv", path_of_file("new"));
  EXPECT_EQ(usage_error_text(
                [&] { files_in_use_.declare_file_that_command_replaces("--json", path_of_file("folder/./new")); }),
            "--json: '" + path_of_file("folder/./new") + "' is the file of --csv too; name another file");
  EXPECT_EQ(usage_error_text([&] { files_in_use_.declare_file_that_command_replaces("--json", path_of_file("new2")); }),
            "no error");
}

TEST_F(FilesInUseTest, ManyOptionsMayReadOneFile) {
  files_in_use_.declare_input_file("--matrix", existing_file("m"));
  EXPECT_NO_THROW(files_in_use_.declare_input_file("--table", path_of_file("m")));
}

TEST_F(FilesInUseTest, DevicesAndPipesMayBeNamedTwice) {
  ASSERT_EQ(::mkfifo(path_of_file("fifo").c_str(), 0600), 0);
  for (const std::string& path :
       {std::string("/dev/null"), path_of_file("fifo"), std::string("-"), std::string("/dev/stderr")}) {
    EXPECT_NO_THROW(files_in_use_.declare_file_that_command_replaces("--csv", path)) << path;
    EXPECT_NO_THROW(files_in_use_.declare_file_that_command_replaces("--json", path)) << path;
  }
  EXPECT_NO_THROW(files_in_use_.declare_input_file("--matrix", "/dev/null"));
}

TEST_F(FilesInUseTest, ATableOfASweepIsOnlyAddedTo) {
  const std::string table = existing_file("r.csv"), identity = existing_file("r.csv.sweep");
  EXPECT_EQ(usage_error_text([&] { files_in_use_.declare_file_that_command_replaces("--svg", table); }),
            "--svg: '" + table + "' is the table of a sweep, as '" + identity + "' says; name another file");
  EXPECT_NE(usage_error_text([&] {
              FilesUsedByCommand().declare_file_that_command_replaces("--svg", identity);
            }).find("of which sweep"),
            std::string::npos);
  FilesUsedByCommand other;
  EXPECT_NO_THROW(other.declare_appended_file("--csv", table));
  EXPECT_NO_THROW(other.declare_appended_file("--csv", identity));
}

TEST_F(FilesInUseTest, ResultTablesReplaceResultTablesAndNothingElse) {
  const auto said = [&](const std::string& there) {
    write_text_file(path_of_file("r.csv"), there);
    return usage_error_text([&] { FilesUsedByCommand().declare_result_table("--csv", path_of_file("r.csv")); });
  };
  const std::string heading = csv_header();
  EXPECT_EQ(said(""), "no error");
  EXPECT_EQ(said(heading + "\n1,2\n"), "no error");
  EXPECT_EQ(said(heading + "\r\n1,2\r\n"), "no error");
  EXPECT_EQ(said(heading.substr(0, heading.find(",reuse")) + "\n"), "no error") << "an older version";
  EXPECT_EQ(said(heading + ",iterations\n"), "no error") << "of an application";
  for (const std::string& other : {std::string("my notes\n"), heading.substr(0, heading.size() - 1),
                                   std::string("phase,source,destination,bytes\n"), std::string("\n") + heading}) {
    EXPECT_EQ(said(other),
              "--csv: '" + path_of_file("r.csv") + "' is there and is no table of 'switchyard run'; name another file");
  }
}

/// Runs `switchyard ARGUMENTS`. Expects an error of one line that contains `said`, and that the command has changed no
/// file in the folder.
void expect_command_refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                            const std::string& said) {
  std::map<std::string, std::string> before, after;
  const auto look = [&](std::map<std::string, std::string>& found) {
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      found[entry.path().string()] = text_of_file(entry.path().string());
    }
  };
  look(before);
  expect_usage_error(arguments, said);
  look(after);
  EXPECT_EQ(before, after) << testing::PrintToString(arguments);
}

TEST(OutputsOfCommands, NeverTakeThePlaceOfAnInput) {
  const TemporaryFolder folder;
  const std::string machine = folder.path_of_file("m.toml"), library = folder.path_of_file("mine.so"),
                    matrix = folder.path_of_file("a.mtx");
  write_text_file(machine, "schema_version = 1\nmachine = \"ipsc860\"\nnodes = 4\n");
  fs::copy_file(SWITCHYARD_MY_ALGORITHM, library);
  fs::copy_file(SWITCHYARD_GRID, matrix);
  fs::create_symlink("m.toml", folder.path_of_file("link"));
  write_text_file(folder.path_of_file("list.csv"), "id\n");
  write_text_file(folder.path_of_file("r.json"), "{}");
  struct RefusedCommand {
    std::vector<std::string> arguments;
    /// The name of the option that writes a file, and the name of the option that reads the same file.
    std::string output, input;
  };
  const std::string other = folder.path_of_file("other");
  const std::vector<RefusedCommand> all{
      {{"run", "--machine", machine, "--csv", machine}, "--csv", "--machine"},
      {{"run", "--machine", machine, "--json", folder.path_of_file("link")}, "--json", "--machine"},
      {{"run", "--load", library, "--csv", library}, "--csv", "--load"},
      {{"run", "--load", library, "--deadlock-dot", library}, "--deadlock-dot", "--load"},
      {{"run", "--matrix", matrix, "--deadlock-json", matrix}, "--deadlock-json", "--matrix"},
      {{"run", "--algorithm", "auto", "--table", matrix, "--json", matrix}, "--json", "--table"},
      {{"run", "--csv", other, "--json", other}, "--json", "--csv"},
      {{"trace", "--machine", machine, "--svg", machine}, "--svg", "--machine"},
      {{"trace", "--load", library, "--output", library}, "--output", "--load"},
      {{"trace", "--replay", folder.path_of_file("r.json"), "--links", folder.path_of_file("r.json")},
       "--links",
       "--replay"},
      {{"trace", "--svg", other, "--paje", other}, "--svg", "--paje"},
      {{"stress", "--machine", machine, "--json", machine}, "--json", "--machine"},
      {{"stress", "--load", library, "--json", library}, "--json", "--load"},
      {{"schedule", "--machine", machine, "--csv", machine}, "--csv", "--machine"},
      {{"schedule", "--load", library, "--chart-svg", library}, "--chart-svg", "--load"},
      {{"schedule", "--messages", folder.path_of_file("list.csv"), "--dag", folder.path_of_file("list.csv")},
       "--dag",
       "--messages"},
      {{"report", matrix, "--output", matrix}, "--output", "FILE"},
      {{"report", matrix, "--load", library, "--output", library}, "--output", "--load"},
      {{"matrix", "convert", matrix, matrix}, "OUT", "FILE"},
      {{"matrix", "from-matrix", matrix, "--output", matrix}, "--output", "FILE"},
      {{"matrix", "make", "--load", library, "--output", library}, "--output", "--load"},
      {{"sweep", machine, "--csv", machine}, "--csv", "FILE"},
      {{"sweep", machine, "--load", library, "--csv", library}, "--csv", "--load"},
      {{"reproduce", "wangranka.phases", "--csv", other, "--claims", other}, "--claims", "--csv"},
  };
  for (const RefusedCommand& refused : all) {
    SCOPED_TRACE(refused.output + " " + refused.input);
    expect_command_refused(folder, refused.arguments, refused.output + ": '");
    expect_command_refused(folder, refused.arguments, refused.input);
    expect_command_refused(folder, refused.arguments, "name another file");
  }
}

TEST(OutputsOfCommands, NeverTakeThePlaceOfWhatADeclaredExperimentNames) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("m.toml"), "schema_version = 1\nmachine = \"ipsc860\"\nnodes = 64\n");
  fs::copy_file(SWITCHYARD_GRID, folder.path_of_file("a.mtx"));
  write_text_file(folder.path_of_file("s.toml"),
                  "schema_version = 1\nmachines = \"m.toml\"\nalgorithms = \"ac\"\npatterns = \"matrix:a.mtx\"\n");
  for (const char* name : {"m.toml", "a.mtx"}) {
    expect_command_refused(folder, {"sweep", folder.path_of_file("s.toml"), "--csv", folder.path_of_file(name)},
                           "--csv: '" + folder.path_of_file(name) + "' is what FILE reads; name another file");
  }
  fs::copy_file(folder.path_of_file("s.toml"), folder.path_of_file("x.csv.sweep"));
  expect_command_refused(folder, {"sweep", folder.path_of_file("x.csv.sweep"), "--csv", folder.path_of_file("x.csv")},
                         "--csv: '" + folder.path_of_file("x.csv.sweep") + "' is what FILE reads; name another file");
}

TEST(OutputsOfCommands, AreNotWhereStandardOutputGoes) {
  const TemporaryFolder folder;
  const std::string out = folder.path_of_file("out");
  const FinishedProgram finished =
      run_switchyard_program({"run", "--nodes", "4", "--density", "1", "--csv", out}, {}, out);
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.standard_error, "--csv: '" + out + "' is where standard output goes; name another file\n");
}

TEST(OutputsOfCommands, DoNotTakeThePlaceOfATableOfAnotherKind) {
  const TemporaryFolder folder;
  const auto run = [&](const char* name) {
    return std::vector<std::string>{
        "run", "--nodes", "4", "--density", "1", "--samples", "1", "--csv", folder.path_of_file(name)};
  };
  EXPECT_EQ(run_switchyard_program(run("r.csv")).code, 0);
  EXPECT_EQ(run_switchyard_program(run("r.csv")).code, 0) << "its own table";
  write_text_file(folder.path_of_file("notes.csv"), "my notes\n");
  expect_command_refused(folder, run("notes.csv"), "is there and is no table of 'switchyard run'; name another file");
  write_text_file(
      folder.path_of_file("s.toml"),
      "schema_version = 1\nmachines = \"ipsc860\"\nnodes = 4\nalgorithms = \"ac\"\ndensities = 1\nbytes = 16\n");
  ASSERT_EQ(
      run_switchyard_program({"sweep", folder.path_of_file("s.toml"), "--csv", folder.path_of_file("s.csv"), "--quiet"})
          .code,
      0);
  expect_command_refused(folder, run("s.csv"), "s.csv' is the table of a sweep, as ");
  expect_command_refused(folder, {"schedule", "--nodes", "4", "--density", "1", "--csv", folder.path_of_file("s.csv")},
                         "s.csv' is the table of a sweep, as ");
}

TEST(OutputsOfCommands, AFindingOfStressLeavesTheFileOfJsonAlone) {
  const TemporaryFolder folder;
  const std::string json = folder.path_of_file("stress-ac_unposted-deadlock.json");
  const FinishedProgram finished = run_switchyard_program(
      {"stress", "--nodes", "8", "--algorithm", "ac_unposted", "--density", "4", "--bytes", "1KiB", "--system-buffer",
       "1KiB", "--runs", "20", "--replay-folder", folder.path().string(), "--json", json});
  EXPECT_EQ(finished.code, 3) << finished.standard_output << finished.standard_error;
  EXPECT_NE(text_of_file(json).find("\"findings\""), std::string::npos);
  EXPECT_NE(text_of_file(folder.path_of_file("stress-ac_unposted-deadlock-2.json")).find("\"decisions\""),
            std::string::npos);
}

}  // namespace
}  // namespace switchyard::cli
