#include "runtime/programs/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/programs/cmmd/cmmd.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/nx/nx.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/small_blocks.hpp"
#include "runtime/programs/stateless_functions.hpp"
#include "runtime/stop_point.hpp"

namespace switchyard {

/// A node whose program has ended with an exit code other than 0.
struct FailedExit {
  NodeId node;
  int code;
};

/// The memory that a node's program had not freed at its end, as text.
struct NodeLeaks {
  NodeId node;
  std::string leak_text;
};

namespace {

/// Returns whether the program was compiled with --check, so that it reports its own loads and stores.
bool is_compiled_with_load_store_reports(const ProgramFiles& files) { return files.refers_to_symbol("__tsan_init"); }

/// Whether the emulator is built with a sanitizer, which has functions of the same names as those that programs
/// compiled with --check call.
#ifdef SWITCHYARD_SANITIZED
constexpr bool kIsBuiltWithSanitizer = true;
#else
constexpr bool kIsBuiltWithSanitizer = false;
#endif

/// Returns whether the program may call MPI from Fortran: it refers to a name such as mpi_init_ or pmpi_init_.
bool may_call_mpi_from_fortran(const ProgramFiles& files) {
  return files.has_matching_symbol_reference([](const ElfFile::SymbolReference& each) {
    const std::string_view name = name_without_plain_prefix(each.name);
    return name.starts_with("mpi_") || name.starts_with("pmpi_") || name.starts_with("switchyard_fortran_");
  });
}

std::vector<SymbolBindings> all_bindings_for(const ProgramFiles& files) {
  std::vector<SymbolBindings> all{heap_bindings(),
                                  exit_function_bindings(),
                                  stream_bindings(),
                                  descriptor_bindings(),
                                  standard_descriptor_bindings(),
                                  random_bindings(),
                                  getopt_bindings(),
                                  text_function_bindings(),
                                  clock_bindings(),
                                  bindings_of_compute_calls(),
                                  environment_variable_bindings(),
                                  openmp_bindings(),
                                  signal_bindings(),
                                  warning_bindings(),
                                  refused_bindings(),
                                  lock_bindings(),
                                  nx_bindings(),
                                  cmmd_bindings(),
                                  mpi_bindings()};
  if (may_call_mpi_from_fortran(files)) all.push_back(mpi::fortran_bindings());
  if (!is_compiled_with_load_store_reports(files)) return all;
  if (kIsBuiltWithSanitizer) {
    throw UsageError("is compiled with --check, which builds of this program with a sanitizer do not run",
                     "compile it without --check, or take a release build");
  }
  all.push_back(load_and_store_bindings());
  return all;
}

/// Returns whether a call of this function shows the program in which of its threads it is.
bool does_call_tell_threads_apart(std::string_view name) {
  constexpr std::array<std::string_view, 4> kFunctions{"pthread_self", "thrd_current", "gettid", "syscall"};
  return std::ranges::find(kFunctions, name) != kFunctions.end();
}

/// Returns an error with a text such as "the program ended with exit code 1 on node 3" or "the
/// program ended with an exit code other than 0 on nodes 3 (1), 5 (2)".
NodeError error_of_failed_exits(std::vector<FailedExit> codes) {
  constexpr std::size_t kMost = 8;
  std::ranges::sort(codes, {}, [](const FailedExit& each) { return index(each.node); });
  const NodeId first = codes.front().node;
  if (codes.size() == 1)
    return {first, fmt::format("the program ended with exit code {} on node {}", codes.front().code, index(first))};
  std::string nodes;
  for (std::size_t i = 0; i < std::min(codes.size(), kMost); ++i)
    nodes += fmt::format("{}{} ({})", i == 0 ? "" : ", ", index(codes[i].node), codes[i].code);
  if (codes.size() > kMost) nodes += fmt::format(" and {} more", codes.size() - kMost);
  return {first, fmt::format("the program ended with an exit code other than 0 on nodes {}", nodes)};
}

/// Returns an error with a text such as "the program has not freed all of its memory: node 1: 150 B in 2 blocks
/// (2 of tree.c:17)".
NodeError make_memory_leak_error(std::vector<NodeLeaks> leaks) {
  constexpr std::size_t kMost = 8;
  std::ranges::sort(leaks, {}, [](const NodeLeaks& each) { return index(each.node); });
  std::string nodes;
  for (std::size_t i = 0; i < std::min(leaks.size(), kMost); ++i)
    nodes += fmt::format("{}node {}: {}", i == 0 ? "" : "; ", index(leaks[i].node), leaks[i].leak_text);
  if (leaks.size() > kMost) nodes += fmt::format("; {} more nodes", leaks.size() - kMost);
  return {leaks.front().node, "the program has not freed all of its memory: " + nodes};
}

/// Returns a text about memory that the program has not freed, such as "150 B in 2 blocks (2 of tree.c:17)", or an
/// empty text if there is none.
std::string text_of_leaks(const Heap& heap, const ProgramImage& image, const std::string& path) {
  constexpr std::size_t kMost = 4;
  std::map<std::string, Heap::BlockTotals> by_place;
  Heap::BlockTotals all;
  for (const auto& [caller, blocks] : heap.guarded_blocks_by_caller()) {
    const auto offset = image.code_offset_of(reinterpret_cast<void (*)()>(const_cast<void*>(caller)));
    // The offset minus 1, because a return address is that of the instruction behind the call.
    const CallPlace place = offset ? source_line_of(path, *offset - 1) : CallPlace{};
    Heap::BlockTotals& there =
        by_place[place.line == 0 ? "an unknown place" : fmt::format("{}:{}", place.file, place.line)];
    for (Heap::BlockTotals* const sum : {&there, &all}) {
      sum->count += blocks.count;
      sum->bytes += blocks.bytes;
    }
  }
  if (all.count == 0) return "";
  std::string places;
  for (std::size_t shown = 0; const auto& [place, blocks] : by_place) {
    if (shown++ == kMost) break;
    places += fmt::format("{}{} of {}", places.empty() ? "" : ", ", blocks.count, place);
  }
  return fmt::format("{} B in {} block{} ({}{})", all.bytes, all.count, all.count == 1 ? "" : "s", places,
                     by_place.size() > kMost ? ", ..." : "");
}

}  // namespace

struct Program::ProgramInstance {
  ProgramInstance(const ProgramFiles& files, const ResolvedSymbols& names, const std::string& path)
      : image(files, names, process.variables()), image_for_debugger(path, image.address_of_offset(0)) {
    process.set_program_path(path);
    if (switchyard::is_compiled_with_load_store_reports(files)) process.expect_access_reports();
    const auto may_have_state = [](const auto& reference) { return !is_stateless_function(reference.name); };
    const auto depends_on_knowledge = [](const auto& reference) {
      return does_call_depend_on_known_events(reference.name);
    };
    process.has_unhashed_state = names.has_matching_host_symbol_reference(may_have_state) ||
                                 files.has_matching_symbol_reference(depends_on_knowledge);
    process.can_tell_threads_apart =
        image.has_thread_locals() || files.has_matching_symbol_reference([](const auto& reference) {
          return does_call_tell_threads_apart(reference.name);
        });
    process.has_cpp_streams = files.refers_to_symbol("_ZSt4cout") || files.refers_to_symbol("_ZSt4cerr") ||
                              files.refers_to_symbol("_ZSt4clog") || files.refers_to_symbol("_ZSt3cin");
  }
  Process process;
  ProgramImage image;
  ProgramImageForDebugger image_for_debugger;
};

/// What all nodes of one run have in common, whatever their programs are. The images (copies of programs in memory)
/// that the nodes use are given back only when the last node is done, because until then messages may be on their way
/// into an image's memory.
struct Program::RunUnderWay {
  struct UsedProgramInstance {
    NodeId node;
    Program* program;
    std::unique_ptr<ProgramInstance> instance;
  };
  std::mutex mutex;
  std::uint32_t running_node_count;
  bool has_stopped_node = false;
  std::vector<UsedProgramInstance> used_instances = {};
  std::vector<FailedExit> failed_exits = {};
  std::vector<NodeLeaks> leaks_by_node = {};
};

/// All runs under way of one node program, and the function that gets the lines printed in each run.
struct Program::RunsUnderWay {
  RunsUnderWay(OutputSink to, const RunMode& its_mode) : output_sink(std::move(to)), mode(its_mode) {}
  std::shared_ptr<RunUnderWay> join_run(Node& node);
  void forget_run(Node& node);
  void finish_run_after_last_node(RunUnderWay& run);

