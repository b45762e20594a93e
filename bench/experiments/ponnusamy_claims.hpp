#pragma once
/// \file ponnusamy_claims.hpp
/// What Ponnusamy, Thakur, Choudhary and Fox say of their results, judged on emulated cells.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3.5, 3.6, 4.5.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/experiments/claim.hpp"
#include "bench/experiments/published_experiment.hpp"

namespace switchyard::experiments {

inline constexpr std::array<std::uint32_t, 6> kExchangeNodes{8, 16, 32, 64, 128, 256};
inline constexpr std::array<std::uint32_t, 4> kBroadcastNodes{32, 64, 128, 256};

/// Cells in the order in which they were added, and by name.
class CellTable {
 public:
  void add(ResultCell cell);
  std::span<const ResultCell> cells() const noexcept { return cells_; }
  /// Needs: there is a cell of that name.
  const ResultCell& at(const std::string& name) const { return cells_[places_.at(name)]; }
  double value(const std::string& name) const { return at(name).emulated; }

 private:
  std::vector<ResultCell> cells_;
  std::map<std::string, std::size_t> places_;
};

/// Hands all cells and claims to the context.
void report_all(ExperimentContext& context, const CellTable& cells, std::vector<Claim> claims);

/// P5 to P7, and the part of P6 that is expected to hold. Needs: `nodes=32 bytes=2048 algorithm=lex` and its like.
std::vector<Claim> exchange_claims(const CellTable& cells);

/// P8 and the part of it that is expected to hold. Needs: `size=1024 nodes=32 algorithm=pex` and its like.
std::vector<Claim> transform_claims(const CellTable& cells);

/// P10. Needs: `nodes=32 bytes=1024 algorithm=reb` and its like.
std::vector<Claim> broadcast_claims(const CellTable& cells);

/// The steps of one algorithm's schedule, as text, and whether the verifier finds nothing wrong.
struct StepList {
  std::vector<std::string> steps;
  bool valid = false;
};
using PatternSchedules = std::map<std::string, StepList>;
/// P4. Needs: ls, ps, bs and gs.
Claim pattern_claim(const PatternSchedules& schedules);

/// By cell name: the part of the samples that are as far from the median as the printed number, on its side.
using PatternTails = std::map<std::string, double>;
double share_beyond(std::span<const double> samples, double published);

/// For each printed cell: error, spread, and error in units of spread in both readings.
std::string spread_chart(const CellTable& cells, const PatternTails& tails);

/// P1 to P3. Needs: `percent=50 bytes=256 algorithm=gs` and its like.
std::vector<Claim> synthetic_claims(const CellTable& cells, const PatternTails& tails);

/// Mean density and size of messages.
struct PatternMeans {
  double percent = 0;
  double bytes = 0;
};

/// P9, and whether the levels are within a factor of 1.5. Needs: `problem=cg_16k algorithm=gs` and its like.
std::vector<Claim> real_claims(const CellTable& cells);

}  // namespace switchyard::experiments
