#include "bench/cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <optional>
#include <string_view>

#include "bench/experiment/output_file.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

/// A command of this program, together with the objects of the command-line library CLI11 that parse the command and
/// its options.
struct ParsedCommand {
  const Command* command;
  CLI::App* parser_app;
  std::string full_command_name;  ///< the full name of the command, such as "switchyard matrix make"
  std::vector<CLI::Option*> parser_options;
};

/// Returns the text that stands below the options in the help of a command: notes and examples.
std::string help_footer(const Command& command) {
  std::string text;
  for (const std::string& note : command.help_notes) text += note + "\n";
  if (!command.help_notes.empty() && !command.examples.empty()) text += "\n";
  if (!command.examples.empty()) text += "Examples:\n";
  for (const std::string& example : command.examples) text += fmt::format("  {}\n", example);
  return text;
}

CLI::Option* add_parser_option(CLI::App& app, const CommandOption& option) {
  if (option.value_name.empty() && option.name.starts_with('-')) return app.add_flag(option.name, option.help_text);
  CLI::Option* added = app.add_option(option.name)->description(option.help_text)->take_all();
  added->option_text(option.name.starts_with('-') ? option.value_name : " ");
  if (option.may_be_repeated && !option.name.starts_with('-')) added->allow_extra_args();
  return added;
}

/// Declares a command to the command-line library, with the library's own checks switched off. This program itself
/// checks for missing, unknown and repeated options, so that all error messages have the same form.
void add_parser_command(const Command& command, CLI::App& app, const std::string& path,
                        std::vector<ParsedCommand>& all) {
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(help_footer(command));
  app.get_formatter()->column_width(34);
  all.push_back({&command, &app, path, {}});
  const std::size_t self = all.size() - 1;
  for (const CommandOption& option : command.options)
    all[self].parser_options.push_back(add_parser_option(app, option));
  for (const Command& child : command.subcommands) {
    add_parser_command(child, *app.add_subcommand(child.name, child.summary), path + " " + child.name, all);
  }
}

std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names{"--help", "--version"};
  for (const CommandOption& option : command.options) {
    if (option.name.starts_with('-')) names.push_back(option.name);
  }
  return names;
}

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command& child : command.subcommands) names.push_back(child.name);
  return names;
}

bool looks_like_option(const std::string& text) { return text.size() > 1 && text.starts_with('-'); }

/// Returns the error for an unknown option. The error suggests only the option with the most similar name, because a
/// command has too many options to list them all.
Mistake mistake_of_unknown_option(const ParsedCommand& parsed, const std::string& name) {
  const auto nearest = nearest_name(name, option_names(*parsed.command));
  return {.place = parsed.full_command_name,
          .value = name,
          .reason = fmt::format("unknown option {}", switchyard::quoted(name)),
          .remedy = fmt::format("{}'{} --help' lists all", nearest ? fmt::format("did you mean '{}'? ", *nearest) : "",
                                parsed.full_command_name)};
}

void refuse_surplus_arguments(const ParsedCommand& parsed) {
  const std::vector<std::string> extras = parsed.parser_app->remaining();
  if (extras.empty()) return;
  const auto option = std::ranges::find_if(extras, looks_like_option);
  const bool command_wrong = !parsed.command->subcommands.empty() && option != extras.begin();
  if (command_wrong) {
    throw UsageError(
        mistake_for_unknown_name(parsed.full_command_name, extras.front(), command_names(*parsed.command), "command"));
  }
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    throw UsageError(mistake_of_unknown_option(parsed, name));
  }
  throw UsageError({.place = parsed.full_command_name,
                    .reason = fmt::format("{} is one argument too many", switchyard::quoted(extras.front())),
                    .remedy = "leave it out, or write the option before it"});
}

void check_option_counts(const ParsedCommand& parsed) {
  for (std::size_t i = 0; i < parsed.parser_options.size(); ++i) {
    const CommandOption& option = parsed.command->options[i];
    const std::size_t values = parsed.parser_options[i]->results().size();
    if (values == 0 && option.is_required) {
      throw UsageError({.place = parsed.full_command_name,
                        .reason = fmt::format("{} is missing", option.name),
                        .remedy = fmt::format(
                            "write {}", option.name.starts_with('-') ? option.name + " " + option.value_name : "it")});
    }
    if (values > 1 && !option.may_be_repeated && !option.value_name.empty()) {
      throw UsageError(
          {.place = option.name, .reason = fmt::format("is given {} times", values), .remedy = "write it once"});
    }
  }
}

/// Returns whether the user has named standard output (for instance as -) as the file of an option such as --csv.
bool writes_file_to_standard_output(const ParsedCommand& parsed) {
  for (std::size_t i = 0; i < parsed.parser_options.size(); ++i) {
    if (!parsed.command->options[i].file_use_recorder) continue;
    for (const std::string& value : parsed.parser_options[i]->results()) {
      if (descriptor_named_by(value) == STDOUT_FILENO) return true;
    }
  }
  return false;
}

/// Redirects std::cout to standard error for as long as the object lives. This is needed if a command writes a file to
/// standard output, because its other output must not be mixed with the file.
class CoutToStandardError {
 public:
  CoutToStandardError() : original_stream_buffer_(std::cout.rdbuf(std::cerr.rdbuf())) {}
  ~CoutToStandardError() { std::cout.rdbuf(original_stream_buffer_); }
  CoutToStandardError(const CoutToStandardError&) = delete;
  CoutToStandardError& operator=(const CoutToStandardError&) = delete;

