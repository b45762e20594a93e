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
  std::string source = {};      ///< paper, section, figure
  std::string parameters = {};  ///< what may stand behind the name, for people: "k=3"
  bool has_sizes = false;       ///< settles how large messages are; `bytes` is then 1 and counts for nothing
  /// A matrix for so many nodes, with messages of `bytes` each. A pure function of its arguments, which may be called
  /// by several threads at once. Throws UsageError, without a place, for parameters or a number of nodes that it cannot
  /// have.
  std::function<CommunicationMatrix(std::uint32_t nodes, std::uint64_t bytes, const std::string& parameters, Rng&)>
      make;
};

/// What the column `pattern` of results may hold without a library; no other may be called so.
inline constexpr std::array kShippedPatterns{"dense", "complete", "percent", "bounded", "matrix", "program"};

}  // namespace switchyard
