#pragma once
/// \file match_picture.hpp
/// The messages that have led to a defect, as a small picture: a column for each rank that has part in it, time from
/// top to bottom, arrows from senders to receivers, and where nodes got stuck.

#include <string>

#include "runtime/verify/verdict.hpp"

namespace switchyard {

/// Empty if there is nothing to show.
std::string match_picture_text(const Verdict& verdict);
/// A picture that stands alone.
std::string match_picture_svg(const Verdict& verdict);

}  // namespace switchyard
