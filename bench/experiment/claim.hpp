#pragma once
/// \file claim.hpp
/// A statement of a paper about its results, judged on the emulated results.

#include <cstdint>
#include <string>

namespace switchyard {

enum class ClaimVerdict : std::uint8_t {
  holds,      ///< the claim holds, even if it was judged on fewer samples than it needs
  fails,      ///< the claim fails on as many samples as it needs
  undecided,  ///< the claim does not hold on the samples at hand, which are fewer than it needs
};

struct Claim {
  std::string id;              ///< id such as "W1", unique among all experiments
  std::string statement = {};  ///< the statement in our own words
  bool holds = false;          ///< whether the statement holds on the samples at hand
  std::string evidence = {};   ///< numbers on which the judgement is based
  std::string known = {};      ///< reason why the claim is known not to hold; empty: it is expected to hold
  /// The samples of each cell that the judgement is based on, and those that it needs; both 0 if nothing is
  /// random.
  std::uint64_t samples = 0, needed_samples = 0;

  bool has_few_samples() const { return samples < needed_samples; }
  ClaimVerdict verdict() const;
  bool is_broken() const { return verdict() == ClaimVerdict::fails && known.empty(); }
};

/// "2 samples of 50": what it has of what it needs.
std::string few_samples_text(const Claim& claim);

/// "holds", "does not hold, as is known", "undecided (2 samples of 50)"
std::string verdict_text(const Claim& claim);

}  // namespace switchyard
