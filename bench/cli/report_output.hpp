#pragma once
/// \file report_output.hpp
/// The options of commands that make a report, and how it gets to its files.

#include <optional>
#include <string>
#include <vector>

#include "bench/cli/command_line.hpp"
#include "bench/cli/output_file.hpp"
#include "bench/cli/traced_exchange.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"

namespace switchyard::cli {

struct ReportOptions {
  std::optional<std::string> figures;  ///< folder
  Drawing drawing = Drawing::automatic;
};

/// --figures and --draw. `target` must outlive the list.
std::vector<Option> report_options(ReportOptions& target);

/// Throws UsageError if the folder cannot be written to, or gnuplot is asked for and missing.
void check(const ReportOptions& options);

/// Build, host and who draws.
std::vector<std::pair<std::string, std::string>> report_facts(const ReportOptions& options);

/// Tells `files` of the pictures that go to the folder. Throws UsageError if one of them is in use otherwise.
void declare_figures(const Report& report, const ReportOptions& options, FilesInUse& files);

/// Page and figures. Throws as OutputFile does.
void write_report(const Report& report, const ReportOptions& options, OutputFile& page);

/// One run as a picture of nodes by time, with the command that draws it.
ReportSection timeline_section(const TracedExchange& exchange, const Timeline& timeline, std::string command);

}  // namespace switchyard::cli
