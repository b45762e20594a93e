#pragma once
/// \file claim.hpp
/// A claim: a statement that a paper makes about its results, judged on the emulated results.

#include <cstdint>
#include <string>

namespace switchyard {

enum class ClaimVerdict : std::uint8_t {
  holds,          ///< the claim holds, even if fewer samples were made than it needs
  does_not_hold,  ///< the claim fails, and as many samples were made as it needs
  undecided,      ///< the claim does not hold on the samples at hand, which are fewer than it needs
};

struct Claim {
  std::string id;                  ///< id such as "W1", unique among all experiments
  std::string statement = {};      ///< the statement in our own words
  bool holds = false;              ///< whether the statement holds on the samples at hand
  std::string evidence_text = {};  ///< numbers on which the judgement is based
  std::string known = {};          ///< reason why the claim is known not to hold; empty: it is expected to hold
  /// The number of samples in each cell of the table on which the claim was judged, and the number that the claim
  /// needs; both 0 if the experiment has nothing random.
  std::uint64_t samples = 0, needed_samples = 0;

  bool has_few_samples() const { return samples < needed_samples; }
  ClaimVerdict verdict() const;
  bool is_broken() const { return verdict() == ClaimVerdict::does_not_hold && known.empty(); }
};

/// Returns how many samples the claim was judged on and how many it needs, such as "2 samples of 50".
std::string few_samples_text(const Claim& claim);

/// Returns the verdict on the claim in words, such as "holds", "does not hold, as is known" or "undecided (2 samples of
/// 50)".
std::string verdict_text(const Claim& claim);

}  // namespace switchyard
