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
  /// The user's matrix file. The number of nodes and the seed in it are replaced by those in `machine` and
  /// `comparison_options`.
  MatrixSourceOptions matrix_source_options;
  ComparisonOptions comparison_options;
  std::optional<std::string> json_file_name,
      matrix_output_file_name;  ///< names of the files to which the answer and the communication matrix are written
  bool quiet = false;           ///< whether no progress is shown while the recommendation is computed
  /// The command-line options that choose the machine, as the user wrote them.
  std::string machine_options_text;
};

/// Finds the best algorithm, and prints it on standard output, or on standard error if the JSON
/// goes to standard output. Writes the JSON file and the matrix file that the request names. Returns ExitCode::done, or
/// the exit code of the signal that has interrupted the computation. Main thread only.
/// Throws: UsageError for a file that cannot be read or written; and what read_matrix_source() and recommend() throw.
ExitCode print_recommendation_for_request(const std::shared_ptr<const RecommendRequest>& request);

}  // namespace switchyard::recommend
