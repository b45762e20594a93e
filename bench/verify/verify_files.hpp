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
  /// The hash of the contents of the program's files; 0 for a node program of a library.
  std::uint64_t program_hash = 0;
  std::uint32_t node_count = 0;
  std::vector<std::string> program_arguments = {};
  bool allows_any_machine = false;
  std::optional<std::string> machine_name = {};
  std::optional<StandardSendSetting> send_setting = {};
  std::vector<std::string> library_paths = {};
  Verdict verdict = {};
};

/// Returns the record of a program that was verified and found wrong. The wrong run can be repeated from the record.
VerifyRecord make_verify_record(const VerifiedCase& one, std::vector<std::string> libraries);

std::string verify_record_text(const VerifyRecord& record);
/// Reads the record of a wrong run from the text of a replay file. Throws UsageError that starts with `place` if the
/// text was not made by verify_record_text().
VerifyRecord read_verify_record(const UserInputPlace& place, const std::string& text);

/// Returns a hash of the contents of the program's files, or 0 for a node program of a library.
std::uint64_t hash_of_program_files(const ChosenProgram& program);

/// Throws UsageError that starts with `place` if `program` is not the program of the recorded run.
void check_same_program(const UserInputPlace& place, const VerifyRecord& record, const ChosenProgram& program);

}  // namespace switchyard