 private:
  std::streambuf* original_stream_buffer_;
};

FilesUsedByCommand files_named_by_options(const ParsedCommand& parsed) {
  FilesUsedByCommand files;
  for (std::size_t i = 0; i < parsed.parser_options.size(); ++i) {
    const CommandOption& option = parsed.command->options[i];
    if (!option.file_use_recorder) continue;
    for (const std::string& value : parsed.parser_options[i]->results())
      option.file_use_recorder(files, option.name, value);
  }
  return files;
}

void apply_options(const ParsedCommand& parsed, bool first) {
  for (std::size_t i = 0; i < parsed.parser_options.size(); ++i) {
    const CommandOption& option = parsed.command->options[i];
    if (option.is_applied_before_remaining_options != first) continue;
    const std::vector<std::string> values = parsed.parser_options[i]->results();
    if (option.value_name.empty() && option.name.starts_with('-')) {
      if (!values.empty()) option.set_value({});
      continue;
    }
    for (const std::string& value : values) option.set_value(value);
  }
}

/// Throws UsageError for two misuses of `=`. For an option with an empty value, such as `--nodes=`, the command-line
/// library would take the next argument as the value. For an option that takes no value, such as `--verify=no`, the
/// library would ignore the value.
void refuse_misused_equals_signs(const std::vector<ParsedCommand>& all, int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const std::string name = text.substr(0, text.find('='));
    if (!text.starts_with("--") || name == text) continue;
    for (const ParsedCommand& parsed : all) {
      const auto option = std::ranges::find(parsed.command->options, name, &CommandOption::name);
      if (option == parsed.command->options.end()) continue;
      if (option->value_name.empty())
        throw UsageError({.place = name, .reason = "takes no value", .remedy = fmt::format("write {} alone", name)});
      if (text.size() == name.size() + 1) {
        throw UsageError(
            {.place = name, .reason = "is empty", .remedy = fmt::format("write {} {}", name, option->value_name)});
      }
    }
  }
}

/// Throws UsageError for an option whose value is missing. The command-line library would also report this error, but
/// without a separate field with the name of the option.
void refuse_missing_values(const std::vector<ParsedCommand>& all, int argc, const char* const* argv) {
  const auto is_option = [](const std::string& text) {
    return looks_like_option(text) && !(text[1] >= '0' && text[1] <= '9');
  };
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const bool has_value = i + 1 < argc && !is_option(argv[i + 1]);
    if (has_value || !name.starts_with("--")) continue;
    for (const ParsedCommand& parsed : all) {
      const auto option = std::ranges::find(parsed.command->options, name, &CommandOption::name);
      if (option == parsed.command->options.end() || option->value_name.empty()) continue;
      throw UsageError({.place = name, .reason = "has no value", .remedy = "write one behind it"});
    }
  }
}

const ParsedCommand& chosen_command(const std::vector<ParsedCommand>& all) {
  const ParsedCommand* last = &all.front();
  for (const ParsedCommand& parsed : all) {
    if (parsed.parser_app->parsed()) last = &parsed;
  }
  return *last;
}

bool parse_arguments(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    // CLI11 throws CLI::Success if the user has asked for the help text or the version.
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return false;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what(), "see --help");
  }
  return true;
}

/// Returns the position of the argument `--`, after which the arguments of the user's program begin; `argc` if there is
/// no such argument.
int double_dash_position(int argc, const char* const* argv) {
  int end = 1;
  while (end < argc && std::string_view(argv[end]) != "--") ++end;
  return std::min(end, argc);
}

void pass_words_after_double_dash(const Command& command, const std::string& path, int end, int argc,
                                  const char* const* argv) {
  if (end == argc) return;
  if (!command.take_program_arguments) {
    throw UsageError(fmt::format("{}: this command takes no words behind --; leave them out", path));
  }
  command.take_program_arguments({argv + end + 1, argv + argc});
}

}  // namespace

ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv) {
  CLI::App app(program.summary, program.name);
  app.set_version_flag("--version", version);
  std::vector<ParsedCommand> all;
  add_parser_command(program, app, program.name, all);
  const int end = double_dash_position(argc, argv);
  refuse_misused_equals_signs(all, end, argv);
  refuse_missing_values(all, end, argv);
  if (!parse_arguments(app, end, argv)) return ExitCode::done;
  for (const ParsedCommand& parsed : all) refuse_surplus_arguments(parsed);
  const ParsedCommand& parsed = chosen_command(all);
  if (!parsed.command->run) {
    throw UsageError(
        {.place = parsed.full_command_name,
         .reason = "no command is given",
         .remedy = fmt::format("write one of {}, or --help", fmt::join(command_names(*parsed.command), ", "))});
  }
  check_option_counts(parsed);
  // The files that the options name are collected before shared libraries are loaded, so that a command that would
  // overwrite a library file is refused, too.
  FilesUsedByCommand files = files_named_by_options(parsed);
  apply_options(parsed, true);
  apply_options(parsed, false);
  pass_words_after_double_dash(*parsed.command, parsed.full_command_name, end, argc, argv);
  std::optional<CoutToStandardError> elsewhere;
  if (writes_file_to_standard_output(parsed)) elsewhere.emplace();
  return parsed.command->run(files);
}

}  // namespace switchyard::cli
