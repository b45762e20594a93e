#pragma once
/// \file claim.hpp
/// A claim: a statement that a paper makes about its results, judged on the emulated results.

#include <cstdint>
#include <string>

namespace switchyard {

enum class ClaimVerdict : std::uint8_t {
  holds,  ///< the claim is true for the random samples that were made, even if they are fewer than the claim needs
  does_not_hold,  ///< the claim is false, and as many random samples were made as the claim needs
  undecided,      ///< the claim is false for the random samples that were made, but they are fewer than the claim needs
};

struct PaperClaim {
  std::string id;              ///< id such as "W1", unique among all experiments
  std::string statement = {};  ///< the paper's statement in the words of this project
  bool holds = false;          ///< whether the paper's statement is true for the random samples that were made
  /// The evidence on which the claim was judged, such as the emulated numbers, as text.
  std::string evidence_text = {};
  /// The known reason why a paper's claim does not hold on the emulated machine; empty if the claim is expected to
  /// hold.
  std::string known_failure_reason = {};
  /// The number of random samples for each table cell on which the claim was judged, and the number that the claim
  /// needs. Both are 0 if the experiment has nothing random.
  std::uint64_t sample_count = 0, needed_sample_count = 0;

  bool has_too_few_samples() const { return sample_count < needed_sample_count; }
  ClaimVerdict verdict() const;
  bool fails_unexpectedly() const { return verdict() == ClaimVerdict::does_not_hold && known_failure_reason.empty(); }
};

/// Returns a text that says on how many random samples the claim was judged and how many it needs, such as "2 samples
/// of 50".
std::string sample_shortage_text(const PaperClaim& claim);

/// Returns the verdict on the claim in words, such as "holds", "does not hold, as is known" or "undecided (2 samples of
/// 50)".
std::string verdict_text(const PaperClaim& claim);

}  // namespace switchyard