  const OutputSink output_sink;
  const RunMode mode;
  std::mutex mutex;  // guards the map of runs under way
  std::unordered_map<const void*, std::shared_ptr<RunUnderWay>> runs_under_way;
  std::mutex output_sink_mutex;
};

std::shared_ptr<Program> Program::load_program(const std::string& path) {
  std::shared_ptr<Program> program(new Program(path));
  program->idle_instances_.push_back(program->take_program_instance());
  return program;
}

Program::Program(const std::string& path)
    : path_(path),
      name_(path.substr(path.rfind('/') + 1)),
      files_(path),
      resolved_symbols_(files_, all_bindings_for(files_)) {}
Program::~Program() = default;

bool Program::has_parallel_regions() const {
  return files_.has_matching_symbol_reference([](const ElfFile::SymbolReference& each) {
    return each.name.starts_with("GOMP_parallel") || each.name.starts_with("GOMP_teams");
  });
}
bool Program::is_compiled_with_load_store_reports() const {
  return switchyard::is_compiled_with_load_store_reports(files_);
}

bool Program::uses_communication_interface(const std::string& interface) const {
  const SymbolBindings table = interface == "nx"     ? nx_bindings()
                               : interface == "cmmd" ? cmmd_bindings()
                               : interface == "mpi"  ? mpi_bindings()
                                                     : SymbolBindings{};
  if (interface == "mpi" && may_call_mpi_from_fortran(files_)) return true;
  return std::ranges::any_of(table, [&](const SymbolBinding& binding) {
    return files_.has_matching_symbol_reference([&](const ElfFile::SymbolReference& reference) {
      return name_without_plain_prefix(reference.name) == binding.name;
    });
  });
}

std::size_t Program::image_count() const {
  const std::lock_guard lock(mutex_);
  return made_instance_count_;
}

void Program::prepare_program_images(std::size_t count) {
  std::vector<std::unique_ptr<ProgramInstance>> taken;
  while (taken.size() < count) taken.push_back(take_program_instance());
  for (auto& instance : taken) release_program_instance(std::move(instance));
}

NodeProgram Program::make_node_program(std::vector<std::string> arguments, OutputSink sink, const RunMode& mode) {
  return make_node_program({{shared_from_this()}}, std::move(arguments), std::move(sink), mode);
}

NodeProgram Program::make_node_program(std::vector<PlacedProgram> programs, std::vector<std::string> arguments,
                                       OutputSink sink, const RunMode& mode) {
  return [placed = std::move(programs), words = std::move(arguments),
          runs = std::make_shared<RunsUnderWay>(std::move(sink), mode)](Node& node) {
    const auto has_node = [at = index(node.id())](const NodeNumberRange& range) {
      return range.first <= at && at <= range.last;
    };
    for (const PlacedProgram& each : placed) {
      if (each.nodes.empty() || std::ranges::any_of(each.nodes, has_node))
        return each.program->run_node(node, words, *runs);
    }
    throw Error(fmt::format("node {} has no program", index(node.id())));
  };
}

std::unique_ptr<Program::ProgramInstance> Program::take_program_instance() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_instances_.empty()) {
      std::unique_ptr<ProgramInstance> instance = std::move(idle_instances_.back());
      idle_instances_.pop_back();
      return instance;
    }
    ++made_instance_count_;
  }
  return std::make_unique<ProgramInstance>(files_, resolved_symbols_, path_);
}

