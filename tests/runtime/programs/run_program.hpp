#pragma once
/// \file run_program.hpp
/// Runs a C or C++ program on the nodes of a machine, and returns its output, its error and its defects.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/program.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

/// The output of a run of a program, and how the run ended. If it ended without an error, `error` is empty and `hash`
/// is the hash of the run's trace.
struct ProgramResult {
  std::string output;
  std::string error;
  ExitCode code = ExitCode::done;
  std::uint64_t hash = 0;
  std::optional<DefectClass> defect = {};  ///< class of the defect that has ended the run; nothing if no defect has
  std::vector<Defect> defects = {};  ///< defects that the run has reported; empty if the run does not look for defects
  /// The wait-for graph of a deadlock as JSON; empty if the run did not end in a deadlock.
  std::string wait_graph = {};
};

/// Whether a run looks for defects in its program and reports them.
enum class DefectSearch : std::uint8_t { off, on };

inline ProgramResult run_program_on(const Machine& machine, const std::shared_ptr<Program>& program,
                                    std::vector<std::string> words = {}, ExecutorKind executor = kQuickExecutor,
                                    DefectSearch looks = DefectSearch::off, StandardSendRule sends = {}) {
  ProgramResult ended;
  DefectLog log;
  const NodeProgram on_nodes = program->make_node_program(std::move(words), [&](const std::vector<OutputLine>& lines) {
    for (const OutputLine& line : lines) ended.output += output_line_as_text(line);
  });
  try {
    DefectLog* const defects = looks == DefectSearch::on ? &log : nullptr;
    RunOptions options{.executor = executor, .defects = defects};
    options.standard_sends = sends;
    ended.hash = run(machine, on_nodes, options).trace_hash;
  } catch (const Error& error) {
    ended.error = error.what();
    ended.code = error.exit_code();
    ended.defect = error.defect();
    if (const auto* deadlock = dynamic_cast<const DeadlockError*>(&error)) ended.wait_graph = deadlock->graph().json();
  }
  ended.defects = log.take_all_defects();
  return ended;
}

inline ProgramResult run_program_on(const Machine& machine, const std::string& path,
                                    std::vector<std::string> words = {}, ExecutorKind executor = kQuickExecutor,
                                    DefectSearch looks = DefectSearch::off, StandardSendRule sends = {}) {
  return run_program_on(machine, Program::load_program(path), std::move(words), executor, looks, sends);
}

}  // namespace switchyard
