#include "bench/stress/finding_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "bench/experiment/input_file.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/stress/replay_file.hpp"
#include "bench/stress/stress_report.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

bool file_holds_text(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) != text.size())
    return false;
  return read_input_file("--replay-folder", path.string(),
                         {.most_file_bytes = text.size(), .most_line_bytes = text.size()}) == text;
}

/// Returns a free file name for a replay file with the contents `text`, such as "stress-ac-deadlock.json" or
/// "stress-ac-deadlock-2.json". A name is free if no output file of this command has it, and if the folder has no file
/// of this name with other contents.
std::string unused_file_name(const std::filesystem::path& folder, const std::string& name, const std::string& text,
                             const FilesUsedByCommand& in_use) {
  std::filesystem::path file = name;
  const std::string stem = file.stem().string();
  const auto is_taken = [&](const std::filesystem::path& path) {
    return in_use.is_declared_for_writing(path.string()) ||
           (std::filesystem::exists(path) && !file_holds_text(path, text));
  };
  for (int i = 2; is_taken(folder / file); ++i) {
    file = fmt::format("{}-{}.json", stem, i);
  }
  return file.string();
}

void print_and_write_finding(std::ostream& out, const StressPlan& plan, const Algorithm& algorithm,
                             FindingWithSmallestCase& finding, const ReplayFileWritingOptions& files) {
  const std::filesystem::path folder = files.replay_folder;
  const std::string text = replay_text({finding.smallest_failing_case.stress_test_case,
                                        finding.smallest_failing_case.run, files.run_limits, files.library_paths});
  finding.replay_file = unused_file_name(folder, replay_file_base_name(finding, algorithm), text, files.files_in_use);
  const std::string path = (folder / finding.replay_file).lexically_normal().string();
  print_finding(out, plan, finding, algorithm, path);
  OutputFile file("--replay-folder", path);
  file.write(text);
  file.commit();
}

template <class Result>
std::exception_ptr print_and_write_all_findings(std::ostream& out, const StressPlan& plan, std::vector<Result>& results,
                                                const ReplayFileWritingOptions& files) {
  std::exception_ptr error;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (FindingWithSmallestCase& finding : results[i].findings) {
      try {
        print_and_write_finding(out, plan, plan.algorithms[i], finding, files);
      } catch (const Error&) {
        if (!error) error = std::current_exception();
      }
    }
  }
  return error;
}

}  // namespace

void check_replay_folder(const ReplayFileWritingOptions& files) {
  check_output_folder("--replay-folder", files.replay_folder, "stress.json");
}

std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<AlgorithmStressResult>& results,
                                            const ReplayFileWritingOptions& files) {
  return print_and_write_all_findings(out, plan, results, files);
}

std::exception_ptr print_and_write_findings(std::ostream& out, const StressPlan& plan,
                                            std::vector<ExploredAlgorithm>& results,
                                            const ReplayFileWritingOptions& files) {
  return print_and_write_all_findings(out, plan, results, files);
}

}  // namespace switchyard
