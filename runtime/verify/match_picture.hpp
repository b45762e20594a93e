#pragma once
/// \file match_picture.hpp
/// Draws the messages that led to a defect as a small picture. The picture has a column for each rank involved, with
/// time running from top to bottom, arrows from senders to receivers, and marks where ranks got stuck.

#include <string>

#include "runtime/verify/verdict.hpp"

namespace switchyard {

/// Returns a text about a stuck rank, such as "rank 0 is stuck in MPI_Waitall (a.c:7) for MPI_Irecv from 1, tag 1, 4 B
/// (a.c:4), and waits for calls of 1".
std::string text_of_stuck_call(const StuckCall& stuck);
/// Returns the picture of the messages that led to the defect as plain text, or an empty text if
/// there is nothing to show.
std::string text_of_message_sequence_chart(const Verdict& verdict);
/// Returns the picture of the messages that led to the defect as a complete SVG document.
std::string svg_of_message_sequence_chart(const Verdict& verdict);

}  // namespace switchyard
