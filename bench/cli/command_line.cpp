#include "bench/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

/// A command as the parsing library holds it.
struct Parsed {
  const Command* command;
  CLI::App* app;
  std::string path;  ///< "switchyard matrix make"
  std::vector<CLI::Option*> options;
};

std::string examples_of(const Command& command) {
  std::string text;
  for (const std::string& example : command.examples) text += fmt::format("  {}\n", example);
  return text.empty() ? text : "Examples:\n" + text;
}

CLI::Option* add_option(CLI::App& app, const Option& option) {
  if (option.value.empty() && option.name.starts_with('-')) return app.add_flag(option.name, option.help);
  CLI::Option* added = app.add_option(option.name)->description(option.help)->take_all();
  added->option_text(option.name.starts_with('-') ? option.value : " ");
  if (option.repeats && !option.name.starts_with('-')) added->allow_extra_args();
  return added;
}

/// Required options, unknown ones and repeats are checked below, so that all errors read alike.
void add_command(const Command& command, CLI::App& app, const std::string& path, std::vector<Parsed>& all) {
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(examples_of(command));
  app.get_formatter()->column_width(34);
  all.push_back({&command, &app, path, {}});
  const std::size_t self = all.size() - 1;
  for (const Option& option : command.options) all[self].options.push_back(add_option(app, option));
  for (const Command& child : command.commands) {
    add_command(child, *app.add_subcommand(child.name, child.summary), path + " " + child.name, all);
  }
}

std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names{"--help", "--version"};
  for (const Option& option : command.options) {
    if (option.name.starts_with('-')) names.push_back(option.name);
  }
  return names;
}

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command& child : command.commands) names.push_back(child.name);
  return names;
}

bool looks_like_option(const std::string& text) { return text.size() > 1 && text.starts_with('-'); }

/// Too many are known to list them all.
std::string unknown_option(const Parsed& parsed, const std::string& name) {
  const auto nearest = nearest_name(name, option_names(*parsed.command));
  return fmt::format("{}: unknown option {}; {}'{} --help' lists all", parsed.path, switchyard::quoted(name),
                     nearest ? fmt::format("did you mean '{}'? ", *nearest) : "", parsed.path);
}

void refuse_extras(const Parsed& parsed) {
  const std::vector<std::string> extras = parsed.app->remaining();
  if (extras.empty()) return;
  const auto option = std::ranges::find_if(extras, looks_like_option);
  const bool command_wrong = !parsed.command->commands.empty() && option != extras.begin();
  if (command_wrong) {
    throw UsageError(unknown_name_message(parsed.path, extras.front(), command_names(*parsed.command), "command"));
  }
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    throw UsageError(unknown_option(parsed, name));
  }
  throw UsageError(fmt::format("{}: {} is one argument too many; leave it out, or write the option before it",
                               parsed.path, switchyard::quoted(extras.front())));
}

void check_counts(const Parsed& parsed) {
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const Option& option = parsed.command->options[i];
    const std::size_t values = parsed.options[i]->results().size();
    if (values == 0 && option.required) {
      throw UsageError(fmt::format("{}: {} is missing; write {}", parsed.path, option.name,
                                   option.name.starts_with('-') ? option.name + " " + option.value : "it"));
    }
    if (values > 1 && !option.repeats && !option.value.empty()) {
      throw UsageError(fmt::format("{}: is given {} times; write it once", option.name, values));
    }
  }
}

FilesInUse files_of(const Parsed& parsed) {
  FilesInUse files;
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const Option& option = parsed.command->options[i];
    if (!option.files) continue;
    for (const std::string& value : parsed.options[i]->results()) option.files(files, option.name, value);
  }
  return files;
}

void set_options(const Parsed& parsed, bool first) {
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const Option& option = parsed.command->options[i];
    if (option.first != first) continue;
    const std::vector<std::string> values = parsed.options[i]->results();
    if (option.value.empty() && option.name.starts_with('-')) {
      if (!values.empty()) option.set({});
      continue;
    }
    for (const std::string& value : values) option.set(value);
  }
}

/// `--nodes=` would take the next argument for its value; `--verify=no` would not do what it says.
void refuse_odd_equals(const std::vector<Parsed>& all, int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const std::string name = text.substr(0, text.find('='));
    if (!text.starts_with("--") || name == text) continue;
    for (const Parsed& parsed : all) {
      const auto option = std::ranges::find(parsed.command->options, name, &Option::name);
      if (option == parsed.command->options.end()) continue;
      if (option->value.empty()) throw UsageError(fmt::format("{}: takes no value; write {} alone", name, name));
      if (text.size() == name.size() + 1) {
        throw UsageError(fmt::format("{}: is empty; write {} {}", name, name, option->value));
      }
    }
  }
}

/// The library's `--nodes: 1 required N missing`, in our form.
[[noreturn]] void translate(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && name.starts_with('-')) {
    throw UsageError(fmt::format("{}: has no value; write one behind it", name));
  }
  throw UsageError(text + "; see --help");
}

const Parsed& chosen(const std::vector<Parsed>& all) {
  const Parsed* last = &all.front();
  for (const Parsed& parsed : all) {
    if (parsed.app->parsed()) last = &parsed;
  }
  return *last;
}

bool parse(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // help or version
    app.exit(asked);
    return false;
  } catch (const CLI::ParseError& error) {
    translate(error);
  }
  return true;
}

}  // namespace

ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv) {
  CLI::App app(program.summary, program.name);
  app.set_version_flag("--version", version);
  std::vector<Parsed> all;
  add_command(program, app, program.name, all);
  refuse_odd_equals(all, argc, argv);
  if (!parse(app, argc, argv)) return ExitCode::done;
  for (const Parsed& parsed : all) refuse_extras(parsed);
  const Parsed& parsed = chosen(all);
  if (!parsed.command->run) {
    throw UsageError(fmt::format("{}: no command is given; write one of {}, or --help", parsed.path,
                                 fmt::join(command_names(*parsed.command), ", ")));
  }
  check_counts(parsed);
  FilesInUse files = files_of(parsed);  // before a library is loaded
  set_options(parsed, true);
  set_options(parsed, false);
  return parsed.command->run(files);
}

void note_given(std::vector<Option>& options, std::vector<std::string>& given) {
  for (Option& option : options) {
    option.set = [&given, name = option.name, set = std::move(option.set)](const std::string& text) {
      given.push_back(name);
      set(text);
    };
  }
}

Option that_reads(Option option) {
  option.files = [](FilesInUse& files, const std::string& name, const std::string& path) { files.reads(name, path); };
  return option;
}

Option that_replaces(Option option) {
  option.files = [](FilesInUse& files, const std::string& name, const std::string& path) {
    files.replaces(name, path);
  };
  return option;
}

Option flag(std::string name, std::string help, bool& target) {
  return {std::move(name), "", std::move(help), [&target](const std::string&) { target = true; }};
}

std::size_t parse_choice(const std::string& option, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun) {
  const auto found = std::ranges::find(known, text);
  if (found == known.end()) throw UsageError(unknown_name_message(option, text, known, noun));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace switchyard::cli
