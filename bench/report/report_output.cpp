#include "bench/report/report_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "bench/experiment/parameters.hpp"
#include "runtime/build_info.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::string figure_path(const ReportOptions& options, const ReportPicture& figure) {
  return (std::filesystem::path(*options.figure_folder) / (figure.name + ".svg")).string();
}

/// Creates the folder if it does not exist. The parent folder must exist, because a missing parent folder probably
/// means that the name is misspelt.
void make_folder(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error) || std::filesystem::create_directory(path, error)) return;
  throw UsageError({.place = "--figures",
                    .value = path,
                    .reason = fmt::format("cannot make the folder {}: {}", switchyard::quoted(path),
                                          error ? error.message() : "a file of this name is there"),
                    .remedy = "name another one"});
}

}  // namespace

std::vector<CommandOption> report_options(ReportOptions& target) {
  return {{"--figures", "FOLDER", "where each picture of the report also goes, as an SVG file",
           [&target](const std::string& text) { target.figure_folder = text; }},
          {"--draw", "WHO", "gnuplot or own: who draws curves (default: gnuplot where it is installed)",
           [&target](const std::string& text) {
             target.drawing_program = parse_choice("--draw", text, {"own", "gnuplot"}) == 0
                                          ? DrawingProgram::builtin_picture_drawing
                                          : DrawingProgram::gnuplot;
           }}};
}

void check_report_options(const ReportOptions& options) {
  if (options.figure_folder) make_folder(*options.figure_folder);
  if (options.figure_folder && ::access(options.figure_folder->c_str(), W_OK) != 0) {
    throw UsageError(
        {.place = "--figures",
         .value = *options.figure_folder,
         .reason = fmt::format("cannot write to the folder {}", switchyard::quoted(*options.figure_folder)),
         .remedy = "give another one"});
  }
  if (options.drawing_program == DrawingProgram::gnuplot && !gnuplot_version()) {
    throw UsageError(
        {.place = "--draw", .reason = "gnuplot is not installed", .remedy = "install it, or write --draw own"});
  }
}

std::vector<std::pair<std::string, std::string>> build_and_host_facts(const ReportOptions& options) {
  const auto gnuplot =
      options.drawing_program == DrawingProgram::builtin_picture_drawing ? std::nullopt : gnuplot_version();
  return {{"version", version_and_build_text()},
          {"host", host_system_text()},
          {"curves drawn by", gnuplot.value_or("switchyard itself")}};
}

void declare_figure_files(const Report& report, const ReportOptions& options, FilesUsedByCommand& files) {
  if (!options.figure_folder) return;
  for (const ReportPicture* figure : report_figures(report))
    files.declare_file_that_command_replaces("--figures", figure_path(options, *figure));
}

void write_report(const Report& report, const ReportOptions& options, OutputFile& page) {
  page.write(html_page(report));
  if (options.figure_folder) {
    for (const ReportPicture* figure : report_figures(report)) {
      OutputFile file("--figures", figure_path(options, *figure));
      file.write(figure->svg);
      file.commit();
    }
  }
  page.commit();
}

}  // namespace switchyard
