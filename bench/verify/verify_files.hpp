#pragma once
/// \file verify_files.hpp
/// The file from which a wrong run of `switchyard verify` is had again:
///
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
  std::string program;
  std::uint64_t hash = 0;  ///< of the program file; 0 for a program of a library
  std::uint32_t nodes = 0;
  std::vector<std::string> words = {};
  bool any_machine = false;
  std::optional<std::string> machine = {};
  std::optional<SendSetting> sends = {};
  std::vector<std::string> libraries = {};
  Verdict verdict = {};
};

/// Returns the record of a wrong run.
VerifyRecord record_of(const VerifiedCase& one, std::vector<std::string> libraries);

std::string record_text(const VerifyRecord& record);
/// Throws UsageError that starts with `place` for a text that record_text() has not made.
VerifyRecord read_record(const InputPlace& place, const std::string& text);

/// Returns the hash of the program's files, or 0 for a program of a library.
std::uint64_t hash_of(const ChosenProgram& program);

}  // namespace switchyard
