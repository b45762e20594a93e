#include "bench/cli/help_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace switchyard::cli {
namespace {

bool is_argument(const Option& option) { return !option.name.starts_with('-'); }
bool takes_value(const Option& option) { return !is_argument(option) && !option.value.empty(); }
bool names_file(const Option& option) {
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  return option.value == "LIBRARY" || has(option.value, "FILE") || has(option.value, "FOLDER") ||
         (is_argument(option) && option.choices.empty());
}

/// Calls `visit(path, command)` for the program and all its commands; the path is the full name, such as "switchyard
/// matrix make".
void for_each_command(const Command& command, const std::string& path,
                      const std::function<void(const std::string&, const Command&)>& visit) {
  visit(path, command);
  for (const Command& child : command.commands) for_each_command(child, path + " " + child.name, visit);
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
    result += std::string(text.substr(0, at)) + std::string(by);
    text.remove_prefix(at + what.size());
  }
  return result + std::string(text);
}

// Manual page

/// Escapes text for a manual page: hyphens can be copied, and no line looks like a macro.
std::string roff(const std::string& text) {
  const std::string plain = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  return plain.starts_with('.') || plain.starts_with('\'') ? "\\&" + plain : plain;
}

std::string man_option(const Option& option) {
  const std::string value = takes_value(option) ? fmt::format(" \\fI{}\\fR", roff(option.value)) : "";
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}.\n", roff(option.name), value, roff(option.help));
}

std::string man_command(const std::string& path, const Command& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}.\n", roff(path), roff(command.summary));
  for (const Option& option : command.options) text += man_option(option);
  if (!command.notes.empty()) text += ".PP\n.nf\n";
  for (const std::string& note : command.notes) text += roff(note) + "\n";
  if (!command.notes.empty()) text += ".fi\n";
  if (!command.examples.empty()) text += ".PP\nExamples:\n.PP\n.nf\n";
  for (const std::string& example : command.examples) text += roff(example) + "\n";
  return text + (command.examples.empty() ? "" : ".fi\n");
}

constexpr const char* kExitCodes =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone.\n.TP\n1\nfailed.\n.TP\n2\nwrong use or input.\n.TP\n3\ndeadlock; the report names the cycle.\n"
    ".TP\n4\ndata lost or corrupted.\n.TP\n5\nnot finished within limits, or not proven.\n"
    ".TP\n130, 143, 129\ninterrupted, terminated, hung up; what was done is kept.\n";

// Completion for bash

