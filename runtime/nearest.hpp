#pragma once
/// \file nearest.hpp
/// Finds the name that a mistyped one was probably meant to be.
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

/// The known name that is fewest edits away from `wrong`; the first of equally near ones.
///
/// If even that one differs in more than a third of the longer name (of names with 2 to 5 characters: by more than one
/// edit), the first that begins with `wrong`, of which three characters have to be there; nothing if there is none.
std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> known);

/// `--algorithm: unknown algorithm 'rsnl'; did you mean 'rs_nl'? known: ac, lp, rs_nl`.
///
/// `noun` says what the names are names of; if empty, the option without its leading dashes says it.
Mistake unknown_name(const InputPlace& place, std::string_view wrong, std::span<const std::string> known,
                     std::string_view noun = {});

}  // namespace switchyard
