#pragma once
/// \file pattern_kind.hpp
/// A family of communication matrices that a user's library adds: `--pattern NAME` or `--pattern NAME:PARAMETERS`.

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct PatternKind {
  std::string name;
  std::string summary = {};
  std::string source = {};      ///< where the pattern was published: paper, section, figure
  std::string parameters = {};  ///< description, for users, of what may follow the pattern's name, such as "k=3"
  /// whether the pattern itself determines the sizes of messages, so that `make` ignores `bytes`
  bool has_sizes = false;
  /// Makes the pattern's communication matrix for `nodes` nodes, with messages of `bytes` bytes. A pure function of its
  /// arguments; several threads may call it at once. Throws UsageError, without naming an option or file, for
  /// parameters or numbers of nodes that the pattern does not take.
  std::function<CommunicationMatrix(std::uint32_t nodes, std::uint64_t bytes, const std::string& parameters, Rng&)>
      make;
};

/// Names of the shipped patterns and of other sources of matrices, as they stand in the column `pattern` of tables of
/// results. A user's library cannot add a pattern under one of these names.
inline constexpr std::array kShippedPatterns{"dense", "complete", "percent", "bounded", "matrix", "program"};

}  // namespace switchyard
