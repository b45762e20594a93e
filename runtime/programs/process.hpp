#pragma once
/// \file process.hpp
/// What C gives a process, and a program expects to have for itself: here each node has it.

#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include <ext/stdio_sync_filebuf.h>

#include "runtime/call_site.hpp"
#include "runtime/executor.hpp"
#include "runtime/node.hpp"
#include "runtime/programs/crash.hpp"
#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/heap.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/output.hpp"
#include "runtime/programs/run_mode.hpp"

namespace switchyard {

class Image;

/// C++ streams over a process's own C streams.
struct CppStreams {
  explicit CppStreams(std::FILE* in, std::FILE* out, std::FILE* err);
  __gnu_cxx::stdio_sync_filebuf<char> in_buffer, out_buffer, err_buffer;
  std::istream cin;
  std::ostream cout, cerr, clog;
};

/// Variables whose names programs use; their images are bound to these.
struct ProcessVariables {
  std::FILE* in = nullptr;
  std::FILE* out = nullptr;
  std::FILE* err = nullptr;
  char* optarg = nullptr;
  int optind = 1;
  int opterr = 1;
  int optopt = '?';
  alignas(CppStreams) std::byte streams[sizeof(CppStreams)];
};

/// State of the generators that have names in C, as the library begins.
struct ProcessRandom {
  ProcessRandom() { start(1); }
  void start(unsigned seed);
  random_data state{};
  char table[128] = {};
  drand48_data of_48_bits{};
};

/// What an interface keeps for a program from call to call.
class InterfaceState {
 public:
  virtual ~InterfaceState() = default;
  /// The program has ended by itself, with this exit code: its requests may not stay open.
  virtual void end(Node& /*node*/, int /*exit_code*/) {}
};

/// What becomes of the lines that a program prints on standard output.
enum class OutputMode : std::uint8_t {
  independent,  ///< each node's, when it prints them
  in_order,     ///< all nodes print lines together; they come in the order of the nodes
  once,         ///< all nodes print the same lines together; those of node 0 are shown
};

/// How a node's program has come to its end.
enum class Ending : std::uint8_t {
  exited,   ///< main has returned, or it has called exit
  stopped,  ///< the run has ended before
  failed,   ///< it did what no program may; Process::error says what
  crashed,  ///< a signal
  expired,  ///< the run's limit of the host's time was reached in the program's own code, which may never make a call
};

/// One node's. It stays with an image from run to run. Used by one thread at a time.
class Process {
 public:
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Ready for a run on `node`. The output goes to `output`.
  void start(Node& node, NodeOutput output, const RunMode& mode);
  /// Runs the program to its end, whatever that is. The caller is the program's node, and no program is under way on
  /// this thread.
  Ending run(const Image& image, const std::vector<std::string>& arguments);
  /// Closes what is open, and frees what was allocated.
  void clean_up();

  Node& node() noexcept { return *node_; }
  const ComputeCost& compute_cost() const noexcept { return mode_.compute_cost; }
  const RunMode& mode() const noexcept { return mode_; }
  /// Of a clock of its own (RunMode::own_clock).
  Duration own_time() const noexcept { return own_time_; }
  void add_own_time(Duration time) noexcept { own_time_ += time; }
  /// What the program is an image of; null when it has ended.
  const Image* image() const noexcept { return image_; }
  ProcessVariables& variables() noexcept { return variables_; }
  /// Throws Error: "crashed by SIGSEGV after csend (ring.c:31)" for a crash.
  [[noreturn]] void rethrow(Ending ending) const;
  /// Runs a handler of an active message, which is a function of the program, while the program waits; on whichever
  /// thread and stack that happens. Throws what has ended it.
  void run_handler(VirtualTime now, const std::function<void()>& handler);
  /// The time, while a handler runs.
  const std::optional<VirtualTime>& handler_time() const noexcept { return handler_time_; }
  int exit_code() const noexcept { return exit_code_; }

  /// Never returns: the program's frames are left as they are, as those of a process that is killed.
  [[noreturn]] void leave(Ending ending);
  /// Leaves the program because the call under way cannot use the memory that it was given: the host's access to it has
  /// raised this signal.
  [[noreturn]] void crash_in_call(int by_signal);
  /// The same with an error.
  [[noreturn]] void fail(std::exception_ptr error);
  /// Throws BadMemory if lent_memory_failed().
  void check_lent_memory();
  /// Whether the image must not be used again.
  bool is_spoiled() const noexcept { return is_spoiled_; }
  /// Where computing is measured, the stretch between these two calls takes virtual time of the node: the first one
  /// when the program's own code begins to run, the second when it calls an interface.
  void begin_computing() noexcept {
    if (mode_.compute_cost.kind == ComputeCost::Kind::measured) begin_stretch();
  }
  void end_computing() {
    if (mode_.compute_cost.kind == ComputeCost::Kind::measured) charge_stretch();
  }
  /// As C has it: runs what was registered, last first, then leaves.
  [[noreturn]] void exit(int code);
  [[noreturn]] void exit_at_once(int code);
  void at_exit(void (*what)(void*), void* argument);