void Program::release_program_instance(std::unique_ptr<ProgramInstance> instance) {
  const std::lock_guard lock(mutex_);
  idle_instances_.push_back(std::move(instance));
}

/// Destroys an instance of the program whose image (copy in memory) is damaged so that restoring its data would not
/// repair it.
void Program::destroy_damaged_instance(std::unique_ptr<ProgramInstance> instance) {
  instance.reset();
  const std::lock_guard lock(mutex_);
  --made_instance_count_;
}

std::shared_ptr<Program::RunUnderWay> Program::RunsUnderWay::join_run(Node& node) {
  const std::lock_guard lock(mutex);
  std::shared_ptr<RunUnderWay>& run = runs_under_way[node.run()];
  if (!run) {
    SmallMemoryBlockAllocator::enable_small_blocks_for_calling_thread();
    run.reset(new RunUnderWay{.mutex = {}, .running_node_count = node.node_count()});
  }
  return run;
}

void Program::RunsUnderWay::forget_run(Node& node) {
  const std::lock_guard lock(mutex);
  runs_under_way.erase(node.run());
}

void Program::note_leaks(RunUnderWay& run, const ProgramInstance& instance, NodeId node) const {
  std::string text = text_of_leaks(instance.process.heap, instance.image, path_);
  if (text.empty()) return;
  const std::lock_guard lock(run.mutex);
  run.leaks_by_node.push_back({node, std::move(text)});
}

