#include "bench/cli/help_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace switchyard::cli {
namespace {

bool is_positional_argument(const CommandOption& option) { return !option.name.starts_with('-'); }
bool takes_value(const CommandOption& option) { return !is_positional_argument(option) && !option.value_name.empty(); }
bool takes_file_name(const CommandOption& option) {
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  return option.value_name == "LIBRARY" || has(option.value_name, "FILE") || has(option.value_name, "FOLDER") ||
         (is_positional_argument(option) && option.choices.empty());
}

/// Calls `visit(path, command)` for the program and for all its commands and their subcommands. The path is the full
/// name of a command, such as "switchyard matrix make".
void for_each_command(const Command& command, const std::string& path,
                      const std::function<void(const std::string&, const Command&)>& visit) {
  visit(path, command);
  for (const Command& child : command.subcommands) for_each_command(child, path + " " + child.name, visit);
}

std::string text_with_all_occurrences_replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
    result += std::string(text.substr(0, at)) + std::string(by);
    text.remove_prefix(at + what.size());
  }
  return result + std::string(text);
}

// The functions below whose names begin with roff or man write the manual page in the formatting language roff.

/// Escapes text for a manual page, so that hyphens are printed as plain hyphens and no line is
/// read as a roff macro.
std::string roff_escaped(const std::string& text) {
  const std::string plain =
      text_with_all_occurrences_replaced(text_with_all_occurrences_replaced(text, "\\", "\\e"), "-", "\\-");
  return plain.starts_with('.') || plain.starts_with('\'') ? "\\&" + plain : plain;
}

std::string man_option_entry(const CommandOption& option) {
  const std::string value = takes_value(option) ? fmt::format(" \\fI{}\\fR", roff_escaped(option.value_name)) : "";
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}.\n", roff_escaped(option.name), value, roff_escaped(option.help_text));
}

std::string man_command_section(const std::string& path, const Command& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}.\n", roff_escaped(path), roff_escaped(command.summary));
  for (const CommandOption& option : command.options) text += man_option_entry(option);
  if (!command.help_notes.empty()) text += ".PP\n.nf\n";
  for (const std::string& note : command.help_notes) text += roff_escaped(note) + "\n";
  if (!command.help_notes.empty()) text += ".fi\n";
  if (!command.examples.empty()) text += ".PP\nExamples:\n.PP\n.nf\n";
  for (const std::string& example : command.examples) text += roff_escaped(example) + "\n";
  return text + (command.examples.empty() ? "" : ".fi\n");
}

constexpr const char* kExitCodesManSection =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone.\n.TP\n1\nfailed.\n.TP\n2\nwrong use or input.\n.TP\n3\ndeadlock; the report names the cycle.\n"
    ".TP\n4\ndata lost or corrupted.\n.TP\n5\nnot finished within limits, or not proven.\n"
    ".TP\n130, 143, 129\ninterrupted, terminated, hung up; what was done is kept.\n";

constexpr const char* kProgramsManSection =
    ".SH C AND C++ PROGRAMS AS NODES\n"
    "All nodes of a run are in one process of the host.\n"
    ".TP\nA node's own\nglobal and static variables, those of the libraries that it is linked with too, heap, streams, "
    "standard input, output and error, open "
    "descriptors,\n"
    "directories and mappings, environment variables, actions for signals, clocks (virtual), process number, host "
    "name,\n"
    "random numbers, and the state and buffers of getopt, strtok, localtime, ctime, strerror, strsignal, setlocale,\n"
    "hsearch, ecvt, fcvt, l64a and tmpnam. What is open or mapped at the end of a node is given back.\n"
    ".TP\nShared by all nodes\nthe working folder, umask, resource limits, user and group, the numbers of descriptors, "
    "and the\n"
    "buffers of functions that ask about the host, such as getpwnam, getgrnam, gethostbyname, getservbyname,\n"
    "inet_ntoa, ttyname, getpass, crypt and nl_langinfo. The locale is always C.\n"
    ".TP\nRefused, which ends the run with exit code 1\nfork, vfork, clone, exec, posix_spawn, system, popen, wait,\n"
    "daemon, threads, timers, alarm with a handler, sigwait, pause, dlopen, the system calls for these, and those by "
    "which a process\n"
    "ends or sends a signal; and waits that no other thread could end, such as sem_wait at 0. Closing a descriptor\n"
    "that the node has not opened fails with EBADF.\n";

// The functions below whose names begin with bash write the completion script for the shell bash.

