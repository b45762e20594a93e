#include "bench/stress/replay_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "bench/experiment/launched_collectives.hpp"
#include "bench/experiment/launched_program.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/machine_text.hpp"
#include "bench/stress/program_case.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/nearest.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/programs/launch_setting.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kSchemaVersion = 3;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24U;
constexpr std::uint64_t kLargestNumberInFile = std::numeric_limits<std::uint64_t>::max();

const std::vector<std::string> kReplayFileKeys{"schema_version", "machine",    "nodes",     "constants", "strategy",
                                               "seed",           "time_limit", "decisions", "outcome",   "trace_hash"};
// The keys that were added to replay files in schema version 2.
const std::vector<std::string> kReplayFileKeysSinceVersion2{"halvings", "libraries"};
const std::vector<std::string> kAlgorithmKeys{"algorithm", "matrix", "protocol"};
const std::vector<std::string> kProgramKeys{"program", "arguments"};
// The keys that only replay files for C and C++ programs have. They were added in schema version 3. Such files may also
// have the keys of launch_entries().
const std::vector<std::string> kProgramFileKeys{"files", "words", "collectives"};
constexpr const char* kDefaultProtocolOfAlgorithmText = "own";

std::string protocol_text(const std::optional<Protocol>& protocol) {
  if (!protocol) return kDefaultProtocolOfAlgorithmText;
  const std::vector<std::string> names = machines::protocol_names();
  return *std::ranges::find(names, *protocol, [](const std::string& name) { return protocol_named(name); });
}

Json matrix_json(const CommunicationMatrix& matrix) {
  Json entries = Json::array();
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) entries.push_back({i, index(entry.destination), entry.bytes});
  }
  return entries;
}

/// Reads values out of one JSON object of a replay file. Throws UsageError, which names the key, for a wrong value.
class ReplayObjectReader {
 public:
  ReplayObjectReader(const UserInputPlace& place, const Json& object) : place_(place), json_object_(object) {
    if (!object.is_object()) wrong("is not a JSON object");
  }

  void refuse_keys_other_than(const std::vector<std::string>& known) const {
    for (const auto& item : json_object_.items()) {
      if (std::ranges::find(known, item.key()) != known.end()) continue;
      throw UsageError(mistake_for_unknown_name(place_, item.key(), known, "key"));
    }
  }
  bool has(const char* key) const { return json_object_.contains(key); }

  const std::string& text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) wrong(fmt::format("'{}' is not a text", key));
    return value.get_ref<const std::string&>();
  }
  std::uint64_t count(const char* key, std::uint64_t most = kLargestNumberInFile) const {
    return number(at(key), key, most);
  }
  std::size_t read_index_of_allowed_text_at_key(const char* key, const std::vector<std::string>& known) const {
    const auto found = std::ranges::find(known, text(key));
    if (found == known.end()) throw UsageError(mistake_for_unknown_name(place_, text(key), known, key));
    return static_cast<std::size_t>(found - known.begin());
  }
  std::uint64_t read_hash_at_key(const char* key) const {
    const std::string& digits = text(key);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || end != digits.data() + digits.size())
      wrong(fmt::format("'{}' is no hexadecimal number", key));
    return value;
  }
  /// Returns the value of a key that is a JSON list of lists, each of which has `width` numbers.
  std::vector<std::vector<std::uint64_t>> read_number_lists_at_key(const char* key, std::size_t width) const {
    std::vector<std::vector<std::uint64_t>> result;
    if (!at(key).is_array()) wrong(fmt::format("'{}' is not a list", key));
    for (const Json& row : at(key)) {
      if (!row.is_array() || row.size() != width)
        wrong(fmt::format("'{}' has an entry that is not {} numbers", key, width));
      std::vector<std::uint64_t>& numbers = result.emplace_back();
      for (const Json& value : row) numbers.push_back(number(value, key, kLargestNumberInFile));
    }
    return result;
  }
  std::vector<std::string> text_list_at_key(const char* key) const {
    std::vector<std::string> result;
    if (!at(key).is_array()) wrong(fmt::format("'{}' is not a list", key));
    for (const Json& value : at(key)) {
      if (!value.is_string()) wrong(fmt::format("'{}' has an entry that is not a text", key));
      result.push_back(value.get<std::string>());
    }
    return result;
  }
  /// Calls `read` with a ReplayObjectReader for each JSON object of the list that the key has as its value.
  template <class Read>
  void read_each_object_at_key(const char* key, Read read) const {
    if (!at(key).is_array()) wrong(fmt::format("'{}' is not a list", key));
    for (const Json& value : at(key)) read(ReplayObjectReader(place_, value));
  }
  std::vector<machines::Setting> settings_at_key(const char* key) const {
    std::vector<machines::Setting> result;
    if (!at(key).is_object()) wrong(fmt::format("'{}' is not a JSON object", key));
    for (const auto& [name, value] : at(key).items()) {
      if (!value.is_string())
        wrong(fmt::format("the constant {} is not a text with its unit", switchyard::quoted(name)));
      result.push_back({place_, name, value.get<std::string>()});
    }
    return result;
  }
  [[noreturn]] void wrong(const std::string& what) const {
    throw UsageError(
        {.place = place_, .reason = what, .remedy = "give a replay file as 'switchyard stress' writes it"});
  }

 private:
  const Json& at(const char* key) const {
    const auto found = json_object_.find(key);
    if (found == json_object_.end()) wrong(fmt::format("has no '{}'", key));
    return *found;
  }
  std::uint64_t number(const Json& value, const char* key, std::uint64_t most) const {
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
    if (!fits) wrong(fmt::format("'{}' holds what is no whole number up to {}", key, most));
    return value.get<std::uint64_t>();
  }

  const UserInputPlace& place_;
  const Json& json_object_;
};

