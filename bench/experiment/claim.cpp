#include "bench/experiment/claim.hpp"

#include <fmt/format.h>

namespace switchyard {
namespace {

const char* verdict_word(const PaperClaim& claim) {
  const bool expected = claim.known_failure_reason.empty();
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

ClaimVerdict PaperClaim::verdict() const {
  if (holds) return ClaimVerdict::holds;
  return has_too_few_samples() ? ClaimVerdict::undecided : ClaimVerdict::does_not_hold;
}

std::string sample_shortage_text(const PaperClaim& claim) {
  return fmt::format("{} sample{} of {}", claim.sample_count, claim.sample_count == 1 ? "" : "s",
                     claim.needed_sample_count);
}

std::string verdict_text(const PaperClaim& claim) {
  if (!claim.has_too_few_samples()) return verdict_word(claim);
  return fmt::format("{} ({})", verdict_word(claim), sample_shortage_text(claim));
}

}  // namespace switchyard