void Program::run_node(Node& node, const std::vector<std::string>& arguments, RunsUnderWay& runs) {
  const std::shared_ptr<RunUnderWay> run = runs.join_run(node);
  std::vector<std::string> words{path_};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::unique_ptr<ProgramInstance> instance;
  std::exception_ptr error;
  bool is_stopped = true;
  try {
    instance = take_program_instance();
    Process& process = instance->process;
    instance->image.restore_initial_data();
    process.start_run(node, NodeOutput(node.id(), runs.output_sink != nullptr), runs.mode);
    const ComputationEnd ending = process.run_program(instance->image, words);
    is_stopped = ending != ComputationEnd::exited;
    if (ending == ComputationEnd::crashed || ending == ComputationEnd::failed) process.note_failure_in_interfaces();
    // Misused memory may be the reason why another node has failed.
    if (ending == ComputationEnd::stopped) process.note_misuse_of_memory(instance->image);
    if (is_stopped) process.throw_error_for_abnormal_program_end(ending);
    process.finish_communication_interfaces();
    process.note_misuse_of_memory(instance->image);
    if (runs.mode.refuses_leaks) note_leaks(*run, *instance, node.id());
    if (process.exit_code() != 0) {
      node.note_exit_code(process.exit_code());
      const std::lock_guard lock(run->mutex);
      run->failed_exits.push_back({node.id(), process.exit_code()});
    }
  } catch (...) {
    error = std::current_exception();
    is_stopped = true;
  }
  if (instance) instance->process.forget_interfaces();
  finish_node(node, *run, std::move(instance), is_stopped, runs);
  if (error) std::rethrow_exception(error);
}

void Program::finish_node(Node& node, RunUnderWay& run, std::unique_ptr<ProgramInstance> instance, bool is_stopped,
                          RunsUnderWay& runs) {
  {
    const std::lock_guard lock(run.mutex);
    run.has_stopped_node |= is_stopped;
    if (instance) run.used_instances.push_back({node.id(), this, std::move(instance)});
    if (--run.running_node_count > 0) return;
  }
  runs.forget_run(node);
  runs.finish_run_after_last_node(run);
  if (run.has_stopped_node) return;
  if (const auto owner = node_with_failed_memory_access())
    throw NodeError{*owner, "the program crashed: it has ended while memory that it gave to a call was still in use"};
  if (!run.failed_exits.empty()) throw error_of_failed_exits(std::move(run.failed_exits));
  if (!run.leaks_by_node.empty()) throw make_memory_leak_error(std::move(run.leaks_by_node));
}

/// Called when the last node of a run is done. Collects the lines printed by all nodes, gives the images (copies of
/// programs in memory) back, and passes the lines to the output sink. The image of the first node is given back last,
/// so that each node gets the same image in the next run, and its memory has the same addresses.
void Program::RunsUnderWay::finish_run_after_last_node(RunUnderWay& run) {
  std::vector<OutputLine> lines;
  std::ranges::sort(run.used_instances, std::ranges::greater(), [](const auto& each) { return index(each.node); });
  for (auto& [node, program, instance] : run.used_instances) {
    instance->process.release_resources();
    NodeOutput& output = instance->process.node_output;
    output.end_unfinished_output_lines();
    std::ranges::move(output.printed_lines(), std::back_inserter(lines));
    output = {};
    if (instance->process.is_image_damaged()) {
      program->destroy_damaged_instance(std::move(instance));
    } else {
      program->release_program_instance(std::move(instance));
    }
  }
  run.used_instances.clear();
  if (!output_sink) return;
  sort_lines(lines);
  const std::lock_guard lock(output_sink_mutex);
  output_sink(lines);
}

}  // namespace switchyard
