#include "bench/report/message_schedule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <vector>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/exchange/leveled.hpp"
#include "algorithms/schedule/level_bounds.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/channel_cycle.hpp"
#include "bench/report/table.hpp"
#include "runtime/build_info.hpp"
#include "runtime/values.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {
namespace {

constexpr const char* kDefaultSchedulers = "fcfs,iscom,miscom,fcfs_rerouted,miscom_rerouted,miscom_improved,min_sum";
/// The largest number of messages for which lower bounds of their levels (time slots) are computed. The computation
/// takes time quadratic in the number of messages.
constexpr std::uint32_t kMostMessagesForLowerLevelBounds = 3000;
constexpr std::uint32_t kMostTriedRoutings = 200;
/// The largest number of messages whose levels (time slots) are printed without the option --full.
constexpr std::size_t kMostPrintedMessages = 60;

/// Returns the numbers of rows and columns of the machine's grid of nodes. A machine that is not a two-dimensional grid
/// counts as one row.
GridShape grid_shape_of(const Machine& machine) {
  const std::vector<std::uint32_t> sides = machine.routes().sides();
  return sides.size() == 2 ? GridShape{sides[0], sides[1]} : GridShape{1, machine.node_count()};
}

std::vector<ListedMessage> read_messages(const std::string& path, GridShape shape) {
  InputFile file({}, path);
  if (file.peek() == std::char_traits<char>::eof()) {
    throw UsageError(
        {.place = {path, 1, 1}, .reason = "is empty", .remedy = "give a CSV file with a header and messages"});
  }
  return sorted_by_ready_time(read_message_list(file, path, shape));
}

std::vector<NodePair> node_pairs(std::span<const ListedMessage> messages) {
  std::vector<NodePair> pairs;
  for (const ListedMessage& message : messages) pairs.emplace_back(message.source, message.destination);
  return pairs;
}

/// Returns whether the machine's second routes (detours) may turn from any direction to any other. If they may, some
/// messages on this machine can wait for each other in a cycle, even if the messages of the user's list cannot.
bool allows_detours_every_turn(const Machine& machine) {
  const std::vector<Constant> constants = machine.model().constants();
  const auto turns = std::ranges::find(constants, "any_turn", &Constant::name);
  return turns != constants.end() && turns->value == "true";
}

/// The results of one scheduler: the levels (time slots) that it assigns to the messages of the user's list, and the
/// results of sending the list through the machine.
struct SchedulerResult {
  explicit SchedulerResult(const ListScheduler& its_scheduler) : scheduler(&its_scheduler) {}
  const ListScheduler* scheduler;
  MessageListSchedule leveled_list;
  std::optional<LevelBounds> lower_bounds;
  std::vector<std::string> violations;
  std::optional<MessageListRunResult> run_with_barriers, run_without_barriers;
};

class MessageSchedule {
 public:
  MessageSchedule(const Machine& machine, const MessageScheduleArguments& arguments)
      : machine_(machine),
        arguments_(arguments),
        messages_(read_messages(arguments.message_list_path, grid_shape_of(machine))),
        usual_route_model_(collision_model({})),
        detour_model_(collision_model(detour_finder_by_second_network_routes(machine.routes()))),
        dependencies_(channel_dependencies(machine.routes(), node_pairs(messages_))) {
    for (const std::string& name : split_algorithm_list(arguments.scheduler_names.value_or(kDefaultSchedulers))) {
      add_scheduler(find_list_scheduler("--algorithm", name));
    }
    refuse_routes_that_can_deadlock();
  }