std::string joined_words(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Returns the cases of a bash `case` statement that complete the values of a command's options.
std::string bash_cases_of_option_values(const std::string& path, const Command& command) {
  std::string text;
  for (const CommandOption& option : command.options) {
    if (!takes_value(option)) continue;
    text += fmt::format("    '{}:{}') _switchyard_values '{}'{}; return ;;\n", path, option.name,
                        joined_words(option.choices), takes_file_name(option) ? " files" : "");
  }
  return text;
}

std::string bash_case_of_command_words(const std::string& path, const Command& command) {
  std::vector<std::string> options{"--help"}, words;
  bool files = false;
  for (const Command& child : command.subcommands) words.push_back(child.name);
  for (const CommandOption& option : command.options) {
    if (!is_positional_argument(option)) {
      options.push_back(option.name);
      continue;
    }
    words.insert(words.end(), option.choices.begin(), option.choices.end());
    files = files || takes_file_name(option);
  }
  return fmt::format("    '{}') options='{}'; words='{}'; files='{}' ;;\n", path, joined_words(options),
                     joined_words(words), files ? "files" : "");
}

constexpr const char* kBashScriptHead = R"(# bash completion of switchyard; made by 'switchyard generate bash'

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

// The functions below whose names begin with zsh write the completion script for the shell zsh.

/// Escapes text for a single-quoted string in a zsh script, and also the brackets and colons that
/// zsh's _arguments would interpret.
std::string zsh_escaped(const std::string& text) {
  std::string plain = text_with_all_occurrences_replaced(text, "'", "'\\''");
  for (const char* special : {"[", "]", ":"})
    plain = text_with_all_occurrences_replaced(plain, special, std::string("\\") + special);
  return plain;
}

std::string zsh_completion_action(const CommandOption& option) {
  const std::string words = joined_words(option.choices);
  if (takes_file_name(option)) return "_files";
  if (words.empty()) return " ";
  return option.value_name.ends_with("...") ? fmt::format("_sequence compadd - {}", words) : fmt::format("({})", words);
}

std::string zsh_option_spec(const CommandOption& option) {
  if (is_positional_argument(option)) {
    return fmt::format("    '{}:{}:{}'", option.may_be_repeated ? "*" : "", zsh_escaped(option.name),
                       zsh_completion_action(option));
  }
  const std::string value =
      takes_value(option) ? ":" + zsh_escaped(option.value_name) + ":" + zsh_completion_action(option) : "";
  return fmt::format("    '{}{}[{}]{}'", option.may_be_repeated ? "*" : "", option.name, zsh_escaped(option.help_text),
                     value);
}

std::string zsh_function_name(const std::string& path) {
  return "_" + text_with_all_occurrences_replaced(path, " ", "_");
}

std::string zsh_code_completing_subcommands(const std::string& path, const Command& command) {
  std::string text =
      "  _arguments -C \\\n    '--help[Print this help message and exit]' \\\n    '1:command:->command' "
      "\\\n    '*::argument:->argument' && return\n  case $state in\n    command)\n      local -a commands=(\n";
  for (const Command& child : command.subcommands) {
    text += fmt::format("        '{}:{}'\n", child.name, zsh_escaped(child.summary));
  }
  text += "      )\n      _describe command commands ;;\n    argument)\n      case $words[1] in\n";
  for (const Command& child : command.subcommands) {
    text += fmt::format("        {}) {} ;;\n", child.name, zsh_function_name(path + " " + child.name));
  }
  return text + "      esac ;;\n  esac\n";
}

std::string zsh_function_completing_command(const std::string& path, const Command& command) {
  std::string text =
      fmt::format("{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n", zsh_function_name(path));
  if (!command.subcommands.empty()) return text + zsh_code_completing_subcommands(path, command) + "}\n\n";
  text += "  _arguments -s \\\n    '--help[Print this help message and exit]'";
  for (const CommandOption& option : command.options) text += " \\\n" + zsh_option_spec(option);
  return text + "\n}\n\n";
}

}  // namespace

std::string man_page(const Command& program, const std::string& version) {
  std::string text = fmt::format(".TH SWITCHYARD 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                                 roff_escaped(version), program.name, roff_escaped(program.summary));
  text += fmt::format(".SH SYNOPSIS\n.B {}\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n", program.name);
  for_each_command(program, program.name, [&](const std::string& path, const Command& command) {
    if (command.subcommands.empty()) text += man_command_section(path, command);
  });
  return text + kProgramsManSection + kExitCodesManSection;
}

std::string bash_completion(const Command& program) {
  std::string paths, values, words;
  for_each_command(program, program.name, [&](const std::string& path, const Command& command) {
    if (path != program.name) paths += (paths.empty() ? "'" : "|'") + path + "'";
    values += bash_cases_of_option_values(path, command);
    words += bash_case_of_command_words(path, command);
  });
  return kBashScriptHead + fmt::format("      {}) path+=\" ${{COMP_WORDS[i]}}\" ;;\n    esac\n  done\n", paths) +
         "  case \"$path:$prev\" in\n" + values + "  esac\n  case \"$path\" in\n" + words +
         "  esac\n  [[ $cur == -* ]] && words=$options\n  _switchyard_values \"$words\" $files\n}\n\n"
         "complete -F _switchyard switchyard\n";
}

std::string zsh_completion(const Command& program) {
  std::string text = "#compdef switchyard\n# zsh completion of switchyard; made by 'switchyard generate zsh'\n\n";
  for_each_command(program, program.name, [&](const std::string& path, const Command& command) {
    text += zsh_function_completing_command(path, command);
  });
  return text + fmt::format("{} \"$@\"\n", zsh_function_name(program.name));
}

}  // namespace switchyard::cli
