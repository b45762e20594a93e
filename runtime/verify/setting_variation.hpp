#pragma once
/// \file setting_variation.hpp
/// Variations of a setting (a way to run the program that the standard allows): they differ from it in a single send or
/// a single collective.
///
/// In each setting of a subject, all standard sends are buffered or none is, and all collectives synchronise or none
/// does. The standard lets an implementation treat each send and each collective differently, and some programs are
/// wrong only then: if a send is buffered, its node may go on to let another node send first, and that node's own send
/// has to wait for its receive. So a small program that leaves something to the order of events, and that is right in
/// all settings, is also searched in settings in which one send alone, or one collective alone, is treated differently.
/// A program that is wrong only if two sends or collectives are treated differently remains undetected.

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/verify/subject.hpp"

namespace switchyard {

/// The one send or collective that a variation of a setting treats differently from all others: it is buffered, or
/// synchronises, where the others do not, or the other way round.
using SettingVariation = std::variant<StandardSendRule::SendIdentity, CollectiveIdentity>;

/// Returns a variation of the setting `base` in which one send or collective is treated differently. The name of the
/// result says which.
VerifySetting varied_setting(const VerifySetting& base, const SettingVariation& one);

/// Returns the setting with this name: one of the subject, or a variation of one. Returns nothing if there is none.
std::optional<VerifySetting> setting_with_name(const VerifySubject& subject, std::string_view name);

}  // namespace switchyard