  ExitCode schedule_and_print_results() {
    OptionalOutputFile csv("--csv", arguments_.csv_path), dot("--dot", arguments_.collision_graph_path),
        dag("--dag", arguments_.leveled_graph_path);
    OptionalOutputFile deadlock_dot("--deadlock-dot", arguments_.deadlock_graph_path);
    WorkProgressDisplay watched("schedule of a message list", arguments_.hides_progress);
    if (messages_.size() <= kMostMessagesForLowerLevelBounds) {
      direct_level_bounds_ = level_bounds(usual_route_model_.paths);
      detour_level_bounds_ = level_bounds(detour_model_.paths);
    }
    for (SchedulerResult& column : scheduler_results_) run_scheduler(column);
    if (arguments_.allows_deadlock && !deadlock_ && !dependencies_.is_acyclic()) look_for_deadlock();
    watched.close();
    print_results();
    csv.write_file_if_wanted([&] { return csv_text(); });
    dot.write_file_if_wanted([&] { return graphviz_text(usual_route_model_.graph); });
    dag.write_file_if_wanted([&] { return collision_graph_by_level_text(); });
    if (!deadlock_) return has_no_violation() ? ExitCode::done : ExitCode::failed;
    std::cout.flush();
    std::cerr << deadlock_->text() << '\n';
    deadlock_dot.write_file_if_wanted([&] { return deadlock_->dot(); });
    return ExitCode::deadlock;
  }

 private:
  /// Adds a scheduler to those that are compared. If the list has more messages than the scheduler accepts, the
  /// function throws UsageError if the user has named the scheduler; otherwise it leaves the scheduler out.
  void add_scheduler(const ListScheduler& scheduler) {
    if (scheduler.accepts_message_count(messages_.size())) {
      scheduler_results_.emplace_back(scheduler);
    } else if (arguments_.scheduler_names) {
      throw UsageError(too_many_messages_error(scheduler, messages_.size())).at("--algorithm");
    } else {
      left_out_schedulers_.push_back(fmt::format("{}, which takes up to {}", scheduler.name, scheduler.most_messages));
    }
  }

  CollisionModel collision_model(const DetourFinder& detour) const {
    const PortUse ports =
        arguments_.has_exclusive_ports ? PortUse::one_message_per_port_in_level : PortUse::unlimited_messages_per_port;
    return CollisionModel(MessagePaths(messages_, machine_.routes(), detour, ports));
  }

  void refuse_routes_that_can_deadlock() const {
    if (arguments_.allows_deadlock) return;
    const bool any_turn = allows_detours_every_turn(machine_);
    if (!any_turn && dependencies_.is_acyclic()) return;
    throw UsageError({.place = any_turn ? "--turns any" : "--messages",
                      .reason = fmt::format("these routes can deadlock{}",
                                            dependencies_.is_acyclic()
                                                ? " with other messages, though not with these"
                                                : ": " + channel_cycle_text(dependencies_, machine_.routes())),
                      .remedy = "write --allow-deadlock to run them all the same"});
  }

  const CollisionModel& collision_model_of_scheduler(const ListScheduler& scheduler) const {
    return scheduler.reroutes ? detour_model_ : usual_route_model_;
  }

  void run_scheduler(SchedulerResult& column) {
    const CollisionModel& model = collision_model_of_scheduler(*column.scheduler);
    Rng rng(arguments_.seed);
    column.leveled_list = compute_levels_checked(*column.scheduler, model, rng);
    column.lower_bounds = column.scheduler->reroutes ? detour_level_bounds_ : direct_level_bounds_;
    column.violations = verify(column.leveled_list, model.paths);
    column.run_with_barriers =
        run_messages_at_pace(TimeStepSynchronization::by_level, column.leveled_list, model.paths);
    column.run_without_barriers =
        run_messages_at_pace(TimeStepSynchronization::without_barriers, column.leveled_list, model.paths);
  }

  std::optional<MessageListRunResult> run_messages_at_pace(TimeStepSynchronization pace,
                                                           const MessageListSchedule& message_list_schedule,
                                                           const MessagePaths& paths) {
    MessageListRunOptions options{.time_step_synchronization = pace, .packet_bytes = arguments_.packet_bytes};
    options.run.seed = arguments_.seed;
    try {
      return run_leveled_list(machine_, messages_, message_list_schedule, paths, options);
    } catch (const DeadlockError& error) {
      if (!deadlock_) deadlock_ = error.graph();
      return std::nullopt;
    }
  }

