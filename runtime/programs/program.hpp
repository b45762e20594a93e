#pragma once
/// \file program.hpp
/// An unmodified C or C++ program whose main runs once on every node.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/elf_file.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/output.hpp"
#include "runtime/programs/run_mode.hpp"

namespace switchyard {

/// Called after each run, however it has ended, with the lines that all nodes have printed, in order. It is called for
/// one run at a time.
using OutputSink = std::function<void(const std::vector<OutputLine>& lines)>;

/// The nodes whose numbers are from `first` to `last`.
struct NodeRange {
  std::uint32_t first = 0, last = 0;
  friend bool operator==(const NodeRange&, const NodeRange&) = default;
};
using NodeRanges = std::vector<NodeRange>;

class Program;

/// A program and the nodes that it runs on, which are all nodes if none are named.
struct PlacedProgram {
  std::shared_ptr<Program> program;
  NodeRanges nodes = {};
};

/// A shared object with a main, as switchyard-cc makes it. Images are made as nodes need them, and kept for later runs;
/// several runs may go on at once. Lives until the last of its node programs and their errors are gone.
class Program : public std::enable_shared_from_this<Program> {
 public:
  /// Throws UsageError, without a place, for a file that cannot be run so: see ElfFile and Image. One image is made at
  /// once, so that nothing is found wrong later.
  static std::shared_ptr<Program> load(const std::string& path);
  ~Program();

  /// Returns the name of the program's file without its folders.
  const std::string& name() const noexcept { return name_; }
  const std::string& path() const noexcept { return path_; }
  /// Of what its file held when it was loaded: another one has another number.
  std::uint64_t hash() const noexcept { return file_.hash(); }
  /// Returns whether the program calls the interface of this name: "nx", "cmmd" or "mpi".
  bool uses(const std::string& interface) const;
  /// Whether it is compiled with --check, so that its own loads and stores are seen.
  bool tells_accesses() const;

  /// Returns a node program that calls main(argc, argv) on each node; argv[0] is the program's path. It ends a run with
  /// an Error if main returns another number than 0 on some nodes, which it names, or if a node's program crashes or
  /// does what it may not.
  NodeProgram on_nodes(std::vector<std::string> arguments, OutputSink sink = {}, const RunMode& mode = {});
  /// Returns a node program that calls the main of one of several programs, each on nodes of its own. Needs: each node
  /// of a run has one program (Launch::check).
  static NodeProgram on_nodes(std::vector<PlacedProgram> programs, std::vector<std::string> arguments, OutputSink sink,
                              const RunMode& mode = {});

  /// Returns the number of images that have been made.
  std::size_t images() const;
  /// Makes images until there are so many.
  void prepare(std::size_t count);

 private:
  struct Instance;
  struct RunUnderWay;
  struct Runs;
  explicit Program(const std::string& path);
  void run_node(Node& node, const std::vector<std::string>& arguments, Runs& runs);
  void end(Node& node, RunUnderWay& run, std::unique_ptr<Instance> instance, bool is_stopped, Runs& runs);
  std::unique_ptr<Instance> take_instance();
  void give_back(std::unique_ptr<Instance> instance);
  void drop(std::unique_ptr<Instance> instance);

  std::string path_, name_;
  ElfFile file_;
  BoundNames names_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Instance>> idle_;
  std::size_t made_ = 0;
};

}  // namespace switchyard
