#include "bench/verify/verify_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "runtime/programs/launch.hpp"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kVerifyRecordVersion = 1;

std::optional<StandardSendSetting> send_setting_from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const auto& names = names_of_standard_send_settings();
  const auto found = std::ranges::find(names, json.get<std::string>());
  if (found == names.end()) throw std::invalid_argument("'standard_sends' is no setting");
  return static_cast<StandardSendSetting>(found - names.begin());
}

std::uint64_t parse_hexadecimal_hash(const std::string& digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) throw std::invalid_argument("'hash' is no number");
  return value;
}

VerifyRecord verify_record_from_json(const Json& json) {
  if (json.at("schema_version").get<std::uint64_t>() != kVerifyRecordVersion)
    throw std::invalid_argument(fmt::format("its schema version is not {}", kVerifyRecordVersion));
  VerifyRecord record{.program_path = json.at("program").get<std::string>(),
                      .program_hash = parse_hexadecimal_hash(json.at("hash").get<std::string>()),
                      .node_count = json.at("nodes").get<std::uint32_t>(),
                      .program_arguments = json.at("words").get<std::vector<std::string>>(),
                      .allows_any_machine = json.at("interface").get<std::string>() == "any",
                      .send_setting = send_setting_from_json(json.at("standard_sends")),
                      .library_paths = json.at("libraries").get<std::vector<std::string>>(),
                      .verdict = read_verdict(json.at("verdict").dump())};
  if (!json.at("machine").is_null()) record.machine_name = json.at("machine").get<std::string>();
  if (record.node_count == 0 || !record.verdict.replay) throw std::invalid_argument("it holds no run");
  return record;
}

}  // namespace

std::uint64_t hash_of_program_files(const ChosenProgram& program) {
  if (!program.launch) return 0;
  std::uint64_t hash = 0;
  for (const PlacedProgram& each : program.launch->programs()) hash = hash * 31 + each.program->file_hash();
  return hash;
}

VerifyRecord make_verify_record(const VerifiedCase& one, std::vector<std::string> libraries) {
  const VerifyPlan& plan = *one.verify_plan;
  VerifyRecord record{.program_path = plan.program_path,
                      .program_hash = hash_of_program_files(plan.program),
                      .node_count = one.node_count};
  if (plan.program.launch) {
    record.program_arguments = plan.program.launch->program_arguments();
    record.allows_any_machine = plan.program.launch->setting().runs_on_any_machine;
  }
  record.machine_name = plan.machine_name;
  record.send_setting = plan.single_send_buffering_setting;
  record.library_paths = std::move(libraries);
  record.verdict = one.verdict;
  return record;
}

std::string verify_record_text(const VerifyRecord& record) {
  const Json json{{"schema_version", kVerifyRecordVersion},
                  {"program", record.program_path},
                  {"hash", fmt::format("{:016x}", record.program_hash)},
                  {"nodes", record.node_count},
                  {"words", record.program_arguments},
                  {"interface", record.allows_any_machine ? "any" : "own"},
                  {"machine", record.machine_name ? Json(*record.machine_name) : Json(nullptr)},
                  {"standard_sends", record.send_setting ? Json(name_of(*record.send_setting)) : Json(nullptr)},
                  {"libraries", record.library_paths},
                  {"verdict", Json::parse(verdict_json(record.verdict))}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

VerifyRecord read_verify_record(const UserInputPlace& place, const std::string& text) {
  try {
    return verify_record_from_json(Json::parse(text));
  } catch (const std::exception& error) {
    throw UsageError({.place = place,
                      .reason = fmt::format("is no file of 'switchyard verify': {}", error.what()),
                      .remedy = "give one that it has written"});
  }
}

void check_same_program(const UserInputPlace& place, const VerifyRecord& record, const ChosenProgram& program) {
  if (hash_of_program_files(program) == record.program_hash) return;
  throw UsageError({.place = place,
                    .reason = fmt::format("{} is not the program that it was", record.program_path),
                    .remedy = "verify it again"});
}

}  // namespace switchyard
