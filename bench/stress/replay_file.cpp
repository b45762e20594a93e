#include "bench/stress/replay_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "algorithms/exchange/paper_protocols.hpp"
#include "bench/stress/machine_text.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kSchemaVersion = 1;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostCount = std::numeric_limits<std::uint64_t>::max();

const std::vector<std::string> kKeys{"schema_version", "machine",  "nodes",     "constants", "matrix",
                                     "algorithm",      "protocol", "strategy",  "seed",      "time_limit",
                                     "decisions",      "outcome",  "trace_hash"};
const std::vector<std::string> kProtocols{"own", "forced", "unforced"};

const std::string& protocol_text(const std::optional<Protocol>& protocol) {
  if (!protocol) return kProtocols[0];
  return kProtocols[*protocol == kForced ? 1 : 2];
}

Json matrix_json(const CommunicationMatrix& matrix) {
  Json entries = Json::array();
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) entries.push_back({i, index(entry.destination), entry.bytes});
  }
  return entries;
}

/// Reads values out of one object, and says what is wrong with them.
class Reader {
 public:
  Reader(const std::string& place, const Json& object) : place_(place), object_(object) {
    if (!object.is_object()) wrong("is not a JSON object");
    for (const auto& item : object.items()) {
      if (std::ranges::find(kKeys, item.key()) == kKeys.end()) {
        throw UsageError(unknown_name_message(place_, item.key(), kKeys, "key"));
      }
    }
  }

  const std::string& text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) wrong(fmt::format("'{}' is not a text", key));
    return value.get_ref<const std::string&>();
  }
  std::uint64_t count(const char* key, std::uint64_t most = kMostCount) const { return number(at(key), key, most); }
  std::size_t choice(const char* key, const std::vector<std::string>& known) const {
    const auto found = std::ranges::find(known, text(key));
    if (found == known.end()) throw UsageError(unknown_name_message(place_, text(key), known, key));
    return static_cast<std::size_t>(found - known.begin());
  }
  std::uint64_t hash(const char* key) const {
    const std::string& digits = text(key);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || end != digits.data() + digits.size())
      wrong(fmt::format("'{}' is no hexadecimal number", key));
    return value;
  }
  /// The rows of a list of lists of `width` numbers each.
  std::vector<std::vector<std::uint64_t>> rows(const char* key, std::size_t width) const {
    std::vector<std::vector<std::uint64_t>> result;
    if (!at(key).is_array()) wrong(fmt::format("'{}' is not a list", key));
    for (const Json& row : at(key)) {
      if (!row.is_array() || row.size() != width)
        wrong(fmt::format("'{}' has an entry that is not {} numbers", key, width));
      std::vector<std::uint64_t>& numbers = result.emplace_back();
      for (const Json& value : row) numbers.push_back(number(value, key, kMostCount));
    }
    return result;
  }
  std::vector<machines::Setting> settings(const char* key) const {
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
    throw UsageError(fmt::format("{}: {}; give a replay file as 'switchyard stress' writes it", place_, what));
  }

 private:
  const Json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) wrong(fmt::format("has no '{}'", key));
    return *found;
  }
  std::uint64_t number(const Json& value, const char* key, std::uint64_t most) const {
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
    if (!fits) wrong(fmt::format("'{}' holds what is no whole number up to {}", key, most));
    return value.get<std::uint64_t>();
  }

  const std::string& place_;
  const Json& object_;
};

void check_version(const Reader& reader, const std::string& place) {
  const std::uint64_t version = reader.count("schema_version");
  if (version == kSchemaVersion) return;
  throw UsageError(fmt::format("{}: has schema version {}, and this program reads {}; find the run again with this one",
                               place, version, kSchemaVersion));
}

Machine machine_of(const Reader& reader, const std::string& place) {
  return machines::make_machine({.name = reader.text("machine"),
                                 .name_place = place,
                                 .nodes = static_cast<std::uint32_t>(reader.count("nodes", kMostNodes)),
                                 .nodes_place = place,
                                 .settings = reader.settings("constants")});
}

CommunicationMatrix matrix_of(const Reader& reader, const std::string& place, std::uint32_t nodes) {
  std::vector<Triplet> messages;
  for (const auto& row : reader.rows("matrix", 3)) {
    if (row[0] >= nodes || row[1] >= nodes) reader.wrong("'matrix' names a node that the machine does not have");
    messages.push_back(
        {NodeId{static_cast<std::uint32_t>(row[0])}, NodeId{static_cast<std::uint32_t>(row[1])}, row[2]});
  }
  try {
    return CommunicationMatrix::from_triplets(nodes, messages);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", place, error.what()));
  }
}

