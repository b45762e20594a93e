#pragma once
/// \file report_output.hpp
/// The options of commands that make a report, and the functions that write the files of a report.

#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/option.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

struct ReportOptions {
  /// The folder to which the pictures are also written as files; empty if no such files are wanted.
  std::optional<std::string> figure_folder;
  DrawingProgram drawing_program = DrawingProgram::automatic;
};

/// Returns the command-line options --figures and --draw, which write to `target`. `target` must
/// outlive the options.
std::vector<CommandOption> report_options(ReportOptions& target);

/// Checks the options of a report. Throws UsageError if the folder for pictures cannot be written to, or if gnuplot is
/// requested and not installed.
void check_report_options(const ReportOptions& options);

/// Returns the facts at the head of a report: build, host, and the program that draws the
/// pictures.
std::vector<std::pair<std::string, std::string>> build_and_host_facts(const ReportOptions& options);

/// Declares in `files` that the command writes the files of the report's pictures. Throws UsageError if the command
/// also uses one of these files in another way.
void declare_figure_files(const Report& report, const ReportOptions& options, FilesUsedByCommand& files);

/// Writes a report as an HTML page, and also writes its pictures to files if the user has named a folder for them.
/// Throws as OutputFile does.
void write_report(const Report& report, const ReportOptions& options, OutputFile& page);

}  // namespace switchyard
