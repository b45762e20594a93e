#pragma once
/// \file cost_file.hpp
/// Measurements as a file: the JSON that Google Benchmark itself writes, so that its tools read it too. What was
/// measured with stands in its context.

#include <iosfwd>
#include <string>
#include <vector>

#include "bench/cost/cost_sample.hpp"
#include "bench/experiment/parameters.hpp"

namespace switchyard::cost {

/// Measurements, and what is needed to get them again.
struct CostFile {
  Parameters setting;  ///< what decides about the costs: machine, pattern, executor, ...
  std::string host;    ///< host of the measurements, such as "node7: Linux 6.1, AMD EPYC, 2 cores"
  std::string build;   ///< build that has measured
  std::vector<CostSample> samples;
};

/// Returns the host on which this runs, as CostFile has it.
std::string this_host();

std::string to_json(const CostFile& file);

/// Reads what to_json() has written. `name` stands in errors. Throws UsageError for other text.
CostFile parse_cost_file(const std::string& option, const std::string& name, const std::string& text);
/// Reads a file. Throws UsageError for a file that cannot be read, and as parse_cost_file() does.
CostFile read_cost_file(const std::string& option, const std::string& path);

/// Returns whether what comes next may be a file of measurements, and no table of results: it opens with a brace.
bool looks_like_json(std::istream& text);

}  // namespace switchyard::cost
