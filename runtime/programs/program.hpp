#pragma once
/// \file program.hpp
/// An unmodified C, C++ or Fortran program, whose main is run once on every node.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/output.hpp"
#include "runtime/programs/program_files.hpp"
#include "runtime/programs/run_mode.hpp"

namespace switchyard {

/// A function that is called after each run, however the run has ended, with the lines that all nodes have printed,
/// sorted by sort_lines(). It is called for one run at a time.
using OutputSink = std::function<void(const std::vector<OutputLine>& lines)>;

/// The nodes with the numbers from `first` to `last`, both included.
struct NodeNumberRange {
  std::uint32_t first = 0, last = 0;
  friend bool operator==(const NodeNumberRange&, const NodeNumberRange&) = default;
};
using NodeRanges = std::vector<NodeNumberRange>;

class Program;

/// A program and the nodes on which it runs. If no nodes are named, it runs on all nodes.
struct PlacedProgram {
  std::shared_ptr<Program> program;
  NodeRanges nodes = {};
};

/// A compiled program: a shared object with a main, as switchyard-cc makes it. Images (copies of the program in memory)
/// are made as nodes need them, and kept for later runs; several runs may be under way at once. A Program must outlive
/// all node programs that it has made, and their errors.
class Program : public std::enable_shared_from_this<Program> {
 public:
  /// Loads a program from its file. Throws a UsageError that does not name the file if the program cannot be run (see
  /// ProgramFiles and ProgramImage). One image (copy in memory) is made at once, so that errors in the file are found
  /// before any run.
  static std::shared_ptr<Program> load_program(const std::string& path);
  ~Program();

  /// Returns the name of the program's file without its folders.
  const std::string& name() const noexcept { return name_; }
  const std::string& path() const noexcept { return path_; }
  /// Returns a hash of the contents that the files of the program and its libraries had when they were loaded.
  std::uint64_t file_hash() const noexcept { return files_.hash(); }
  /// Returns whether the program calls functions of the interface `interface`: "nx", "cmmd" or "mpi".
  bool uses_communication_interface(const std::string& interface) const;
  /// Returns whether the program was compiled with --check, so that it reports its own loads and stores.
  bool is_compiled_with_load_store_reports() const;
  /// Returns whether the program contains parallel regions of OpenMP, which a node executes with one thread.
  bool has_parallel_regions() const;

  /// Returns a function for the nodes of a run that calls the program's main(argc, argv) on each node; argv[0] is the
  /// program's path. It ends the run with an Error if main returns a number other than 0 on some nodes, which the error
  /// names, or if the program crashes on a node or makes a call that is not allowed.
  NodeProgram make_node_program(std::vector<std::string> arguments, OutputSink sink = {}, const RunMode& mode = {});
  /// Returns a function for the nodes of a run that calls the main of one of several programs, depending on the node.
  /// Needs: each node of the run has exactly one program (ProgramLaunch::check_placement).
  static NodeProgram make_node_program(std::vector<PlacedProgram> programs, std::vector<std::string> arguments,
                                       OutputSink sink, const RunMode& mode = {});

  /// Returns the number of images (copies of the program in memory) that exist now.
  std::size_t image_count() const;
  /// Makes images (copies of the program in memory) until at least `count` of them are not in use.
  void prepare_program_images(std::size_t count);

 private:
  struct ProgramInstance;
  struct RunUnderWay;
  struct RunsUnderWay;
  explicit Program(const std::string& path);
  void note_leaks(RunUnderWay& run, const ProgramInstance& instance, NodeId node) const;
  void run_node(Node& node, const std::vector<std::string>& arguments, RunsUnderWay& runs);
  void finish_node(Node& node, RunUnderWay& run, std::unique_ptr<ProgramInstance> instance, bool is_stopped,
                   RunsUnderWay& runs);
  std::unique_ptr<ProgramInstance> take_program_instance();
  void release_program_instance(std::unique_ptr<ProgramInstance> instance);
  void destroy_damaged_instance(std::unique_ptr<ProgramInstance> instance);

  std::string path_, name_;
  ProgramFiles files_;
  ResolvedSymbols resolved_symbols_;
  mutable std::mutex mutex_;  // guards the members of Program that are declared below it
  std::vector<std::unique_ptr<ProgramInstance>> idle_instances_;
  std::size_t made_instance_count_ = 0;
};

}  // namespace switchyard
