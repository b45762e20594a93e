#pragma once
/// \file toml_input.hpp
/// A TOML file that a person wrote: its mistakes are reported as `FILE:LINE:COLUMN: what is wrong; what would be
/// right`.
///
/// This header is not installed, because it includes the parser library, toml++.

#include <toml++/toml.h>

#include <cstdint>
#include <span>
#include <string>

#include "runtime/error.hpp"

namespace switchyard::machines {

class TomlInput {
 public:
  /// Reads the file `file_path`. `right` is an example of a correct line, such as "name = \"95us\"", which error
  /// messages show. Throws UsageError for a file that cannot be read or is above 1 MiB, a syntax error, and a name with
  /// too many dots.
  TomlInput(std::string path, const std::string& right);

  const std::string& file_path() const noexcept { return file_path_; }
  const toml::table& root_table() const noexcept { return root_table_; }
  /// Returns the place FILE:LINE:COLUMN of a position in the file.
  UserInputPlace place_in_file(const toml::source_position& at) const;
  UserInputPlace place_in_file(const toml::node& node) const { return place_in_file(node.source().begin); }
  /// Throws UsageError that begins with the place of `node`, a value in the file.
  [[noreturn]] void throw_error_at(const toml::node& node, std::string reason, std::string remedy) const;
  /// Throws UsageError for a key of `table` that is not among `known`, the allowed keys; the error shows the nearest of
  /// them.
  void refuse_unknown_keys(const toml::table& table, std::span<const std::string> known,
                           const std::string& noun = "key") const;
  /// Returns the value of the top-level key `key`. Throws UsageError `FILE:1:1: KEY is missing; write RIGHT` if the
  /// file has no such key, where RIGHT is `right`.
  const toml::node& required_value(const char* key, const char* right) const;
  /// Throws UsageError unless the file has the key `schema_version` and its value equals `version`.
  void check_schema_version(std::int64_t version) const;
  /// Returns the value of a machine's constant in the file as text, in the form that the option --set takes.
  std::string text_of_constant_value(const toml::node& node, const std::string& name) const;

 private:
  std::string file_path_;
  toml::table root_table_;
};

}  // namespace switchyard::machines
