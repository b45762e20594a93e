#pragma once
/// \file program.hpp
/// An unmodified C or C++ program whose main runs once on every node.

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/elf_file.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/output.hpp"

namespace switchyard {

/// What all nodes of one run have printed, in order, once it is over, however it ended. One run at a time is told.
using OutputSink = std::function<void(const std::vector<OutputLine>& lines)>;

/// A shared object with a main, as switchyard-cc makes it. Images are made as nodes need them, and kept for later runs;
/// several runs may go on at once. Lives until the last of its node programs and their errors are gone.
class Program : public std::enable_shared_from_this<Program> {
 public:
  /// Throws UsageError, without a place, for a file that cannot be run so: see ElfFile and Image. One image is made at
  /// once, so that nothing is found wrong later.
  static std::shared_ptr<Program> load(const std::string& path);
  ~Program();

  /// Its file's name without the folders.
  const std::string& name() const noexcept { return name_; }
  /// Whether it calls this interface, by its name: "nx", "cmmd" or "mpi".
  bool uses(const std::string& interface) const;

  /// main(argc, argv) on each node; argv[0] is the program's path. Ends a run with an Error if main returns another
  /// number than 0 on some nodes, which it names, or if a node's program crashes or does what it may not.
  NodeProgram on_nodes(std::vector<std::string> arguments, OutputSink sink = {});

  /// How many images there are.
  std::size_t images() const;

 private:
  struct Instance;
  struct RunUnderWay;
  explicit Program(const std::string& path);
  void run_node(Node& node, const std::vector<std::string>& words, const OutputSink& sink);
  std::shared_ptr<RunUnderWay> join(Node& node);
  void end(Node& node, RunUnderWay& run, std::unique_ptr<Instance> instance, bool is_stopped, const OutputSink& sink);
  void close(RunUnderWay& run, const OutputSink& sink);
  std::unique_ptr<Instance> take_instance();

  std::string path_, name_;
  ElfFile file_;
  BoundNames names_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Instance>> idle_;
  std::size_t made_ = 0;
  std::unordered_map<const void*, std::shared_ptr<RunUnderWay>> runs_;
  std::mutex sink_mutex_;
};

}  // namespace switchyard
