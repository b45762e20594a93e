#include "runtime/verify/setting_variation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace switchyard {
namespace {

constexpr std::string_view kSettingVariationSeparator = ", but ";
constexpr std::uint64_t kLongMessage = std::uint64_t{1} << 40U;

std::string text_of_setting_variation(const VerifySetting& base, const SettingVariation& one) {
  if (const auto* const send = std::get_if<StandardSendRule::SendIdentity>(&one)) {
    const bool is_buffered = lasts_until_received(base.sends.mode_of(kLongMessage));
    return fmt::format("send {} of rank {} {}", send->number + 1, index(send->node),
                       is_buffered ? "is buffered" : "waits for its receive");
  }
  const auto& collective = std::get<CollectiveIdentity>(one);
  return fmt::format("collective {} of context {} {}", collective.number + 1,
                     static_cast<std::uint16_t>(collective.context),
                     base.do_collectives_synchronise ? "does not synchronise" : "synchronises");
}

/// Reads back the text in which text_of_setting_variation() has named a variation of a setting. Returns nothing if the
/// text names none.
std::optional<SettingVariation> variation_from_text(const std::string& text) {
  unsigned number = 0, where = 0;
  if (std::sscanf(text.c_str(), "send %u of rank %u", &number, &where) == 2 && number > 0)
    return StandardSendRule::SendIdentity{NodeId{where}, number - 1};
  if (std::sscanf(text.c_str(), "collective %u of context %u", &number, &where) == 2 && number > 0)
    return CollectiveIdentity{Context{static_cast<std::uint16_t>(where)}, number - 1};
  return std::nullopt;
}

}  // namespace

VerifySetting varied_setting(const VerifySetting& base, const SettingVariation& one) {
  VerifySetting varied = base;
  varied.name += kSettingVariationSeparator;
  varied.name += text_of_setting_variation(base, one);
  if (const auto* const send = std::get_if<StandardSendRule::SendIdentity>(&one)) {
    varied.sends = base.sends.with_exception(*send);
  } else {
    varied.collective_with_inverted_synchronisation = std::get<CollectiveIdentity>(one);
  }
  return varied;
}

std::optional<VerifySetting> setting_with_name(const VerifySubject& subject, std::string_view name) {
  const std::size_t end = std::min(name.find(kSettingVariationSeparator), name.size());
  const auto base = std::ranges::find(subject, name.substr(0, end), &VerifySetting::name);
  if (base == subject.end()) return std::nullopt;
  if (end == name.size()) return *base;
  const auto variation = variation_from_text(std::string(name.substr(end + kSettingVariationSeparator.size())));
  return variation ? std::optional(varied_setting(*base, *variation)) : std::nullopt;
}

}  // namespace switchyard
