#pragma once
/// \file labelled_program.hpp
/// A small program whose comment says in advance what is wrong with it.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

struct LabelledCall {
  std::string name;
  std::uint32_t line = 0;
  friend bool operator==(const LabelledCall&, const LabelledCall&) = default;
};

struct LabelledProgram {
  std::filesystem::path file;
  bool is_right = false;
  std::vector<std::string> classes = {};  ///< the class of the defect, then others that are as good an answer
  std::uint32_t nodes = 0;
  std::vector<LabelledCall> calls = {};  ///< the calls that a report about the program must name

  std::string name() const { return file.stem().string(); }
};

/// Reads the label of one program. Throws std::invalid_argument, with the line, for a label that is not complete.
LabelledProgram read_label(const std::filesystem::path& file);

/// Returns the programs of a folder, sorted by name.
std::vector<LabelledProgram> read_collection(const std::filesystem::path& folder);

}  // namespace switchyard
