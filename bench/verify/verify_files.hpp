#pragma once
/// \file verify_files.hpp
/// The replay file of `switchyard verify`, from which a run in which a program was wrong can be repeated.
///
/// An example of a replay file:
/// ```json
/// {"schema_version": 1, "program": "./a.out", "hash": "77c0...", "nodes": 3, "words": ["-n", "3"],
///  "interface": "own", "machine": null, "standard_sends": null, "libraries": [], "verdict": {...}}
/// ```

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/verify/verify_session.hpp"

namespace switchyard {

struct VerifyRecord {
  std::string program_path;
  std::uint64_t program_hash = 0;  ///< hash of the program's files; 0 for a program of a library
  std::uint32_t node_count = 0;
  std::vector<std::string> program_arguments = {};
  bool allows_any_machine = false;
  std::optional<std::string> machine_name = {};
  std::optional<StandardSendSetting> send_setting = {};
  std::vector<std::string> library_paths = {};
  Verdict verdict = {};
};

/// Returns the record of a verified program, from which its wrong run can be repeated.
VerifyRecord record_from_json(const VerifiedCase& one, std::vector<std::string> libraries);

std::string verify_record_text(const VerifyRecord& record);
/// Reads a record from the text of a file. Throws UsageError that starts with `place` for a text that
/// verify_record_text() has not made.
VerifyRecord read_verify_record(const InputPlace& place, const std::string& text);

/// Returns the hash of the program's files, or 0 for a program of a library.
std::uint64_t hash_of_program_files(const ChosenProgram& program);

/// Throws UsageError that starts with `place` if the program is not the one of the recorded run `record`.
void check_same_program(const InputPlace& place, const VerifyRecord& record, const ChosenProgram& program);

}  // namespace switchyard