std::vector<Decision> decisions_of(const Reader& reader) {
  std::vector<Decision> decisions;
  for (const auto& row : reader.rows("decisions", 2)) {
    if (!decisions.empty() && row[0] <= decisions.back().step) reader.wrong("'decisions' are not in order");
    decisions.push_back({row[0], row[1]});
  }
  return decisions;
}

std::optional<Protocol> protocol_of(const Reader& reader) {
  const std::size_t which = reader.choice("protocol", kProtocols);
  if (which == 0) return std::nullopt;
  return which == 1 ? kForced : kUnforced;
}

void check_memory(const Reader& reader, const CommunicationMatrix& matrix) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 34U;
  if (matrix.total_bytes() > kMostBytes) reader.wrong(fmt::format("'matrix' holds more than {} B", kMostBytes));
}

}  // namespace

std::string replay_text(const Replay& replay) {
  Json file;
  file["schema_version"] = kSchemaVersion;
  file["machine"] = replay.stressed.machine.name();
  file["nodes"] = replay.stressed.machine.node_count();
  file["constants"] = Json::object();
  for (const auto& setting : changed_settings(replay.stressed.machine, ""))
    file["constants"][setting.name] = setting.value;
  file["matrix"] = matrix_json(replay.stressed.matrix);
  file["algorithm"] = replay.stressed.algorithm.name;
  file["protocol"] = protocol_text(replay.stressed.protocol);
  file["strategy"] = name_of(replay.run.strategy);
  file["seed"] = replay.run.seed;
  file["time_limit"] = format_duration(replay.limits.time_limit);
  file["decisions"] = Json::array();
  for (const Decision& decision : replay.run.decisions) file["decisions"].push_back({decision.step, decision.choice});
  file["outcome"] = name_of(replay.run.outcome);
  file["trace_hash"] = fmt::format("{:016x}", replay.run.trace_hash);
  return file.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Replay parse_replay(const std::string& place, const std::string& text, const Catalogue& catalogue) {
  const Json file = Json::parse(text, nullptr, false);
  if (file.is_discarded()) {
    throw UsageError(
        fmt::format("{}: is not JSON, or ends too early; give a replay file as 'switchyard stress' writes it", place));
  }
  const Reader reader(place, file);
  check_version(reader, place);
  Machine machine = machine_of(reader, place);
  CommunicationMatrix matrix = matrix_of(reader, place, machine.node_count());
  check_memory(reader, matrix);
  const StressedRun run{.outcome = kOutcomes[reader.choice("outcome", outcome_names())],
                        .machine = machine,
                        .strategy = kStrategies[reader.choice("strategy", strategy_names())],
                        .seed = reader.count("seed"),
                        .decisions = decisions_of(reader),
                        .trace_hash = reader.hash("trace_hash")};
  RunLimits limits;
  limits.time_limit = parse_duration(place + ": time_limit", reader.text("time_limit"));
  return {{std::move(machine), catalogue.find(place, reader.text("algorithm")), std::move(matrix), protocol_of(reader)},
          run,
          limits};
}

Replay read_replay(const std::string& option, const std::string& path, const Catalogue& catalogue) {
  std::ostringstream text;
  std::ifstream file(path, std::ios::binary);
  const bool read = file && text << file.rdbuf();
  if (!read) {
    throw UsageError(fmt::format("{}: cannot read {}: {}", option, switchyard::quoted(path),
                                 errno != 0 ? std::generic_category().message(errno) : "it is empty or no file"));
  }
  return parse_replay(fmt::format("{}: {}", option, switchyard::quoted(path)), text.str(), catalogue);
}

StressedRun run_again(const Replay& replay, std::uint64_t most_repeats) {
  const StressedRun& known = replay.run;
  AlgorithmTrial trial(replay.stressed);
  if (known.strategy != Strategy::threads) {
    return run_decided(trial, replay.stressed.machine, known.strategy, known.seed, known.decisions, replay.limits);
  }
  for (std::uint64_t left = most_repeats;; --left) {
    StressedRun run = run_disturbed(trial, Strategy::threads, known.seed, 0, replay.limits);
    if (run.outcome == known.outcome || left <= 1) return run;
  }
}

}  // namespace switchyard
