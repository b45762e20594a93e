#include "bench/experiment/wall_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr double kMostDilation = 1'000'000;

/// Reads the value of the option --dilation, which is a number or `auto`. Returns nothing for `auto`. Throws UsageError
/// for other texts.
std::optional<double> parse_dilation(const std::string& text) {
  if (text == "auto") return std::nullopt;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  const bool is_number = error == std::errc{} && read == end;
  if (is_number && value >= 1 && value <= kMostDilation) return value;
  throw UsageError({.place = "--dilation",
                    .value = text,
                    .reason = fmt::format("{} is no number from 1 to {:.0f}", switchyard::quoted(text), kMostDilation),
                    .remedy = "write how many times slower than the machine to go, such as 20, or auto"});
}

}  // namespace

std::vector<CommandOption> wall_clock_options(WallClockOptions& target) {
  return limit_options_to_work_kinds(
      WorkKinds::matrices | WorkKinds::programs,
      std::vector<CommandOption>{
          {"--dilation", "K",
           "clock wall: go K times slower than the machine; auto: as fast as this host can keep pace; "
           "default: that, but at most so that all runs end in a minute",
           [&target](const std::string& text) {
             target.wall_clock_settings.dilation = parse_dilation(text);
             target.is_dilation_given = true;
           }},
          {"--against", "CLOCK|MACHINE",
           "compare each sample with a run under the clock virtual, for the clock wall, or on an emulated "
           "machine, for --machine native",
           [&target](const std::string& text) {
             target.comparison_target = text;
             target.wall_clock_settings.is_run_repeated_under_virtual_clock = true;
           }}});
}

void check_wall_clock_options(const WallClockOptions& options, ClockKind clock, std::uint64_t jobs) {
  if (clock != ClockKind::wall) {
    const char* const given = options.is_dilation_given                                         ? "--dilation"
                              : options.wall_clock_settings.is_run_repeated_under_virtual_clock ? "--against"
                                                                                                : nullptr;
    if (given != nullptr)
      throw UsageError({.place = given, .reason = "is for --clock wall", .remedy = "write that, too, or leave it out"});
    return;
  }
  if (options.wall_clock_settings.is_run_repeated_under_virtual_clock)
    parse_choice("--against", options.comparison_target, {"virtual"});
  if (jobs > 1) {
    throw UsageError({.place = "--jobs",
                      .reason = "runs paced by real time would make each other late",
                      .remedy = "leave it out with --clock wall"});
  }
}

}  // namespace switchyard
