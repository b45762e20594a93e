#pragma once
/// \file recommendation_report.hpp
/// A recommendation as text for people and as JSON.

#include <iosfwd>
#include <string>

#include "bench/recommend/matrix_source.hpp"
#include "bench/recommend/recommendation.hpp"

namespace switchyard::recommend {

/// What the recommendation is for.
struct Question {
  std::string file;
  std::string matrix_file;      ///< where the communication matrix is, or will be once the user has asked for it
  std::string machine_options;  ///< the options that choose the machine, as the user wrote them
  bool keeps_matrix = true;     ///< whether matrix_file is there
};

void print(std::ostream& out, const Recommendation& answer, const MatrixSource& source, const Machine& machine,
           const ComparisonOptions& options, const Question& question);

std::string json_text(const Recommendation& answer, const MatrixSource& source, const Machine& machine,
                      const ComparisonOptions& options, const Question& question);

}  // namespace switchyard::recommend
