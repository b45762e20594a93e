#include "bench/experiment/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {

CommandOption limit_options_to_work_kinds(WorkKinds scope, CommandOption option) {
  option.work_kinds = scope;
  return option;
}

std::vector<CommandOption> limit_options_to_work_kinds(WorkKinds scope, std::vector<CommandOption> options) {
  for (CommandOption& option : options) option.work_kinds = scope;
  return options;
}

void record_given_options(std::vector<CommandOption>& options, std::vector<GivenOption>& given) {
  for (CommandOption& option : options) {
    option.set_value = [&given, name = option.name, scope = option.work_kinds, usual = option.default_value,
                        set = std::move(option.set_value)](const std::string& text) {
      given.push_back({name, scope, !usual.empty() && text == usual});
      set(text);
    };
  }
}

std::optional<std::string> option_without_effect(const std::vector<GivenOption>& given, WorkKinds work) {
  const auto found = std::ranges::find_if(
      given, [work](const GivenOption& option) { return !includes_work_kind(option.work_kinds, work); });
  return found == given.end() ? std::nullopt : std::optional(found->name);
}

CommandOption mark_option_as_input_file(CommandOption option) {
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& path) {
    files.declare_input_file(name, path);
  };
  return option;
}

CommandOption mark_option_as_output_file(CommandOption option) {
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& path) {
    files.declare_file_that_command_replaces(name, path);
  };
  return option;
}

CommandOption flag_option(std::string name, std::string help, bool& target) {
  return {std::move(name), "", std::move(help), [&target](const std::string&) { target = true; }};
}

CommandOption file_option(std::string name, std::string help, std::optional<std::string>& target) {
  return mark_option_as_output_file(
      {std::move(name), "FILE", std::move(help), [&target](const std::string& text) { target = text; }});
}

CommandOption option_with_count_value(std::string name, std::string help, std::uint64_t& target, std::uint64_t min,
                                      std::uint64_t max) {
  return {
      .name = name,
      .value_name = "N",
      .help_text = std::move(help),
      .set_value = [&target, name, min, max](const std::string& text) { target = parse_count(name, text, min, max); }};
}

std::vector<std::string> split_into_words(const UserInputPlace& place, const std::string& text) {
  std::vector<std::string> words;
  bool is_inside = false;
  char quote = '\0';
  for (const char letter : text) {
    if (quote != '\0' ? letter == quote : letter == '\'' || letter == '"') {
      quote = quote == '\0' ? letter : '\0';
      if (!std::exchange(is_inside, true)) words.emplace_back();
    } else if (quote == '\0' && letter == ' ') {
      is_inside = false;
    } else {
      if (!std::exchange(is_inside, true)) words.emplace_back();
      words.back() += letter;
    }
  }
  if (quote == '\0') return words;
  throw UsageError({.place = place,
                    .value = text,
                    .reason = fmt::format("a quote is open at the end of {}", switchyard::quoted(text)),
                    .remedy = "close it"});
}

std::string toml_key_of_option(const std::string& option) {
  std::string key = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::ranges::replace(key, '-', '_');
  return key;
}

void set_option_from_file(const CommandOption& option, const UserInputPlace& place, const std::string& text) {
  try {
    option.set_value(text);
  } catch (const UsageError& error) {
    Mistake mistake = error.mistake();
    mistake.place = place;
    throw UsageError(std::move(mistake));
  }
}

std::size_t parse_choice(const UserInputPlace& place, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun) {
  const auto found = std::ranges::find(known, text);
  if (found == known.end()) throw UsageError(mistake_for_unknown_name(place, text, known, noun));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace switchyard
