#include "runtime/programs/launch_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::size_t index_of_choice(const UserInputPlace& place, const std::string& text, const std::vector<std::string>& known,
                            const char* noun) {
  const auto found = std::ranges::find(known, text);
  if (found == known.end()) throw UsageError(mistake_for_unknown_name(place, text, known, noun));
  return static_cast<std::size_t>(found - known.begin());
}

ComputeCost parse_compute_cost(const UserInputPlace& place, const std::string& text) {
  constexpr std::string_view kMeasured = "measured:";
  constexpr double kMost = 1e6;
  if (text == "free") return {};
  if (text == "declared") return {ComputeCost::Kind::declared_by_program};
  if (!text.starts_with(kMeasured) && text != "measured")
    throw UsageError(
        mistake_for_unknown_name(place, text, std::vector<std::string>{"free", "measured:K", "declared"}, "cost"));
  double factor = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + std::min(kMeasured.size(), text.size()), last, factor);
  if (error != std::errc{} || end != last || !(factor > 0 && factor <= kMost)) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = fmt::format("{} has no factor above 0, up to {}", switchyard::quoted(text), kMost),
                      .remedy = "write one such as measured:20, for nodes that are 20 times slower than this host"});
  }
  return {ComputeCost::Kind::measured, factor};
}

ComputeCost parse_repeatable_compute_cost(const UserInputPlace& place, const std::string& text) {
  const ComputeCost cost = parse_compute_cost(place, text);
  if (cost.kind == ComputeCost::Kind::measured) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = "runs whose computing is measured cannot be repeated",
                      .remedy = "write declared or free"});
  }
  return cost;
}

std::string compute_cost_as_text(const ComputeCost& cost) {
  switch (cost.kind) {
    case ComputeCost::Kind::measured:
      return fmt::format("measured:{}", cost.measured_time_factor);
    case ComputeCost::Kind::declared_by_program:
      return "declared";
    case ComputeCost::Kind::free:
      break;
  }
  return "free";
}

const std::vector<std::string>& names_of_memory_leak_settings() {
  static const std::vector<std::string> names{"allowed", "refused"};
  return names;
}

const std::vector<std::string>& interface_choices() {
  static const std::vector<std::string> names{"own", "any"};
  return names;
}

}  // namespace

std::vector<LaunchOption> launch_entries(RunRepetition repeats) {
  using TargetLaunchSetting = LaunchSetting;
  using OptionText = std::string;
  const bool measures = repeats == RunRepetition::single_run;
  return {
      {.option = "--interface",
       .key = "interface",
       .value_name = "own|any",
       .help_text =
           "any: the calls of a C or C++ program are there on every machine; own (default): only where they were",
       .choices = interface_choices(),
       .default_value = "own",
       .applicable_programs = "is for a C or C++ program",
       .set =
           [](TargetLaunchSetting& target, const UserInputPlace& place, const OptionText& text) {
             target.runs_on_any_machine = index_of_choice(place, text, interface_choices(), "interface") == 1;
           },
       .text_of_value =
           [](const TargetLaunchSetting& setting) { return interface_choices()[setting.runs_on_any_machine ? 1 : 0]; }},
      {.option = "--compute",
       .key = "compute",
       .value_name = measures ? "free|measured:K|declared" : "free|declared",
       .help_text = OptionText("what computing costs a C or C++ program: nothing (default), ") +
                    (measures ? "K times the host's time (not reproducible), " : "") +
                    "or what it says by switchyard_compute",
       .choices = {},
       .default_value = "free",
       .applicable_programs = "is for a C or C++ program",
       .set = measures
                  ? [](TargetLaunchSetting& target, const UserInputPlace& place,
                       const OptionText& text) { target.compute_cost = parse_compute_cost(place, text); }
                  : [](TargetLaunchSetting& target, const UserInputPlace& place,
                       const OptionText& text) { target.compute_cost = parse_repeatable_compute_cost(place, text); },
       .text_of_value = [](const TargetLaunchSetting& setting) { return compute_cost_as_text(setting.compute_cost); }},
      {.option = "--leaks",
       .key = "leaks",
       .value_name = "allowed|refused",
       .help_text =
           "refused: a C or C++ program that ends with memory that it has not freed fails, with node and line; "
           "allowed (default): it does not",
       .choices = names_of_memory_leak_settings(),
       .default_value = "allowed",
       .applicable_programs = "is for a C or C++ program",
       .set =
           [](TargetLaunchSetting& target, const UserInputPlace& place, const OptionText& text) {
             target.refuses_leaks = index_of_choice(place, text, names_of_memory_leak_settings(), "setting") == 1;
           },
       .text_of_value =
           [](const TargetLaunchSetting& setting) {
             return names_of_memory_leak_settings()[setting.refuses_leaks ? 1 : 0];
           }},
      {.option = "--standard-sends",
       .key = "standard_sends",
       .value_name = "NAME",
       .help_text = "for an MPI program: zero-buffer (MPI_Send ends when its message is received), infinite (it never "
                    "waits), or machine (default: as the machine has it)",
       .choices = names_of_standard_send_settings(),
       .default_value = "machine",
       .applicable_programs = "is for an MPI program",
       .set =
           [](TargetLaunchSetting& target, const UserInputPlace& place, const OptionText& text) {
             target.send_setting = static_cast<StandardSendSetting>(
                 index_of_choice(place, text, names_of_standard_send_settings(), "setting"));
           },
       .text_of_value = [](const TargetLaunchSetting& setting) { return name_of(setting.send_setting); }}};
}

std::vector<LaunchOptionValue> nondefault_launch_option_values(const LaunchSetting& setting) {
  std::vector<LaunchOptionValue> values;
  for (const LaunchOption& each : launch_entries(RunRepetition::single_run)) {
    const std::string value = each.text_of_value(setting);
    if (value != each.default_value) values.push_back({each.option, each.key, value});
  }
  return values;
}

}  // namespace switchyard
