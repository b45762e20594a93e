/// \file collection_test.cpp
/// Verifies each program of the collections of labelled programs, and compares the verdict, the defect class and the
/// reported calls with the program's label. At the end, prints a table of how many programs of each class got which
/// verdict.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/bench/program.hpp"
#include "tests/collections/labelled_program.hpp"

namespace switchyard {
namespace {

using cli::FinishedProgram;
using cli::TemporaryFolder;

/// What the command `switchyard verify --json` reports of a program.
struct ReportedVerdict {
  std::string verdict;  ///< "right", "wrong" or "undecided"; or how the command has ended if it gave no verdict
  std::string defect_class = {};
  std::vector<LabelledCall> calls = {};
  std::string text = {};
};

ReportedVerdict verdict_from_json(const std::string& json, const FinishedProgram& finished) {
  if (json.empty()) return {.verdict = fmt::format("exit code {}", finished.code), .text = finished.standard_error};
  nlohmann::json read = nlohmann::json::parse(json);
  if (read.is_array()) read = read.at(0);
  ReportedVerdict said{read.at("verdict"), read.at("class").is_null() ? "" : read.at("class"), {}, finished.standard_output};
  for (const auto& call : read.at("calls")) said.calls.push_back({call.at("name"), call.at("line")});
  return said;
}

/// Returns how the reported verdict differs from the program's label, or an empty text if it agrees.
std::string difference_from_label(const LabelledProgram& program, const ReportedVerdict& said) {
  const std::string expected = program.is_right ? "right" : "wrong";
  if (said.verdict != expected) return fmt::format("it is {}, and not {}", expected, said.verdict);
  if (program.is_right) return {};
  if (std::ranges::find(program.classes, said.defect_class) == program.classes.end())
    return fmt::format("the class is {}, and not {}", program.classes.front(), said.defect_class);
  for (const LabelledCall& call : program.calls) {
    if (std::ranges::find(said.calls, call) == said.calls.end())
      return fmt::format("{} in line {} is not named", call.name, call.line);
  }
  return {};
}

/// For each class of programs by their labels, how many programs got which verdict.
class ConfusionTable final : public testing::Environment {
 public:
  void add(const LabelledProgram& program, const ReportedVerdict& said) {
    const std::string column = said.defect_class.empty() ? said.verdict : said.defect_class;
    const bool is_alternative =
        std::ranges::find(program.classes, said.defect_class) != program.classes.end() && !program.is_right;
    ++rows_[program.is_right ? "right" : program.classes.front()][is_alternative ? program.classes.front() : column];
  }
  void TearDown() override {
    for (const auto& [label, columns] : rows_) {
      std::cout << fmt::format("{:<20}", label);
      for (const auto& [said, count] : columns) std::cout << fmt::format("  {} {}", said, count);
      std::cout << '\n';
    }
  }

 private:
  std::map<std::string, std::map<std::string, std::uint64_t>> rows_;
};
ConfusionTable& confusion_table() {
  static auto* const table = new ConfusionTable;  // GoogleTest deletes the object
  return *table;
}

/// The programs that `verify` is known not to decide as their labels say, with the reason for each, by name. They are
/// read from a file with lines "NAME: REASON".
const std::map<std::string, std::string>& known_misses() {
  static const auto all = [] {
    std::map<std::string, std::string> read;
    std::ifstream in(SWITCHYARD_COLLECTIONS "/known_misses.txt");
    for (std::string line; std::getline(in, line);) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) read.emplace(line.substr(0, colon), line.substr(colon + 2));
    }
    return read;
  }();
  return all;
}

FinishedProgram run_shell(const std::string& command, const TemporaryFolder& folder) {
  const std::string out = folder.path_of_file("out"), err = folder.path_of_file("err");
  const int status = std::system(fmt::format("{} >'{}' 2>'{}' </dev/null", command, out, err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, cli::text_of_file(out), cli::text_of_file(err)};
}

/// Returns the compiler for programs of the interface that the file's folder is named after: MPI, or else NX or CMMD.
std::string compiler_of(const std::filesystem::path& file) {
  return file.parent_path().filename() == "mpi" ? "switchyard-mpicc" : "switchyard-cc";
}

class Collection : public testing::TestWithParam<LabelledProgram> {};

TEST_P(Collection, IsDecidedAsItsLabelSays) {
  const LabelledProgram& program = GetParam();
  const TemporaryFolder folder;
  const std::string compiled = folder.path_of_file(program.name()), json = folder.path_of_file("verdict.json");
  const FinishedProgram compiling =
      run_shell(fmt::format("{}/{} --check -g -O1 -w '{}' -o '{}' -lm", SWITCHYARD_BIN, compiler_of(program.file),
                            program.file.string(), compiled),
                folder);
  ASSERT_EQ(compiling.code, 0) << compiling.standard_error;
  const auto known = known_misses().find(program.name());
  const bool is_known = known != known_misses().end();
  // A program that takes too long on some hosts is no failure of the test if a faster host decides it in time.
  const bool takes_too_long = is_known && known->second.starts_with("undecided");
  const FinishedProgram verifying = run_shell(
      fmt::format("{}/switchyard verify '{}' --nodes {} --host-limit {} --replay-dir '{}' --json '{}'", SWITCHYARD_BIN,
                  compiled, program.nodes, takes_too_long ? "3s" : "60s", folder.path().string(), json),
      folder);
  const ReportedVerdict said = verdict_from_json(cli::text_of_file(json), verifying);
  confusion_table().add(program, said);
  const std::string wrong = difference_from_label(program, said);
  if (!is_known) {
    EXPECT_EQ(wrong, "") << said.text << verifying.standard_error;
  } else if (!takes_too_long) {
    EXPECT_NE(wrong, "") << "it is no miss any more: " << known->second;
  }
}

std::string name_of_case(const testing::TestParamInfo<LabelledProgram>& info) { return info.param.name(); }

const testing::Environment* const kTable = testing::AddGlobalTestEnvironment(&confusion_table());

INSTANTIATE_TEST_SUITE_P(Mpi, Collection, testing::ValuesIn(read_collection(SWITCHYARD_COLLECTIONS "/mpi")),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Nx, Collection, testing::ValuesIn(read_collection(SWITCHYARD_COLLECTIONS "/nx")),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Cmmd, Collection, testing::ValuesIn(read_collection(SWITCHYARD_COLLECTIONS "/cmmd")),
                         name_of_case);

}  // namespace
}  // namespace switchyard
