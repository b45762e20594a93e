#pragma once
/// \file labelled_program.hpp
/// A small test program with a label: a comment in its file that says what is wrong with the program, if anything.

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
  /// The class of the program's defect, followed by other classes that a report may give as well.
  std::vector<std::string> classes = {};
  std::uint32_t nodes = 0;
  std::vector<LabelledCall> calls = {};  ///< the calls that a report about the program's defect must name

  std::string name() const { return file.stem().string(); }
};

/// Reads the label at the beginning of a program's file. Throws std::invalid_argument if the label is not complete.
LabelledProgram read_label(const std::filesystem::path& file);

/// Returns the labelled programs of a folder, sorted by name.
std::vector<LabelledProgram> read_collection(const std::filesystem::path& folder);

}  // namespace switchyard
