#pragma once
/// \file deciding_choice.hpp
/// Finds the choice (such as which message a receive from any node got) by which a wrong run differs from a right one,
/// for the report on the defect.

#include "runtime/stress/message_order.hpp"
#include "runtime/stress/served_choices.hpp"
#include "runtime/verify/setting_search.hpp"

namespace switchyard {

/// Finds the first choice of a wrong run whose result differs from the result in a right run. `order` is the partial
/// order of the calls of the wrong run, and `usual` are the choices of the right run. Writes the choice and the calls
/// involved in it into `wrong`.
void note_deciding_choice(WrongRun& wrong, const PartiallyOrderedRun& order, const ChoiceSet& usual,
                          MessageSetNumbering& earlier);

}  // namespace switchyard
