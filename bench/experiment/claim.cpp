#include "bench/experiment/claim.hpp"

#include <fmt/format.h>

namespace switchyard {
namespace {

const char* verdict_word(const Claim& claim) {
  const bool expected = claim.known.empty();
  switch (claim.verdict()) {
    case ClaimVerdict::holds:
      return expected ? "holds" : "holds, although it is known not to";
    case ClaimVerdict::does_not_hold:
      return expected ? "does not hold" : "does not hold, as is known";
    case ClaimVerdict::undecided:
      break;
  }
  return "undecided";
}

}  // namespace

ClaimVerdict Claim::verdict() const {
  if (holds) return ClaimVerdict::holds;
  return has_few_samples() ? ClaimVerdict::undecided : ClaimVerdict::does_not_hold;
}

std::string few_samples_text(const Claim& claim) {
  return fmt::format("{} sample{} of {}", claim.samples, claim.samples == 1 ? "" : "s", claim.needed_samples);
}

std::string verdict_text(const Claim& claim) {
  if (!claim.has_few_samples()) return verdict_word(claim);
  return fmt::format("{} ({})", verdict_word(claim), few_samples_text(claim));
}

}  // namespace switchyard
