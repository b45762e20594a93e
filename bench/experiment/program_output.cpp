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

/// The files in the folder that the option --output-folder names. The file of a node is created, or an older file
/// emptied, when the node prints something for the first time.
class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::vector<OutputLine>& lines) {
    std::map<std::string, std::string> texts;
    for (const OutputLine& line : lines)
      texts[fmt::format("{}.{}", index(line.node), line.is_error ? "err" : "out")] +=
          line.text + (line.has_end ? "\n" : "");
    for (const auto& [name, text] : texts) append(name, text);
  }

 private:
  void append(const std::string& name, const std::string& text) {
    const bool is_new = made_.insert(name).second;
    errno = 0;
    std::ofstream file(folder_ / name, std::ios::binary | (is_new ? std::ios::trunc : std::ios::app));
    if (file << text && file.flush()) return;
    throw Error(fmt::format("--output-folder: cannot write {}: {}", switchyard::quoted((folder_ / name).string()),
                            std::generic_category().message(errno != 0 ? errno : EIO)));
  }

  const std::filesystem::path folder_;
  std::set<std::string> made_;
};

/// Returns an output sink that prints lines without the number of the node. If the last line of the output has no line
/// end, none is printed after it.
OutputSink unlabelled_printing_sink() {
  return [](const std::vector<OutputLine>& lines) {
    const OutputLine* last[2] = {};
    for (const OutputLine& line : lines) last[line.is_error ? 1 : 0] = &line;
    for (const OutputLine& line : lines) {
      const bool ends = line.has_end || &line != last[line.is_error ? 1 : 0];
      (line.is_error ? std::cerr : std::cout) << line.text << (ends ? "\n" : "");
    }
  };
}

OutputSink sink_into_folder(const std::string& folder) {
  check_folder("--output-folder", folder, "0.out");
  return [files = std::make_shared<OutputFolder>(folder)](const std::vector<OutputLine>& lines) { files->add(lines); };
}

}  // namespace

OutputSink node_labelled_printing_sink() {
  return [](const std::vector<OutputLine>& lines) {
    for (const OutputLine& line : lines) (line.is_error ? std::cerr : std::cout) << text_of(line);
  };
}

OutputSink output_sink_of(const ProgramSetting& setting) {
  if (setting.is_bare && setting.output_folder) {
    throw UsageError({.place = "--output-folder",
                      .reason = "leaves nothing to print for --bare",
                      .remedy = "leave one of them out"});
  }
  if (setting.output_folder) return sink_into_folder(*setting.output_folder);
  return setting.is_bare ? unlabelled_printing_sink() : node_labelled_printing_sink();
}

ChosenProgram choose_program_that_prints(const Catalogue& catalogue, const std::vector<std::string>& texts,
                                         ProgramSetting setting, Scheduling scheduling) {
  setting.sink = output_sink_of(setting);
  setting.input = std::make_shared<ProgramInput>(STDIN_FILENO);
  setting.schedules_cost = scheduling == Scheduling::at_runtime;
  return choose_program(catalogue, "--program", texts, std::move(setting));
}

CommandOption output_folder_option(std::optional<std::string>& target) {
  return limited_to_scope(
      WorkKinds::programs,
      {"--output-folder", "FOLDER", "what C or C++ programs print goes into files there: 12.out and 12.err of node 12",
       [&target](const std::string& text) { target = text; }});
}

}  // namespace switchyard
