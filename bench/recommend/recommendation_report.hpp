#pragma once
/// \file recommendation_report.hpp
/// Writes the recommendation of an algorithm as text for people and as JSON.

#include <iosfwd>
#include <string>

#include "bench/recommend/matrix_source.hpp"
#include "bench/recommend/recommendation.hpp"

namespace switchyard::recommend {

/// What the user asked a recommendation for: the file with the matrix, and the machine.
struct RecommendationQuestion {
  std::string requested_file_name;
  /// The file that holds the communication matrix; it may not exist yet.
  std::string matrix_file_name;
  /// The command-line options that choose the machine, as the user wrote them.
  std::string machine_options;
  /// Whether the file of the communication matrix exists, or is written by this run of the program.
  bool has_matrix_file = true;
};

void print_recommendation(std::ostream& out, const Recommendation& answer, const MatrixSource& source,
                          const Machine& machine, const ComparisonOptions& options,
                          const RecommendationQuestion& question);

std::string recommendation_json_text(const Recommendation& answer, const MatrixSource& source, const Machine& machine,
                                     const ComparisonOptions& options, const RecommendationQuestion& question);

}  // namespace switchyard::recommend
