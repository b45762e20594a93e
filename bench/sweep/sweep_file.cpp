#include "bench/sweep/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/program_options.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/machine_file.hpp"
#include "machines/toml_input.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::uint64_t kMostSamples = 1'000'000;
// A machine must have fewer nodes than this, because an event cannot name a higher node number.
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24U;
constexpr std::string_view kMatrixPrefix = "matrix:";

const std::vector<std::string> kKeysThatAreNoOptions{
    "schema_version", "name",    "machines", "nodes",           "algorithms", "patterns", "densities",
    "bytes",          "samples", "seeds",    "skip_impossible", "verify",     "programs", "collectives"};

/// Reads the TOML file of a sweep and makes a SweepDeclaration from it.
class SweepFileReader {
 public:
  SweepFileReader(const std::string& path, const Catalogue& catalogue)
      : file_(path, "bytes = [16, \"1KiB\"]"),
        algorithm_catalogue_(catalogue),
        options_(execution_options(result_.exchange_options)) {
    for (CommandOption& option : launch_options(launch_setting_, RunRepetition::repeated_runs))
      options_.push_back(std::move(option));
  }
  // The object cannot be copied, because its options hold pointers into its member `result_`.
  SweepFileReader(const SweepFileReader&) = delete;
  SweepFileReader& operator=(const SweepFileReader&) = delete;

  SweepDeclaration read() {
    std::vector<std::string> keys = kKeysThatAreNoOptions;
    for (const CommandOption& option : options_) keys.push_back(toml_key_of_option(option.name));
    file_.refuse_unknown_keys(file_.root_table(), keys);
    file_.check_schema_version(kSchemaVersion);
    result_.name = std::filesystem::path(file_.file_path()).stem().string();
    if (const toml::node* node = find("name")) result_.name = read_single_line_text(*node, "name");
    read_machines();
    const toml::node* programs = find("programs");
    if (find("algorithms") != nullptr || programs == nullptr) {
      read_algorithms();
      read_patterns();
    } else {
      refuse_patterns_without_algorithms();
    }
    read_sizes();
    for (const CommandOption& option : options_) read_option(option);
    if (const toml::node* node = find("collectives")) collectives_ = read_text_list(*node, "collectives");
    if (programs != nullptr) read_programs(*programs);
    if (const toml::node* node = find("samples"))
      result_.samples_per_seed = read_limited_count(*node, "samples", 1, kMostSamples);
    read_seeds();
    choose_executor_if_unset();
    check_time_limit();
    if (const toml::node* node = find("verify")) result_.exchange_options.verify = read_true_or_false(*node, "verify");
    if (const toml::node* node = find("skip_impossible"))
      result_.skips_impossible_runs = read_true_or_false(*node, "skip_impossible");
    return std::move(result_);
  }

 private:
  const toml::node* find(const std::string& key) const { return file_.root_table().get(key); }
  UserInputPlace place(const toml::node& node, const std::string& key) const {
    return file_.place_in_file(node).place_with_key(key);
  }

  /// Reads a list from the TOML file. A single value counts as a list of one value. Throws UsageError for a list that
  /// is empty or contains a value twice.
  template <class Read>
  auto read_list(const toml::node& node, const std::string& key, Read read) const {
    std::vector<decltype(read(node))> list;
    const toml::array* array = node.as_array();
    if (array == nullptr) return list.push_back(read(node)), list;
    if (array->empty()) file_.throw_error_at(node, key + " is empty", "write at least one value, or leave it out");
    for (const toml::node& item : *array) {
      auto value = read(item);
      if (std::ranges::find(list, value) != list.end()) {
        file_.throw_error_at(item, key + " has this value twice", "write each once");
      }
      list.push_back(std::move(value));
    }
    return list;
  }

  std::string text(const toml::node& node, const std::string& key) const {
    if (!node.is_string()) file_.throw_error_at(node, key + " is no text", "write it in quotes");
    return node.value_or(std::string{});
  }

  /// Reads a text that will be written into result rows. Throws UsageError if the text has line ends or other control
  /// characters, because a row is one line.
  std::string read_single_line_text(const toml::node& node, const std::string& key) const {
    const std::string name = text(node, key);
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    if (name.empty() || std::ranges::any_of(name, is_control)) {
      file_.throw_error_at(node, key + " is empty or has control characters", "write a plain name");
    }
    return name;
  }