std::vector<std::string> keys_of_launch_options() {
  std::vector<std::string> keys;
  for (const LaunchOption& each : launch_entries(RunRepetition::repeated_runs)) keys.push_back(each.key);
  return keys;
}

/// Returns the schema version of a replay file. Throws UsageError for a key that replay files of this version, or for
/// this kind of test case (algorithm, node program or program files), do not have.
std::uint64_t checked_schema_version(const ReplayObjectReader& reader, const UserInputPlace& place) {
  const std::uint64_t version = reader.count("schema_version");
  if (version == 0 || version > kSchemaVersion) {
    throw UsageError(
        {.place = place,
         .reason = fmt::format("has schema version {}, and this program reads 1 to {}", version, kSchemaVersion),
         .remedy = "find the run again with this one"});
  }
  std::vector<std::string> known = kReplayFileKeys;
  const auto add = [&](const std::vector<std::string>& more) { known.insert(known.end(), more.begin(), more.end()); };
  if (version > 1) add(kReplayFileKeysSinceVersion2);
  const bool has_files = version > 2 && reader.has("files");
  if (has_files) add(keys_of_launch_options());
  add(has_files ? kProgramFileKeys : version > 1 && reader.has("program") ? kProgramKeys : kAlgorithmKeys);
  reader.refuse_keys_other_than(known);
  return version;
}

Machine read_machine(const ReplayObjectReader& reader, const UserInputPlace& place) {
  return machines::make_machine({.name = reader.text("machine"),
                                 .input_place_of_machine_name = place,
                                 .nodes = static_cast<std::uint32_t>(reader.count("nodes", kMostNodes)),
                                 .input_place_of_node_count = place,
                                 .settings = reader.settings_at_key("constants")});
}

CommunicationMatrix read_matrix_of_replay(const ReplayObjectReader& reader, const UserInputPlace& place,
                                          std::uint32_t nodes) {
  std::vector<Triplet> messages;
  for (const auto& row : reader.read_number_lists_at_key("matrix", 3)) {
    if (row[0] >= nodes || row[1] >= nodes) reader.wrong("'matrix' names a node that the machine does not have");
    messages.push_back(
        {NodeId{static_cast<std::uint32_t>(row[0])}, NodeId{static_cast<std::uint32_t>(row[1])}, row[2]});
  }
  try {
    return CommunicationMatrix::from_triplets(nodes, messages);
  } catch (const UsageError& error) {
    throw error.at(place);
  }
}

std::vector<ArbiterDecision> read_decisions(const ReplayObjectReader& reader) {
  std::vector<ArbiterDecision> decisions;
  for (const auto& row : reader.read_number_lists_at_key("decisions", 2)) {
    if (!decisions.empty() && row[0] <= decisions.back().step) reader.wrong("'decisions' are not in order");
    decisions.push_back({row[0], row[1]});
  }
  return decisions;
}

std::optional<Protocol> read_protocol(const ReplayObjectReader& reader) {
  std::vector<std::string> names = machines::protocol_names();
  names.insert(names.begin(), kDefaultProtocolOfAlgorithmText);
  const std::size_t which = reader.read_index_of_allowed_text_at_key("protocol", names);
  if (which == 0) return std::nullopt;
  return protocol_named(names[which]);
}

void check_matrix_fits_in_memory(const ReplayObjectReader& reader, const CommunicationMatrix& matrix) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 34U;
  if (matrix.total_bytes() > kMostBytes) reader.wrong(fmt::format("'matrix' holds more than {} B", kMostBytes));
}

