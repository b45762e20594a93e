#pragma once
/// \file request.hpp
/// The command `recommend`: what the user asks for, and how the request is answered, from the
/// matrix file to the printed recommendation.

#include <memory>
#include <optional>
#include <string>

#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/recommend/comparison.hpp"
#include "bench/recommend/matrix_source.hpp"
#include "runtime/error.hpp"

namespace switchyard::recommend {

struct RecommendRequest {
  MachineOptions machine;
  LoadedLibraries libraries;
  MatrixSourceOptions matrix_source_options;  ///< file of the matrix; nodes and seed in it are replaced by those of
                                              ///< machine and comparison
  ComparisonOptions comparison_options;
  std::optional<std::string> json_file_name,
      matrix_output_file_name;       ///< names of the files for the answer and for the communication matrix
  bool quiet = false;                ///< whether no progress is shown
  std::string machine_options_text;  ///< command-line options of the machine, as the user wrote them
};

/// Finds the best algorithm, and prints it on standard output, or on standard error if the JSON
/// goes to standard output. Writes the JSON file and the matrix file that the request names. Returns ExitCode::done, or
/// the exit code of the signal that has interrupted the computation. Main thread only.
/// Throws: UsageError for a file that cannot be read or written; and what read_matrix_source() and recommend() throw.
ExitCode print_recommendation_for_request(const std::shared_ptr<const RecommendRequest>& request);

}  // namespace switchyard::recommend
