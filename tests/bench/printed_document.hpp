#pragma once
/// \file printed_document.hpp
/// Reads the fenced blocks and the inline commands of a Markdown file, so that tests can run and compare them.

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "tests/bench/program.hpp"

namespace switchyard::cli {

/// A fenced code block of a Markdown file, such as one that opens with "```sh".
struct MarkdownCodeBlock {
  std::string file_and_line;  ///< file and line of the block, such as "bench/README.md:17"
  std::string language;
  std::vector<std::string> code_lines;
};

/// A command that a Markdown file shows in a fenced block "sh" or within a line, such as `switchyard list`.
struct DocumentedCommand {
  std::string file_and_line;
  std::string command_line;  ///< command as one line, without its comment and with continuation lines joined
  /// The expected exit code, which a comment behind the command gives as "exit code 3"; 0 without such a comment.
  int expected_exit_code = 0;
  /// The expected output, from the block "text" that follows the command; empty if there is none.
  std::vector<std::string> expected_output = {};
};

struct MarkdownDocument {
  std::vector<MarkdownCodeBlock> blocks;
  std::vector<DocumentedCommand> commands;
  /// Files that the document links to: without web addresses, and without the part of a link after '#'.
  std::vector<std::string> linked_files;
  /// Texts on code blocks of unknown languages, and on blocks of output that follow no command.
  std::vector<std::string> problems;
};

/// Adds the command on `line` to `commands`. If `goes_on` is true, the line continues the last command instead. Sets
/// `goes_on` to whether the line ends with a backslash, so that the command continues on the next line.
inline void add_command_of_line(const std::string& place, std::string line, bool& goes_on,
                                std::vector<DocumentedCommand>& commands) {
  const bool more = line.ends_with("\\");
  if (more) line.pop_back();
  const std::size_t comment = std::min(line.find(" #"), line.starts_with("#") ? 0 : std::string::npos);
  std::string text = line.substr(0, comment);
  text.erase(text.find_last_not_of(' ') + 1);
  if (!goes_on && text.empty()) return;
  if (!goes_on) commands.push_back({.file_and_line = place, .command_line = ""});
  if (goes_on) text = ' ' + text.substr(std::min(text.find_first_not_of(' '), text.size()));
  commands.back().command_line += text;
  static const std::regex exit_code("exit code ([0-9]+)");
  std::smatch found;
  if (comment != std::string::npos && std::regex_search(line, found, exit_code))
    commands.back().expected_exit_code = std::stoi(found[1].str());
  goes_on = more;
}

/// Reads the links and the inline commands of a line outside of fenced code blocks. Commands with placeholders, such as
/// `switchyard machine NAME`, are left out.
inline void read_line_outside_blocks(const std::string& place, const std::string& line, MarkdownDocument& document) {
  static const std::regex command("`(switchyard [a-z][^`]*)`");
  static const std::regex form("\\b[A-Z]{4,}\\b");
  for (std::sregex_iterator at(line.begin(), line.end(), command), end; at != end; ++at)
    if (const std::string text = (*at)[1].str(); !std::regex_search(text, form))
      document.commands.push_back({.file_and_line = place, .command_line = text});
  static const std::regex link("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at)
    document.linked_files.push_back((*at)[1].str());
}

inline void add_finished_block(const MarkdownCodeBlock& block, MarkdownDocument& document) {
  const std::vector<std::string> known{"sh", "text", "cpp", "cmake", "toml", "python", "r"};
  if (std::find(known.begin(), known.end(), block.language) == known.end()) {
    document.problems.push_back(block.file_and_line + ": a block '" + block.language + "', which no test looks at");
  } else if (block.language == "sh") {
    bool goes_on = false;
    for (const std::string& line : block.code_lines)
      add_command_of_line(block.file_and_line, line, goes_on, document.commands);
  } else if (block.language == "text") {
    if (document.commands.empty() || !document.commands.back().expected_output.empty())
      document.problems.push_back(block.file_and_line + ": a block 'text' without a command in front of it");
    else
      document.commands.back().expected_output = block.code_lines;
  }
  document.blocks.push_back(block);
}

inline MarkdownDocument parse_markdown_document(const std::string& name, const std::string& text) {
  MarkdownDocument document;
  MarkdownCodeBlock block;
  bool inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    const std::string place = name + ":" + std::to_string(++number);
    if (inside && line == "```") {
      add_finished_block(block, document);
      inside = false;
    } else if (inside) {
      block.code_lines.push_back(line);
    } else if (line.starts_with("```")) {
      block = {.file_and_line = place, .language = line.substr(3), .code_lines = {}};
      inside = true;
    } else {
      read_line_outside_blocks(place, line, document);
    }
  }
  if (inside) document.problems.push_back(block.file_and_line + ": a block without an end");
  return document;
}

}  // namespace switchyard::cli
