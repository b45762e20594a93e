#pragma once
/// \file claim.hpp
/// A claim: a statement that a paper makes about its results, judged on the emulated results.

#include <cstdint>
#include <string>

namespace switchyard {

enum class ClaimVerdict : std::uint8_t {
  holds,          ///< the claim is true for the samples that were made, even if they are fewer than it needs
  does_not_hold,  ///< the claim is false, and as many samples were made as it needs
  undecided,      ///< the claim is false for the samples that were made, but they are fewer than it needs
};

struct Claim {
  std::string id;                  ///< id such as "W1", unique among all experiments
  std::string statement = {};      ///< the paper's statement, in our own words
  bool holds = false;              ///< whether the statement is true for the samples that were made
  std::string evidence_text = {};  ///< the numbers on which the judgement of the claim is based, as text
  std::string known_failure_reason =
      {};  ///< the reason why the claim is known not to hold; empty if the claim is expected to hold
  /// The number of random samples in each table cell from which the claim was judged, and the number of samples that
  /// the claim needs. Both are 0 if the experiment has nothing random.
  std::uint64_t sample_count = 0, needed_sample_count = 0;

  bool has_too_few_samples() const { return sample_count < needed_sample_count; }
  ClaimVerdict verdict() const;
  bool fails_unexpectedly() const { return verdict() == ClaimVerdict::does_not_hold && known_failure_reason.empty(); }
};

/// Returns how many samples the claim was judged on and how many it needs, such as "2 samples of 50".
std::string sample_shortage_text(const Claim& claim);

/// Returns the verdict on the claim in words, such as "holds", "does not hold, as is known" or "undecided (2 samples of
/// 50)".
std::string verdict_text(const Claim& claim);

}  // namespace switchyard
