#pragma once
/// \file setting_variation.hpp
/// Settings that differ from another one in a single send or a single collective.
///
/// In each setting of a subject, all standard sends are buffered or none is, and all collectives synchronise or none
/// does. The standard lets an implementation treat each send and each collective differently, and some programs are
/// wrong only then: if a send is buffered, its node may go on to let another node send first, and that node's own send
/// has to wait for its receive. So a small program that leaves something to the order of events, and that is right in
/// all settings, is also searched in settings in which one send alone, or one collective alone, is treated differently.
/// Programs that are wrong only if two of them are remain unnoticed.

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/verify/subject.hpp"

namespace switchyard {

/// The send or the collective that a setting treats in the other way than all others.
using SettingVariation = std::variant<StandardSends::SendName, CollectiveName>;

/// Returns the setting that treats one send or collective in another way than `base`. Its name says so.
VerifySetting varied_setting(const VerifySetting& base, const SettingVariation& one);

/// Returns the setting of this name: one of the subject, or a variation of one. Returns nothing if there is none.
std::optional<VerifySetting> setting_with_name(const VerifySubject& subject, std::string_view name);

}  // namespace switchyard
