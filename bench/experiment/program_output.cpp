#include "bench/experiment/program_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "bench/experiment/output_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The files in the folder that the option --output-folder names. When a node prints something for the first time, its
/// file is created, or emptied if it exists.
class NodeOutputFiles {
 public:
  explicit NodeOutputFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void append_lines(const std::vector<OutputLine>& lines) {
    std::map<std::string, std::string> texts;
    for (const OutputLine& line : lines)
      texts[fmt::format("{}.{}", index(line.node), line.is_error ? "err" : "out")] +=
          line.text + (line.ends_with_newline ? "\n" : "");
    for (const auto& [name, text] : texts) append_to_file(name, text);
  }

 private:
  void append_to_file(const std::string& name, const std::string& text) {
    const bool is_new = created_file_names_.insert(name).second;
    errno = 0;
    std::ofstream file(folder_ / name, std::ios::binary | (is_new ? std::ios::trunc : std::ios::app));
    if (file << text && file.flush()) return;
    throw Error(fmt::format("--output-folder: cannot write {}: {}", switchyard::quoted((folder_ / name).string()),
                            std::generic_category().message(errno != 0 ? errno : EIO)));
  }

  const std::filesystem::path folder_;
  std::set<std::string> created_file_names_;
};

/// Returns an output sink (a function that receives the lines that programs print) that prints the lines without the
/// number of the node. If the last line of the output has no line end, none is added.
OutputSink unlabelled_printing_sink() {
  return [](const std::vector<OutputLine>& lines) {
    const OutputLine* last[2] = {};
    for (const OutputLine& line : lines) last[line.is_error ? 1 : 0] = &line;
    for (const OutputLine& line : lines) {
      const bool ends = line.ends_with_newline || &line != last[line.is_error ? 1 : 0];
      (line.is_error ? std::cerr : std::cout) << line.text << (ends ? "\n" : "");
    }
  };
}

OutputSink output_sink_into_folder(const std::string& folder) {
  check_output_folder("--output-folder", folder, "0.out");
  return [files = std::make_shared<NodeOutputFiles>(folder)](const std::vector<OutputLine>& lines) {
    files->append_lines(lines);
  };
}

}  // namespace

OutputSink node_labelled_printing_sink() {
  return [](const std::vector<OutputLine>& lines) {
    for (const OutputLine& line : lines) (line.is_error ? std::cerr : std::cout) << output_line_as_text(line);
  };
}

OutputSink output_sink_of(const ProgramSetting& setting) {
  if (setting.shows_only_program_output && setting.output_folder) {
    throw UsageError({.place = "--output-folder",
                      .reason = "leaves nothing to print for --bare",
                      .remedy = "leave one of them out"});
  }
  if (setting.output_folder) return output_sink_into_folder(*setting.output_folder);
  return setting.shows_only_program_output ? unlabelled_printing_sink() : node_labelled_printing_sink();
}

ChosenProgram choose_program_with_output_sink(const Catalogue& catalogue, const std::vector<std::string>& texts,
                                              ProgramSetting setting, Scheduling scheduling) {
  setting.output_sink = output_sink_of(setting);
  setting.standard_input = std::make_shared<ProgramInput>(STDIN_FILENO);
  setting.are_schedules_made_by_nodes = scheduling == Scheduling::schedule_made_by_nodes_during_run;
  return choose_program(catalogue, "--program", texts, std::move(setting));
}

CommandOption output_folder_option(std::optional<std::string>& target) {
  return limit_options_to_work_kinds(
      WorkKinds::programs,
      {"--output-folder", "FOLDER", "what C or C++ programs print goes into files there: 12.out and 12.err of node 12",
       [&target](const std::string& text) { target = text; }});
}

}  // namespace switchyard
