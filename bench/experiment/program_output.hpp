#pragma once
/// \file program_output.hpp
/// Destinations of the lines that C and C++ programs print.

#include <optional>
#include <string>

#include "bench/experiment/option.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/programs/program.hpp"

namespace switchyard {

/// Returns a sink that prints on standard output and standard error, with the node in front of each line.
OutputSink printing_sink();

/// Returns the sink that the user wants. It prints bare lines, as the programs have printed them; or writes files of
/// the folder, "12.out" and "12.err" for node 12, to which further runs append; or is printing_sink(). Throws
/// UsageError that starts with --output-folder if no file can be made there.
OutputSink sink_of(const ProgramSetting& setting);

/// Returns the option --output-folder. `target` must outlive it.
Option output_folder_option(std::optional<std::string>& target);

}  // namespace switchyard
