#include "tests/collections/labelled_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "runtime/defect.hpp"

namespace switchyard {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw std::invalid_argument(fmt::format("{}: {}", file.filename().string(), why));
}

/// Returns the fields of the comment at the beginning of a program's file, which has lines of the form `// key: value`.
std::map<std::string, std::string> fields_of(const std::filesystem::path& file) {
  std::map<std::string, std::string> fields;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) fields.emplace(line.substr(3, colon - 3), line.substr(colon + 2));
  }
  return fields;
}

std::vector<std::string> split_words(const std::string& list) {
  std::vector<std::string> items;
  std::istringstream in(list);
  for (std::string item; std::getline(in >> std::ws, item, ',');) {
    if (item != "none") items.push_back(item);
  }
  return items;
}

LabelledCall call_of(const std::filesystem::path& file, const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse(file, fmt::format("'{}' is no call with a line", text));
  return {text.substr(0, colon), static_cast<std::uint32_t>(std::stoul(text.substr(colon + 1)))};
}

}  // namespace

LabelledProgram read_label(const std::filesystem::path& file) {
  const auto fields = fields_of(file);
  const auto field = [&](const char* name) -> const std::string& {
    const auto found = fields.find(name);
    if (found == fields.end()) refuse(file, fmt::format("the label has no '{}'", name));
    return found->second;
  };
  LabelledProgram program{file};
  program.is_right = field("verdict") == "right";
  program.nodes = static_cast<std::uint32_t>(std::stoul(field("nodes")));
  for (const std::string& list : {field("class"), field("also")}) {
    for (const std::string& item : split_words(list)) program.classes.push_back(item);
  }
  for (const std::string& item : split_words(field("call"))) program.calls.push_back(call_of(file, item));
  if (program.is_right != program.classes.empty()) refuse(file, "the verdict does not go with the class");
  for (const std::string& name : program.classes) {
    if (!parse_defect_class(name)) refuse(file, fmt::format("there is no class '{}'", name));
  }
  return program;
}

std::vector<LabelledProgram> read_collection(const std::filesystem::path& folder) {
  std::vector<LabelledProgram> programs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".c") programs.push_back(read_label(entry.path()));
  }
  std::ranges::sort(programs, {}, &LabelledProgram::file);
  return programs;
}

}  // namespace switchyard