  /// Made at first use. A program may call several interfaces.
  template <class State>
  State& interface_state() {
    for (const auto& each : interfaces_) {
      InterfaceState& state = *each;
      if (typeid(state) == typeid(State)) return static_cast<State&>(state);
    }
    interfaces_.push_back(std::make_unique<State>());
    return static_cast<State&>(*interfaces_.back());
  }
  void end_interfaces();

  /// Whether what is wrong with the program is noted.
  bool looks_for_defects() const noexcept { return node_ != nullptr && node_->defects() != nullptr; }
  /// The program, which has ended by itself, may have written behind its blocks, or freed those of calls under way.
  void note_misuse_of_memory();
  /// The program is about to free a guarded block of its heap. Notes what is wrong with that; returns false if it must
  /// not be freed again.
  bool note_free(void* block);
  /// The program has loaded or stored what may concern a call under way. The caller is the program.
  void note_access(const OwnAccess& access);
  /// The program, which this file has, tells its loads and stores.
  void listen(const std::string& path);
  /// A load or store as reports name it, with its place in the source if that is known.
  DefectCall call_of(const OwnAccess& access) const;
  void forget_interfaces() noexcept { interfaces_.clear(); }

  Heap heap;
  MemoryWatch watch;
  DefectNotes notes;
  ProcessRandom random;
  NodeOutput output;
  OutputMode output_mode = OutputMode::independent;
  char* token = nullptr;  ///< where strtok goes on
  std::tm broken_down{};
  char time_text[32] = {};
  const char* next_letter = nullptr;  ///< getopt: inside of a word
  int first_other = 1;                ///< getopt: words from here that are no options ...
  int last_other = 1;                 ///< ... and before this one are still to be moved behind the options
  std::vector<std::FILE*> open_streams;
  CallSite last_call;     ///< of an interface
  bool is_noted = false;  ///< whether last_call is the call under way, which has told its place
  int signal = 0;         ///< that it crashed by
  std::optional<Executor::StackOverflow> overflow;  ///< of a crash
  bool has_cpp_streams = false;
  std::shared_ptr<void> kept;  ///< what may still be on its way to other nodes; until they all are done

 private:
  struct ExitHandler {
    void (*function)(void*);
    void* argument;
  };
  void note_overrun(std::size_t bytes);
  void begin_stretch() noexcept;
  void charge_stretch();
  [[noreturn]] void fail_in_handler();
  Ending run_aside(const std::function<void()>& handler);
  void run_main(const Image& image, const std::vector<std::string>& arguments);
  void run_exit_handlers();
  void open_streams_of_c();
  void open_streams_of_cpp();

  Node* node_ = nullptr;
  RunMode mode_;
  Duration own_time_{};
  std::optional<Duration> stretch_began_;  ///< when the program's code began to run; empty while it is in a call
  const Image* image_ = nullptr;
  std::jmp_buf* base_ = nullptr;  ///< where to go on when the program is left
  std::optional<VirtualTime> handler_time_;
  Ending ending_ = Ending::exited;
  bool crashed_in_call_ = false;
  bool is_spoiled_ = false;
  int exit_code_ = 0;
  bool exiting_ = false;
  std::exception_ptr error_;
  std::vector<ExitHandler> exit_handlers_;
  std::string path_;  ///< of the program, if it tells its loads and stores
  std::vector<std::unique_ptr<InterfaceState>> interfaces_;
  ProcessVariables variables_;
};

/// The process whose program is executing on this thread; null while our own code is, also on its behalf. What a
/// program calls finds its node by this. Nodes hand over to each other in our code alone, so that whoever goes on there
/// sets it again (InHost): executors need not know of it.
extern constinit thread_local Process* t_process;

/// Our own code runs on behalf of a program: its memory is the host's, and the program's errno stays as it was.
class InHost {
 public:
  explicit InHost(Process& process) noexcept;
  ~InHost();
  InHost(const InHost&) = delete;
  InHost& operator=(const InHost&) = delete;

 private:
  Process& process_;
  int errno_;
};

/// Begins a measured stretch of computing when a call of an interface returns to the program.
struct BeginsComputing {
  explicit BeginsComputing(Process& of) noexcept : process(of) {}
  ~BeginsComputing() { process.begin_computing(); }
  BeginsComputing(const BeginsComputing&) = delete;
  BeginsComputing& operator=(const BeginsComputing&) = delete;
  Process& process;
};

/// What an interface's function does: runs `work(process)` in the host. If that throws, the program is left.
template <class Work>
auto in_host(Process& process, Work work) -> decltype(work(process)) {
  std::exception_ptr error;
  int crash = 0;
  try {
    const InHost host(process);
    process.end_computing();
    const BeginsComputing afterwards(process);
    if constexpr (std::is_void_v<decltype(work(process))>) {
      work(process);
      process.check_lent_memory();
      return;
    } else {
      decltype(work(process)) result = work(process);
      process.check_lent_memory();
      return result;
    }
  } catch (const RunStopped&) {
  } catch (const BadMemory& bad) {
    crash = bad.signal;
  } catch (...) {
    error = std::current_exception();
  }
  if (error) process.fail(std::move(error));
  if (crash != 0) process.crash_in_call(crash);
  process.leave(Ending::stopped);
}

}  // namespace switchyard