  std::uint64_t read_limited_count(const toml::node& node, const std::string& key, std::uint64_t min,
                                   std::uint64_t max) const {
    const auto number = node.value_exact<std::int64_t>();
    if (!number)
      file_.throw_error_at(node, fmt::format("{} is no whole number", key), fmt::format("write one such as {}", min));
    return parse_count(place(node, key), std::to_string(*number), min, max);
  }

  bool read_true_or_false(const toml::node& node, const std::string& key) const {
    if (!node.is_boolean()) file_.throw_error_at(node, key + " is neither true nor false", "write one of them");
    return node.value_or(false);
  }

  /// Returns the path of a file whose name in the TOML file is relative to the folder of the TOML file.
  std::string path_beside_this_file(const std::string& name) const {
    return (std::filesystem::path(file_.file_path()).parent_path() / name).string();
  }

  void read_machines() {
    const toml::node& machines = file_.required_value("machines", "machines = [\"ipsc860\"]");
    const toml::array* array = machines.as_array();
    if (array == nullptr) return read_machine(machines);
    if (array->empty()) file_.throw_error_at(machines, "machines is empty", "write one such as \"ipsc860\"");
    for (const toml::node& machine : *array) read_machine(machine);
  }

  void read_machine(const toml::node& node) {
    if (const toml::table* table = node.as_table()) return read_machine_table(*table);
    if (!node.is_string())
      file_.throw_error_at(node, "machines has what is neither a name nor a table", "write \"ipsc860\"");
    add_machines(machine_choice_of(node), find("nodes"), std::nullopt);
  }

  machines::MachineChoice machine_choice_of(const toml::node& node) {
    const std::string name = read_single_line_text(node, "machine");
    if (name.ends_with(".toml")) {
      const std::string& path = result_.read_file_paths.emplace_back(path_beside_this_file(name));
      refuse_fifo(path);
      return machines::read_machine_file(path);
    }
    machines::MachineChoice choice;
    choice.name = name;
    choice.input_place_of_machine_name = place(node, "machines");
    return choice;
  }

  void read_machine_table(const toml::table& table) {
    file_.refuse_unknown_keys(table, std::vector<std::string>{"machine", "name", "nodes", "constants"},
                              "key of a machine");
    const toml::node* machine = table.get("machine");
    if (machine == nullptr) file_.throw_error_at(table, "machine is missing here", "write machine = \"ipsc860\"");
    machines::MachineChoice choice = machine_choice_of(*machine);
    if (const toml::node* constants = table.get("constants")) read_constants(*constants, choice);
    std::optional<std::string> name;
    if (const toml::node* node = table.get("name")) name = read_single_line_text(*node, "name");
    add_machines(choice, table.get("nodes") != nullptr ? table.get("nodes") : find("nodes"), name);
  }

