#pragma once
/// \file program_output.hpp
/// Where the lines go that C and C++ programs print.

#include <optional>
#include <string>

#include "bench/experiment/option.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/programs/program.hpp"

namespace switchyard {

/// To standard output and standard error, with their nodes in front.
OutputSink printing_sink();

/// As the user wants it: bare lines, as the programs have printed them; into files of the folder, "12.out" and "12.err"
/// for node 12, where what further runs print follows; or as above. Throws UsageError that starts with --output-folder
/// unless a file can be made there.
OutputSink sink_of(const ProgramSetting& setting);

/// --output-folder. `target` must outlive the option.
Option output_folder_option(std::optional<std::string>& target);

}  // namespace switchyard
