#pragma once
/// \file cost_file.hpp
/// Files of measured costs: JSON in the format of Google Benchmark, so that its tools read them
/// too. The settings of the measurement are in the part `context` of the file.

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/cost/sampling.hpp"
#include "bench/experiment/parameters.hpp"

namespace switchyard::cost {

/// Measured host costs, and the settings that are needed to measure the same costs again.
struct CostFile {
  Parameters settings;  ///< parameters on which the costs depend: machine, pattern, executor, ...
  std::string host;     ///< host of the measurements, such as "node7: Linux 6.1, AMD EPYC, 2 cores"
  std::string build;    ///< version and build of the program that measured the costs
  std::vector<CostSample> samples;
  /// For each measured cost, the functions that took most of the processor time. They are not written to the file.
  std::vector<CostProfile> profiles = {};
};

/// Returns a text that describes the host on which this program runs, in the form of CostFile::host.
std::string host_description();

std::string to_json(const CostFile& file);

/// Reads the text of a cost file, as to_json() writes it. Error messages contain `name`. Throws
/// UsageError for other text.
CostFile parse_cost_file(const std::string& option, const std::string& name, const std::string& text);
/// Reads a cost file. Throws UsageError for a file that cannot be read, and as parse_cost_file()
/// does.
CostFile read_cost_file(const std::string& option, const std::string& path);

/// Returns whether the stream may hold a cost file rather than a result table: whether its next character is a brace.
bool looks_like_json(std::istream& text);

}  // namespace switchyard::cost