  /// Searches for a deadlock, if the routes that the schedulers chose have caused none: sends all messages at the same
  /// time, each on its usual route or its detour, chosen at random. This is repeated with other random choices.
  void look_for_deadlock() {
    for (tried_routing_count_ = 1; tried_routing_count_ <= kMostTriedRoutings && !deadlock_; ++tried_routing_count_) {
      Rng rng(split_seed(arguments_.seed, tried_routing_count_));
      MessageListSchedule mix;
      for (std::uint32_t i = 0; i < messages_.size(); ++i) {
        const auto detour = detour_model_.paths.detour_of_message(i);
        mix.level_of_each_message.push_back(1);
        mix.path_of_each_message.push_back(detour && rng.random_number_below(2) == 0 ? *detour : PathId{i});
      }
      run_messages_at_pace(TimeStepSynchronization::without_barriers, mix, detour_model_.paths);
    }
    --tried_routing_count_;
  }

  std::string deadlock_search_text() const {
    if (tried_routing_count_ == 0) return {};
    return deadlock_ ? fmt::format("; mix {} of routes drawn at random deadlocks", tried_routing_count_)
                     : fmt::format("; no deadlock in {} mixes of routes drawn at random", tried_routing_count_);
  }

  bool has_no_violation() const {
    return std::ranges::all_of(scheduler_results_,
                               [](const SchedulerResult& column) { return column.violations.empty(); });
  }

  std::size_t detour_count(const SchedulerResult& column) const {
    const MessagePaths& paths = collision_model_of_scheduler(*column.scheduler).paths;
    return static_cast<std::size_t>(std::ranges::count_if(column.leveled_list.path_of_each_message,
                                                          [&](PathId path) { return paths.is_detour(path); }));
  }

  static std::string time_text(const std::optional<MessageListRunResult>& result) {
    return result ? fmt::format("{:.3f}", microseconds(result->report.makespan)) : "deadlock";
  }

  void print_results() const {
    TextTable table({{"algorithm", TextAlignment::left_aligned},
                     {"level_sum"},
                     {"bound"},
                     {"levels"},
                     {"bound"},
                     {"rerouted"},
                     {"by_level_us"},
                     {"free_us"},
                     {"link_wait_us"},
                     {"verified", TextAlignment::left_aligned}});
    table.set_title("levels of a message list, and how long they take on the machine");
    add_parameters(table);
    for (const SchedulerResult& column : scheduler_results_) add_row(table, column);
    table.add_note(
        "bound: no schedule over these routes is lower; by_level_us: makespan with a barrier after each level;");
    table.add_note(
        "free_us: makespan if each node sends at once in the order of the levels, link_wait_us what heads waited");
    for (const SchedulerResult& column : scheduler_results_) {
      for (const std::string& sentence : column.violations) table.add_note(column.scheduler->name + ": " + sentence);
    }
    table.print(std::cout);
    if (messages_.size() <= kMostPrintedMessages || arguments_.prints_all_levels) print_messages_by_level();
  }

  void add_parameters(TextTable& table) const {
    const GridShape shape = grid_shape_of(machine_);
    table.add_parameter("machine", fmt::format("{}, {} columns x {} rows", machine_.name(), shape.columns, shape.rows));
    table.add_parameter("constants", changed_constants_text(machine_));
    table.add_parameter("messages", fmt::format("{} of {}", messages_.size(), arguments_.message_list_path));
    if (!left_out_schedulers_.empty())
      table.add_parameter("left out", fmt::format("{}", fmt::join(left_out_schedulers_, "; ")));
    table.add_parameter("packet", format_bytes(arguments_.packet_bytes));
    table.add_parameter("ports", arguments_.has_exclusive_ports
                                     ? "one message out and one in, in each level"
                                     : "any number in a level: only links keep messages apart");
    table.add_parameter("collisions",
                        fmt::format("{} pairs on the usual routes, {} with second ones",
                                    usual_route_model_.graph.edge_count(), detour_model_.graph.edge_count()));
    table.add_parameter("turns", dependencies_.is_acyclic()
                                     ? "no deadlock: links can be numbered so that all routes rise"
                                     : channel_cycle_text(dependencies_, machine_.routes()) + deadlock_search_text());
    table.add_parameter("seed", std::to_string(arguments_.seed));
    table.add_parameter("build", fmt::format("{} {}", build_info().version, build_info().commit));
  }