  void read_constants(const toml::node& node, machines::MachineChoice& choice) const {
    if (!node.is_table())
      file_.throw_error_at(node, "constants is not a table", "write [machines.constants] and a line for each");
    std::vector<std::string> known;
    for (const Constant& constant : machines::make_machine(choice).model().constants()) known.push_back(constant.name);
    file_.refuse_unknown_keys(*node.as_table(), known, "constant of " + choice.name);
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      choice.settings.push_back({file_.place_in_file(value), name, file_.text_of_constant_value(value, name)});
    }
  }

  void add_machines(machines::MachineChoice choice, const toml::node* nodes, const std::optional<std::string>& name) {
    const auto add = [&] {
      const Machine machine = machines::make_machine(choice);
      result_.machines.push_back({name.value_or(machine.name()), machine});
    };
    if (nodes == nullptr) return add();
    read_list(*nodes, "nodes", [&](const toml::node& item) {
      choice.nodes = static_cast<std::uint32_t>(read_limited_count(item, "nodes", 1, kMostNodes));
      choice.input_place_of_node_count = place(item, "nodes");
      add();
      return *choice.nodes;
    });
  }

  void read_algorithms() {
    const toml::node& node = file_.required_value("algorithms", "algorithms = [\"ac\", \"rs_nl\"]");
    read_list(node, "algorithms", [this](const toml::node& item) {
      const std::string name = text(item, "algorithms");
      const auto known = algorithm_catalogue_.names();
      if (std::ranges::find(known, name) == known.end()) {
        throw UsageError(mistake_for_unknown_name(file_.place_in_file(item), name, known, "algorithm"));
      }
      result_.algorithms.push_back(algorithm_catalogue_.find("algorithms", name));
      return name;
    });
  }

  void refuse_patterns_without_algorithms() const {
    for (const char* key : {"patterns", "densities"}) {
      const toml::node* node = find(key);
      if (node != nullptr)
        file_.throw_error_at(*node, fmt::format("{} are for algorithms", key), "add some, or leave it out");
    }
  }

  void read_programs(const toml::node& node) {
    read_list(node, "programs", [this](const toml::node& item) {
      const ChosenProgram program = program_of(item);
      const Pattern pattern = pattern_of_program_run(program.arguments);
      const auto same = std::ranges::find_if(result_.patterns, [&](const Pattern& other) {
        return other.kind == pattern.kind && other.parameter_text == pattern.parameter_text;
      });
      const auto place = static_cast<std::size_t>(same - result_.patterns.begin());
      if (same == result_.patterns.end()) result_.patterns.push_back(pattern);
      result_.programs.push_back({place, result_.algorithms.size(), program});
      result_.algorithms.push_back(algorithm_running_program(program));
      // Two programs with the same name and arguments are refused, because their result rows could not be told apart.
      return std::pair(program.kind.name, program.arguments);
    });
  }

  /// Reads a program from the TOML file: a text, or a table that also has the arguments of a C or C++ program.
  ChosenProgram program_of(const toml::node& node) {
    const toml::table* table = node.as_table();
    std::vector<std::string> words;
    if (table != nullptr) {
      file_.refuse_unknown_keys(*table, std::vector<std::string>{"program", "words"}, "key of a program");
      if (const toml::node* list = table->get("words")) words = argument_words(*list);
    }
    const toml::node* program = table != nullptr ? table->get("program") : &node;
    if (program == nullptr) file_.throw_error_at(node, "program is missing here", "write program = \"./heat\"");
    std::vector<std::string> texts = read_text_list(*program, "programs");
    const bool is_file = is_program_file_name(texts.front());
    if (!is_file && !words.empty())
      file_.throw_error_at(*program, "words are for a C or C++ program", "write its path");
    for (std::string& each : texts) each = is_program_file_name(each) ? path_beside_this_file(each) : each;
    ProgramSetting setting{.program_arguments = std::move(words)};
    if (is_file) setting.launch_setting = launch_setting_;
    if (is_file) setting.collective_options = collectives_;
    return choose_program(algorithm_catalogue_, file_.place_in_file(*program), texts, std::move(setting));
  }

  /// Reads the list of a program's arguments. Unlike in other lists of a sweep file, values may occur twice, and the
  /// list may be empty.
  std::vector<std::string> argument_words(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr) file_.throw_error_at(node, "words are no list", "write one such as [\"-n\", \"100\"]");
    std::vector<std::string> words;
    for (const toml::node& item : *list) words.push_back(text(item, "words"));
    return words;
  }

  std::vector<std::string> read_text_list(const toml::node& node, const std::string& key) const {
    return read_list(node, key, [&](const toml::node& item) { return read_single_line_text(item, key); });
  }

  void read_patterns() {
    const toml::node* densities = find("densities");
    const toml::node* patterns = find("patterns");
    if (patterns == nullptr)
      return add_dense_patterns(densities != nullptr ? *densities
                                                     : file_.required_value("densities", "densities = [4, 16]"));
    bool has_dense = false;
    read_list(*patterns, "patterns", [&](const toml::node& item) {
      std::string name = text(item, "patterns");
      if (name == "dense") {
        has_dense = true;
        add_dense_patterns(file_.required_value("densities", "densities = [4, 16], which the pattern \"dense\" needs"));
      } else {
        result_.patterns.push_back(pattern_of(item, name));
      }
      return name;
    });
    if (densities != nullptr && !has_dense) {
      file_.throw_error_at(*densities, "densities are for the pattern \"dense\"",
                           "add that to patterns, or leave them out");
    }
  }

  Pattern pattern_of(const toml::node& node, const std::string& name) {
    if (!name.starts_with(kMatrixPrefix))
      return parse_pattern(file_.place_in_file(node), name, algorithm_catalogue_.patterns());
    const std::string file = read_single_line_text(node, "patterns").substr(kMatrixPrefix.size());
    if (file.empty()) file_.throw_error_at(node, "patterns names no file", "write one such as \"matrix:FILE.mtx\"");
    return pattern_from_file(result_.read_file_paths.emplace_back(path_beside_this_file(file)), Diagonal::refuse);
  }

  void add_dense_patterns(const toml::node& densities) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint64_t density : read_list(densities, "densities", [this](const toml::node& item) {
           return read_limited_count(item, "densities", 1, kMost);
         })) {
      result_.patterns.push_back(dense_pattern(static_cast<std::uint32_t>(density)));
    }
  }

  void read_sizes() {
    const bool needed = !std::ranges::all_of(result_.patterns, &Pattern::determines_message_sizes);
    const toml::node* node = find("bytes");
    if (node != nullptr && !needed)
      file_.throw_error_at(*node, "bytes: these patterns have sizes of their own", "leave it out");
    if (!needed) return;
    result_.message_sizes =
        read_list(file_.required_value("bytes", "bytes = [16, \"1KiB\"]"), "bytes", [this](const toml::node& item) {
          if (!item.is_string()) return read_limited_count(item, "bytes", 0, kLargestParsableNumber);
          return parse_bytes(place(item, "bytes"), item.value_or(std::string{}),
                             UnitlessSizePolicy::unitless_size_allowed);
        });
  }

  /// Reads the seeds of the sweep. TOML has numbers up to 2^63 - 1; larger seeds can be given as
  /// text.
  void read_seeds() {
    const toml::node* node = find("seeds");
    if (node == nullptr) return;
    result_.seeds = read_list(*node, "seeds", [this](const toml::node& item) {
      if (!item.is_string()) return read_limited_count(item, "seeds", 0, kLargestParsableNumber);
      return parse_seed(place(item, "seeds"), item.value_or(std::string{}));
    });
  }

  /// Sets an option to the value that the TOML file has for the option's key, if the file has this key.
  void read_option(const CommandOption& option) {
    const std::string key = toml_key_of_option(option.name);
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_string() && !node->is_integer())
      file_.throw_error_at(*node, key + " is neither text nor a whole number", "write one of them");
    set_option_from_file(option, place(*node, key), file_.text_of_constant_value(*node, key));
  }

  /// Chooses the executor if the sweep file does not name one. Under the virtual clock the nodes then become fibers,
  /// which changes only the host time of the runs.
  void choose_executor_if_unset() {
    RunOptions& run = result_.exchange_options.run;
    const toml::node* node = find("executor");
    if (node == nullptr && run.clock == ClockKind::virtual_time) run.executor = kQuickExecutor;
    if (node != nullptr && run.clock == ClockKind::wall && run.executor == ExecutorKind::fibers) {
      file_.throw_error_at(*node, "executor: clock = \"wall\" needs threads, as fibers of one thread cannot race",
                           "leave it out");
    }
  }

  void check_time_limit() const {
    const toml::node* node = find("time_limit");
    if (node == nullptr || result_.exchange_options.run.clock != ClockKind::off) return;
    file_.throw_error_at(*node, "time_limit is virtual time, which clock = \"off\" does not have",
                         "leave one of the two out");
  }

  machines::TomlInput file_;
  const Catalogue& algorithm_catalogue_;
  SweepDeclaration result_;
  /// The settings with which all C and C++ programs of the sweep are started.
  LaunchSetting launch_setting_;
  std::vector<std::string> collectives_;
  /// The command-line options whose values the sweep file can give under their names.
  std::vector<CommandOption> options_;
};

}  // namespace

SweepPlan read_sweep_file(const std::string& path, const Catalogue& catalogue) {
  refuse_fifo(path);
  SweepDeclaration declaration = SweepFileReader(path, catalogue).read();
  return call_with_input_place_in_errors({path, 1, 1}, [&] { return SweepPlan(std::move(declaration)); });
}

}  // namespace switchyard::sweep
