#include "runtime/programs/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/programs/cmmd/cmmd.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/nx/nx.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

std::vector<Bindings> all_bindings() {
  return {heap_bindings(),    ending_bindings(), stream_bindings(), random_bindings(),
          option_bindings(),  text_bindings(),   clock_bindings(),  compute_bindings(),
          refused_bindings(), nx_bindings(),     cmmd_bindings(),   mpi_bindings()};
}

struct NonZero {
  NodeId node;
  int code;
};

/// "main returned 1 on node 3"; "main returned a number other than 0 on nodes 3 (1), 5 (2)"
NodeError error_of(std::vector<NonZero> codes) {
  constexpr std::size_t kMost = 8;
  std::ranges::sort(codes, {}, [](const NonZero& each) { return index(each.node); });
  const NodeId first = codes.front().node;
  if (codes.size() == 1)
    return {first, fmt::format("the program ended with exit code {} on node {}", codes.front().code, index(first))};
  std::string nodes;
  for (std::size_t i = 0; i < std::min(codes.size(), kMost); ++i)
    nodes += fmt::format("{}{} ({})", i == 0 ? "" : ", ", index(codes[i].node), codes[i].code);
  if (codes.size() > kMost) nodes += fmt::format(" and {} more", codes.size() - kMost);
  return {first, fmt::format("the program ended with an exit code other than 0 on nodes {}", nodes)};
}

}  // namespace

struct Program::Instance {
  Instance(const ElfFile& file, const BoundNames& names) : image(file, names, process.variables()) {
    process.has_cpp_streams = file.refers_to("_ZSt4cout") || file.refers_to("_ZSt4cerr") ||
                              file.refers_to("_ZSt4clog") || file.refers_to("_ZSt3cin");
  }
  Process process;
  Image image;
};

/// The nodes of one run, whatever their programs. What they have used goes back when the last of them is done: until
/// then messages may be on their way into it.
struct Program::RunUnderWay {
  struct Used {
    Program& program;
    std::unique_ptr<Instance> instance;
  };
  std::mutex mutex;
  std::uint32_t left;
  bool is_stopped = false;
  std::vector<Used> used = {};
  std::vector<NonZero> failed = {};
};

/// The runs of one node program that are under way, and whom to tell what they have printed.
struct Program::Runs {
  Runs(OutputSink to, ComputeCost cost) : sink(std::move(to)), compute_cost(cost) {}
  std::shared_ptr<RunUnderWay> join(Node& node);
  void leave(Node& node);
  void close(RunUnderWay& run);

  const OutputSink sink;
  const ComputeCost compute_cost;
  std::mutex mutex;  // guards `under_way`
  std::unordered_map<const void*, std::shared_ptr<RunUnderWay>> under_way;
  std::mutex sink_mutex;
};

std::shared_ptr<Program> Program::load(const std::string& path) {
  std::shared_ptr<Program> program(new Program(path));
  program->idle_.push_back(program->take_instance());
  return program;
}

Program::Program(const std::string& path)
    : path_(path), name_(path.substr(path.rfind('/') + 1)), file_(path), names_(file_, all_bindings()) {}
Program::~Program() = default;

bool Program::uses(const std::string& interface) const {
  const Bindings table = interface == "nx"     ? nx_bindings()
                         : interface == "cmmd" ? cmmd_bindings()
                         : interface == "mpi"  ? mpi_bindings()
                                               : Bindings{};
  return std::ranges::any_of(table, [this](const Binding& b) { return file_.refers_to(b.name); });
}

std::size_t Program::images() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

void Program::prepare(std::size_t count) {
  std::vector<std::unique_ptr<Instance>> taken;
  while (taken.size() < count) taken.push_back(take_instance());
  for (auto& instance : taken) give_back(std::move(instance));
}

NodeProgram Program::on_nodes(std::vector<std::string> arguments, OutputSink sink, ComputeCost compute_cost) {
  return on_nodes({{shared_from_this()}}, std::move(arguments), std::move(sink), compute_cost);
}

NodeProgram Program::on_nodes(std::vector<PlacedProgram> programs, std::vector<std::string> arguments, OutputSink sink,
                              ComputeCost compute_cost) {
  return [placed = std::move(programs), words = std::move(arguments),
          runs = std::make_shared<Runs>(std::move(sink), compute_cost)](Node& node) {
    const auto has_node = [at = index(node.id())](const NodeRange& range) {
      return range.first <= at && at <= range.last;
    };
    for (const PlacedProgram& each : placed) {
      if (each.nodes.empty() || std::ranges::any_of(each.nodes, has_node))
        return each.program->run_node(node, words, *runs);
    }
    throw Error(fmt::format("node {} has no program", index(node.id())));
  };
}

std::unique_ptr<Program::Instance> Program::take_instance() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Instance> instance = std::move(idle_.back());
      idle_.pop_back();
      return instance;
    }
    ++made_;
  }
  return std::make_unique<Instance>(file_, names_);
}

void Program::give_back(std::unique_ptr<Instance> instance) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(instance));
}

std::shared_ptr<Program::RunUnderWay> Program::Runs::join(Node& node) {
  const std::lock_guard lock(mutex);
  std::shared_ptr<RunUnderWay>& run = under_way[node.run()];
  if (!run) run.reset(new RunUnderWay{.mutex = {}, .left = node.node_count()});
  return run;
}

void Program::Runs::leave(Node& node) {
  const std::lock_guard lock(mutex);
  under_way.erase(node.run());
}

void Program::run_node(Node& node, const std::vector<std::string>& arguments, Runs& runs) {
  const std::shared_ptr<RunUnderWay> run = runs.join(node);
  std::vector<std::string> words{path_};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::unique_ptr<Instance> instance;
  std::exception_ptr error;
  bool is_stopped = true;
  try {
    instance = take_instance();
    Process& process = instance->process;
    instance->image.reset();
    process.start(node, NodeOutput(node.id(), runs.sink != nullptr), runs.compute_cost);
    const Ending ending = process.run(instance->image, words);
    is_stopped = ending != Ending::exited;
    if (is_stopped) process.rethrow(ending);
    process.end_interfaces();
    if (process.exit_code() != 0) {
      const std::lock_guard lock(run->mutex);
      run->failed.push_back({node.id(), process.exit_code()});
    }
  } catch (...) {
    error = std::current_exception();
    is_stopped = true;
  }
  if (instance) instance->process.forget_interfaces();
  end(node, *run, std::move(instance), is_stopped, runs);
  if (error) std::rethrow_exception(error);
}

void Program::end(Node& node, RunUnderWay& run, std::unique_ptr<Instance> instance, bool is_stopped, Runs& runs) {
  {
    const std::lock_guard lock(run.mutex);
    run.is_stopped |= is_stopped;
    if (instance) run.used.push_back({*this, std::move(instance)});
    if (--run.left > 0) return;
  }
  runs.leave(node);
  runs.close(run);
  if (!run.is_stopped && !run.failed.empty()) throw error_of(std::move(run.failed));
}

/// Takes what was printed last, and gives the images back.
void Program::Runs::close(RunUnderWay& run) {
  std::vector<OutputLine> lines;
  for (auto& [program, instance] : run.used) {
    instance->process.clean_up();
    NodeOutput& output = instance->process.output;
    output.finish();
    std::ranges::move(output.lines(), std::back_inserter(lines));
    output = {};
    program.give_back(std::move(instance));
  }
  run.used.clear();
  if (!sink) return;
  sort_lines(lines);
  const std::lock_guard lock(sink_mutex);
  sink(lines);
}

}  // namespace switchyard
