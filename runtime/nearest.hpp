#pragma once
/// \file nearest.hpp
/// Finds the known name that a mistyped name was probably meant to be.
///
/// Source: F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964.
/// Departs from it: any number of the four edits counts (insert, delete, replace, swap two neighbours), in the form
/// that edits no character twice ("optimal string alignment"); upper and lower case are the same letter.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/error.hpp"

namespace switchyard {

/// Returns the known name that is fewest edits away from `wrong`, or the first one of several.
///
/// A known name is not accepted if it differs from `wrong` by too many edits: by more than a third of the longer name,
/// or, for names of 2 to 5 characters, by more than one edit. If no known name is accepted, the function returns the
/// first one that begins with `wrong`, provided that `wrong` has three characters or more. Otherwise it returns
/// nothing.
std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> known);

/// Returns a mistake such as `--algorithm: unknown algorithm 'rsnl'; did you mean 'rs_nl'? known: ac, lp, rs_nl`.
///
/// `noun` says what kind of thing `known` and `wrong` name, such as "algorithm". If `noun` is empty, the name of the
/// option without its leading dashes is used.
Mistake mistake_for_unknown_name(const UserInputPlace& place, std::string_view wrong,
                                 std::span<const std::string> known, std::string_view noun = {});

}  // namespace switchyard