/// Calls `find`, which looks a name up in a catalogue. If the name is missing, throws an error that also lists the
/// libraries that the replay file names.
template <class Find>
auto find_in_catalogue_or_hint_at_libraries(const std::vector<std::string>& libraries, Find find) {
  try {
    return find();
  } catch (const UsageError& error) {
    if (libraries.empty()) throw;
    std::string options;
    for (const std::string& library : libraries) options += " --load " + library;
    Mistake mistake = error.mistake();
    mistake.remedy =
        fmt::format("the run was found with{}{}{}", options, mistake.remedy.empty() ? "" : "; ", mistake.remedy);
    throw UsageError(std::move(mistake));
  }
}

std::shared_ptr<const StressCase> read_algorithm_case(const ReplayObjectReader& reader, const UserInputPlace& place,
                                                      const Machine& machine, const Algorithm& algorithm) {
  CommunicationMatrix matrix = read_matrix_of_replay(reader, place, machine.node_count());
  check_matrix_fits_in_memory(reader, matrix);
  return std::make_shared<AlgorithmStressTestCase>(
      AlgorithmRunSetup{machine, algorithm, std::move(matrix), read_protocol(reader)});
}

std::shared_ptr<const StressCase> read_node_program_case(const ReplayObjectReader& reader, const Machine& machine,
                                                         const ProgramKind& program) {
  const std::string& arguments = reader.text("arguments");
  try {
    check_machine_meets_requirements(machine, program);
    make_program(program, arguments);
  } catch (const UsageError& error) {
    reader.wrong(error.what());
  }
  return std::make_shared<NamedProgramStressTestCase>(ProgramRunSetup{machine, program, arguments});
}

/// Loads the program file that the recorded run used. Throws UsageError if the file has changed
/// since.
PlacedProgram load_program_file_of_replay(const ReplayObjectReader& reader, const UserInputPlace& place) {
  const std::string& path = reader.text("path");
  auto nodes = parse_node_ranges(reader.text("nodes"));
  if (!nodes) reader.wrong("'nodes' are not given as in 0,4-7");
  const auto refuse = [&](const std::string& why) {
    throw UsageError({.place = place,
                      .value = path,
                      .reason = fmt::format("the program {} {}", switchyard::quoted(path), why),
                      .remedy = "replay where it is as it was, or stress it again"});
  };
  std::shared_ptr<Program> program;
  try {
    program = Program::load_program(path);
  } catch (const UsageError& error) {
    refuse("cannot be run: " + error.mistake().reason);
  }
  if (program->file_hash() != reader.read_hash_at_key("hash")) refuse("has changed since the run was found");
  return {std::move(program), std::move(*nodes)};
}

std::shared_ptr<const StressCase> read_launched_case(const ReplayObjectReader& reader, const UserInputPlace& place,
                                                     const Machine& machine, const Catalogue& catalogue,
                                                     const ReplayOutput& output) {
  std::vector<PlacedProgram> programs;
  reader.read_each_object_at_key("files", [&](const ReplayObjectReader& file) {
    file.refuse_keys_other_than({"path", "nodes", "hash"});
    programs.push_back(load_program_file_of_replay(file, place));
  });
  if (programs.empty()) reader.wrong("'files' are none");
  LaunchSetting setting;
  for (const LaunchOption& each : launch_entries(RunRepetition::repeated_runs)) {
    const char* const key = each.key.c_str();
    if (reader.has(key)) each.set(setting, place.place_with_key(each.key), reader.text(key));
  }
  const auto chosen = reader.has("collectives") ? reader.text_list_at_key("collectives") : std::vector<std::string>{};
  const auto launch = std::make_shared<const ProgramLaunch>(
      std::move(programs), reader.text_list_at_key("words"), setting,
      read_collective_settings(place.place_with_key("collectives"), chosen, catalogue, false));
  try {
    launch->check_placement(machine.node_count());
  } catch (const UsageError& error) {
    reader.wrong(error.what());
  }
  launch->prepare_program_images(machine.node_count());
  return std::make_shared<NamedProgramStressTestCase>(
      ProgramRunSetup{machine, program_kind_of_launch(*launch, output), arguments_text_of_launch(*launch), launch});
}

std::shared_ptr<const StressCase> read_stress_case(const ReplayObjectReader& reader, const UserInputPlace& place,
                                                   const Catalogue& catalogue,
                                                   const std::vector<std::string>& libraries,
                                                   const ReplayOutput& output) {
  const Machine machine =
      find_in_catalogue_or_hint_at_libraries(libraries, [&] { return read_machine(reader, place); });
  if (reader.has("files")) {
    return find_in_catalogue_or_hint_at_libraries(
        libraries, [&] { return read_launched_case(reader, place, machine, catalogue, output); });
  }
  if (reader.has("program")) {
    const std::string& name = reader.text("program");
    return read_node_program_case(reader, machine, find_in_catalogue_or_hint_at_libraries(libraries, [&] {
                                    return catalogue.find_program(place, name);
                                  }));
  }
  const std::string& name = reader.text("algorithm");
  return read_algorithm_case(reader, place, machine, find_in_catalogue_or_hint_at_libraries(libraries, [&] {
                               return catalogue.find(place, name);
                             }));
}