std::string words_of(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Returns the bash code that completes the values of a command's options.
std::string bash_values(const std::string& path, const Command& command) {
  std::string text;
  for (const Option& option : command.options) {
    if (!takes_value(option)) continue;
    text += fmt::format("    '{}:{}') _switchyard_values '{}'{}; return ;;\n", path, option.name,
                        words_of(option.choices), names_file(option) ? " files" : "");
  }
  return text;
}

std::string bash_words(const std::string& path, const Command& command) {
  std::vector<std::string> options{"--help"}, words;
  bool files = false;
  for (const Command& child : command.commands) words.push_back(child.name);
  for (const Option& option : command.options) {
    if (!is_argument(option)) {
      options.push_back(option.name);
      continue;
    }
    words.insert(words.end(), option.choices.begin(), option.choices.end());
    files = files || names_file(option);
  }
  return fmt::format("    '{}') options='{}'; words='{}'; files='{}' ;;\n", path, words_of(options), words_of(words),
                     files ? "files" : "");
}

constexpr const char* kBashHead = R"(# bash completion of switchyard; made by 'switchyard generate bash'

# Completes $cur, or what is behind its last comma, by the words given; with a second argument also by files.
_switchyard_values() {
  local before=''
  [[ $cur == *,* ]] && before=${cur%,*},
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
  if [[ ${2-} && -z $before ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}

_switchyard() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=switchyard options= words= files= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${COMP_WORDS[i]}" in
)";

// Completion for zsh

/// Escapes text for single quotes in a zsh script; inside them _arguments reads brackets and colons.
std::string zsh_text(const std::string& text) {
  std::string plain = replaced(text, "'", "'\\''");
  for (const char* special : {"[", "]", ":"}) plain = replaced(plain, special, std::string("\\") + special);
  return plain;
}

std::string zsh_action(const Option& option) {
  const std::string words = words_of(option.choices);
  if (names_file(option)) return "_files";
  if (words.empty()) return " ";
  return option.value.ends_with("...") ? fmt::format("_sequence compadd - {}", words) : fmt::format("({})", words);
}

std::string zsh_option(const Option& option) {
  if (is_argument(option)) {
    return fmt::format("    '{}:{}:{}'", option.repeats ? "*" : "", zsh_text(option.name), zsh_action(option));
  }
  const std::string value = takes_value(option) ? ":" + zsh_text(option.value) + ":" + zsh_action(option) : "";
  return fmt::format("    '{}{}[{}]{}'", option.repeats ? "*" : "", option.name, zsh_text(option.help), value);
}

std::string zsh_name(const std::string& path) { return "_" + replaced(path, " ", "_"); }

std::string zsh_children(const std::string& path, const Command& command) {
  std::string text =
      "  _arguments -C \\\n    '--help[Print this help message and exit]' \\\n    '1:command:->command' "
      "\\\n    '*::argument:->argument' && return\n  case $state in\n    command)\n      local -a commands=(\n";
  for (const Command& child : command.commands) {
    text += fmt::format("        '{}:{}'\n", child.name, zsh_text(child.summary));
  }
  text += "      )\n      _describe command commands ;;\n    argument)\n      case $words[1] in\n";
  for (const Command& child : command.commands) {
    text += fmt::format("        {}) {} ;;\n", child.name, zsh_name(path + " " + child.name));
  }
  return text + "      esac ;;\n  esac\n";
}

std::string zsh_function(const std::string& path, const Command& command) {
  std::string text =
      fmt::format("{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n", zsh_name(path));
  if (!command.commands.empty()) return text + zsh_children(path, command) + "}\n\n";
  text += "  _arguments -s \\\n    '--help[Print this help message and exit]'";
  for (const Option& option : command.options) text += " \\\n" + zsh_option(option);
  return text + "\n}\n\n";
}

}  // namespace

std::string man_page(const Command& program, const std::string& version) {
  std::string text = fmt::format(".TH SWITCHYARD 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(version),
                                 program.name, roff(program.summary));
  text += fmt::format(".SH SYNOPSIS\n.B {}\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n", program.name);
  for_each_command(program, program.name, [&](const std::string& path, const Command& command) {
    if (command.commands.empty()) text += man_command(path, command);
  });
  return text + kExitCodes;
}

std::string bash_completion(const Command& program) {
  std::string paths, values, words;
  for_each_command(program, program.name, [&](const std::string& path, const Command& command) {
    if (path != program.name) paths += (paths.empty() ? "'" : "|'") + path + "'";
    values += bash_values(path, command);
    words += bash_words(path, command);
  });
  return kBashHead + fmt::format("      {}) path+=\" ${{COMP_WORDS[i]}}\" ;;\n    esac\n  done\n", paths) +
         "  case \"$path:$prev\" in\n" + values + "  esac\n  case \"$path\" in\n" + words +
         "  esac\n  [[ $cur == -* ]] && words=$options\n  _switchyard_values \"$words\" $files\n}\n\n"
         "complete -F _switchyard switchyard\n";
}

std::string zsh_completion(const Command& program) {
  std::string text = "#compdef switchyard\n# zsh completion of switchyard; made by 'switchyard generate zsh'\n\n";
  for_each_command(program, program.name,
                   [&](const std::string& path, const Command& command) { text += zsh_function(path, command); });
  return text + fmt::format("{} \"$@\"\n", zsh_name(program.name));
}

}  // namespace switchyard::cli