  void add_row(TextTable& table, const SchedulerResult& column) const {
    const auto bound = [&](auto member) {
      return column.lower_bounds ? fmt::format("{}", (*column.lower_bounds).*member) : std::string("-");
    };
    const std::string wait =
        column.run_without_barriers
            ? fmt::format("{:.3f}", microseconds(column.run_without_barriers->report.network.link_wait))
            : "-";
    table.add_row({column.scheduler->name, std::to_string(column.leveled_list.level_sum()), bound(&LevelBounds::sum),
                   std::to_string(column.leveled_list.level_count()), bound(&LevelBounds::levels),
                   std::to_string(detour_count(column)), time_text(column.run_with_barriers),
                   time_text(column.run_without_barriers), wait,
                   column.violations.empty() ? "yes" : fmt::format("NO: {} violations", column.violations.size())});
  }

  std::vector<std::uint64_t> message_ids() const {
    std::vector<std::uint64_t> ids;
    for (const ListedMessage& message : messages_) ids.push_back(message.id);
    return ids;
  }

  void print_messages_by_level() const {
    std::cout << "\nmessages of each level, by id; a prime marks one on its second route\n\n";
    for (const SchedulerResult& column : scheduler_results_) {
      std::cout << fmt::format(
          "  {:<16} {}\n", column.scheduler->name,
          levels_text(column.leveled_list, collision_model_of_scheduler(*column.scheduler).paths, message_ids()));
    }
  }

  std::string csv_text() const {
    std::string text = "algorithm,id,level,route\n";
    for (const SchedulerResult& column : scheduler_results_) {
      const MessagePaths& paths = collision_model_of_scheduler(*column.scheduler).paths;
      for (std::size_t i = 0; i < messages_.size(); ++i) {
        text += fmt::format("{},{},{},{}\n", column.scheduler->name, messages_[i].id,
                            column.leveled_list.level_of_each_message[i],
                            paths.is_detour(column.leveled_list.path_of_each_message[i]) ? "second" : "usual");
      }
    }
    return text;
  }

  template <class Graph>
  static std::string graphviz_text(const Graph& graph) {
    std::ostringstream text;
    write_dot(text, graph);
    return std::move(text).str();
  }

  /// Returns, as text for Graphviz, the collision graph of the paths that the first scheduler has chosen for the
  /// messages. Each edge leads from the message with the lower level (time slot) to the message with the higher level.
  std::string collision_graph_by_level_text() const {
    const SchedulerResult& column = scheduler_results_.front();
    const MessagePaths& all = collision_model_of_scheduler(*column.scheduler).paths;
    std::vector<std::vector<LinkId>> chosen;
    for (const PathId path : column.leveled_list.path_of_each_message) {
      chosen.emplace_back(all.links_of_path(path).begin(), all.links_of_path(path).end());
    }
    const CollisionGraph graph(MessagePaths(chosen, all.link_count()));
    return graphviz_text(OrderedCollisionGraph(graph, column.leveled_list.level_of_each_message));
  }

  const Machine& machine_;
  const MessageScheduleArguments& arguments_;
  std::vector<ListedMessage> messages_;
  CollisionModel usual_route_model_;
  CollisionModel detour_model_;
  ChannelDependencies dependencies_;
  std::vector<SchedulerResult> scheduler_results_;
  /// One text for each scheduler that was left out, which gives its name and the reason.
  std::vector<std::string> left_out_schedulers_;
  std::optional<LevelBounds> direct_level_bounds_, detour_level_bounds_;
  std::optional<WaitGraph> deadlock_;
  /// The number of random choices of routes with which a deadlock has been searched for.
  std::uint32_t tried_routing_count_ = 0;
};

}  // namespace

ExitCode schedule_messages(const Machine& machine, const MessageScheduleArguments& arguments) {
  return MessageSchedule(machine, arguments).schedule_and_print_results();
}

}  // namespace switchyard