void write_launch_to_json(Json& file, const ProgramLaunch& launch, std::uint32_t node_count) {
  file["files"] = Json::array();
  for (const PlacedProgram& each : launch.programs()) {
    file["files"].push_back({{"path", each.program->path()},
                             {"nodes", node_ranges_as_text(launch.nodes_of(each, node_count))},
                             {"hash", fmt::format("{:016x}", each.program->file_hash())}});
  }
  file["words"] = launch.program_arguments();
  for (const LaunchOptionValue& each : nondefault_launch_option_values(launch.setting())) file[each.key] = each.value;
  if (!launch.collectives().algorithm_choice_texts.empty())
    file["collectives"] = launch.collectives().algorithm_choice_texts;
}

void write_case_to_json(Json& file, const StressCase& stressed) {
  if (const AlgorithmRunSetup* work = algorithm_setup_of_case(stressed)) {
    file["matrix"] = matrix_json(work->matrix);
    file["algorithm"] = work->algorithm.name;
    file["protocol"] = protocol_text(work->protocol);
  } else if (const ProgramRunSetup* program = program_setup_of_case(stressed); program != nullptr && program->launch) {
    write_launch_to_json(file, *program->launch, program->machine.node_count());
  } else if (program != nullptr) {
    file["program"] = program->program.name;
    file["arguments"] = program->arguments;
  }
}

}  // namespace

std::string replay_text(const Replay& replay) {
  const Machine& machine = replay.stress_test_case->machine();
  Json file;
  file["schema_version"] = kSchemaVersion;
  file["machine"] = machine.name();
  file["nodes"] = machine.node_count();
  file["constants"] = Json::object();
  for (const auto& setting : changed_settings(machine, "")) file["constants"][setting.name] = setting.value;
  file["halvings"] = replay.run.halvings;
  file["libraries"] = replay.libraries;
  write_case_to_json(file, *replay.stress_test_case);
  file["strategy"] = name_of(replay.run.strategy);
  file["seed"] = replay.run.seed;
  file["time_limit"] = format_duration(replay.limits.time_limit);
  file["decisions"] = Json::array();
  for (const ArbiterDecision& decision : replay.run.arbiter_decisions)
    file["decisions"].push_back({decision.step, decision.choice});
  file["outcome"] = name_of(replay.run.outcome);
  file["trace_hash"] = fmt::format("{:016x}", replay.run.trace_hash);
  return file.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Replay parse_replay(const UserInputPlace& place, const std::string& text, const Catalogue& catalogue,
                    const ReplayOutput& output) {
  const Json file = Json::parse(text, nullptr, false);
  if (file.is_discarded()) {
    throw UsageError({.place = place,
                      .reason = "is not JSON, or ends too early",
                      .remedy = "give a replay file as 'switchyard stress' writes it"});
  }
  const ReplayObjectReader reader(place, file);
  const bool has_later_keys = checked_schema_version(reader, place) > 1;
  std::vector<std::string> libraries =
      has_later_keys ? reader.text_list_at_key("libraries") : std::vector<std::string>{};
  const auto halvings = has_later_keys ? static_cast<unsigned>(reader.count("halvings", kMostBufferHalvings)) : 0U;
  const StressStrategy strategy = kStrategies[reader.read_index_of_allowed_text_at_key("strategy", strategy_names())];
  auto stressed = read_stress_case(reader, place, catalogue, libraries,
                                   strategy == StressStrategy::threads ? ReplayOutput{} : output);
  StressedRun run{.outcome = kOutcomes[reader.read_index_of_allowed_text_at_key("outcome", outcome_names())],
                  .machine = with_halved_buffers(stressed->machine(), halvings),
                  .halvings = halvings,
                  .strategy = strategy,
                  .seed = reader.count("seed"),
                  .arbiter_decisions = read_decisions(reader),
                  .trace_hash = reader.read_hash_at_key("trace_hash")};
  RunLimits limits;
  limits.time_limit = parse_duration(place.place_with_key("time_limit"), reader.text("time_limit"));
  if (const ProgramRunSetup* work = program_setup_of_case(*stressed); work != nullptr && work->launch) {
    limits.standard_sends = standard_sends_of(work->launch->setting().send_setting);
    limits.stack_bytes = stack_bytes_of(work->launch.get(), limits.stack_bytes);
  }
  return {std::move(stressed), std::move(run), limits, std::move(libraries)};
}

StressedRun repeat_run(const Replay& replay, std::uint64_t most_repeats) {
  const ReplayLineContents key = replay_line_contents(replay.run, replay.limits);
  return repeat_run(*replay.stress_test_case, key, replay.limits, replay.run.outcome, most_repeats);
}

}  // namespace switchyard
