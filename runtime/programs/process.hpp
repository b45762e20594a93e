#pragma once
/// \file process.hpp
/// The state that a C library keeps for each process, such as its heap, its streams and its random numbers. In the
/// emulator each node has its own such state, because its program is to seem a process of its own.

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include <search.h>

#include <ext/stdio_sync_filebuf.h>

#include "runtime/call_site.hpp"
#include "runtime/executor.hpp"
#include "runtime/node.hpp"
#include "runtime/programs/calls_in_code.hpp"
#include "runtime/programs/crash.hpp"
#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/heap.hpp"
#include "runtime/programs/host_resources.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/openmp_team.hpp"
#include "runtime/programs/output.hpp"
#include "runtime/programs/page_blocks.hpp"
#include "runtime/programs/run_mode.hpp"

namespace switchyard {

class ProgramImage;
class Process;

/// The C++ streams std::cin, std::cout, std::cerr and std::clog of one node's process. They read and write the C
/// streams of the same process.
struct CppStandardStreams {
  explicit CppStandardStreams(std::FILE* in, std::FILE* out, std::FILE* err);
  __gnu_cxx::stdio_sync_filebuf<char> standard_input_buffer, standard_output_buffer, standard_error_buffer;
  std::istream cin;
  std::ostream cout, cerr, clog;
  /// Argument of the program's last call of sync_with_stdio, which has no other effect: the C++ streams always follow
  /// the C streams.
  bool are_synced_with_stdio = true;
};

/// The global variables of the C and C++ libraries, such as stdout and optarg, of which each node's process has its
/// own. In the images (copies in memory) of its program, the names of the variables are bound to them.
struct ProcessVariables {
  std::FILE* stdin_stream = nullptr;
  std::FILE* stdout_stream = nullptr;
  std::FILE* stderr_stream = nullptr;
  char** environment = nullptr;
  char* optarg = nullptr;
  int optind = 1;
  int opterr = 1;
  int optopt = '?';
  alignas(CppStandardStreams) std::byte memory_of_cpp_streams[sizeof(CppStandardStreams)];
};

/// The state of the C library's random number generators (rand, random, drand48) of one process, with the same initial
/// values as in the C library.
struct CLibraryRandomState {
  CLibraryRandomState() { seed_generators(1); }
  void seed_generators(unsigned seed);
  random_data state{};
  char random_state_table[128] = {};
  drand48_data drand48_state{};
};

/// An OpenMP loop or group of sections that the program is executing, and the range of numbers of the iterations or
/// sections that must still be handed out.
struct OpenMpWorkShare {
  unsigned long long next_iteration_or_section, end_iteration_or_section;
  bool is_handed_out;
};
struct OpenMpWorkShares {
  /// The loops and groups of sections that the program is executing, from the outermost to the innermost one.
  std::array<OpenMpWorkShare, 64> open_work_shares;
  std::size_t open_work_share_count = 0;
};

/// The variables of a process into which functions of the C library write their results, and its hash table of hcreate.
struct ProcessBuffers {
  hsearch_data hash_table{};
  char error[64] = {};
  char signal_text[64] = {};
  char base64_text_of_number[8] = {};
  char number_text[512] = {};
  char temporary_file_name[L_tmpnam] = {};
};

/// A call by which the program asks for the time, or sleeps. `code_address` is the address in the program's code to
/// which the call returns.
struct ClockCall {
  const char* name = nullptr;
  const void* code_address = nullptr;
};

/// The signal handling that a program has set up. A node gets only signals that its program raises itself.
struct ProcessSignals {
  /// For each signal number: the action that the program has set or asked for.
  std::map<int, struct sigaction> action_by_signal_number;
  /// The time at which the program's alarm would come; nothing if it has set none.
  std::optional<Duration> alarm_time;
  sigset_t blocked_signals{};
  stack_t alternate_stack{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
};

/// The state of a standard stream of a process: where it reads or writes.
struct StandardStream {
  Process* process = nullptr;
  int stream_number = 0;          ///< 0 for standard input, 1 for standard output, 2 for standard error
  int replacing_descriptor = -1;  ///< descriptor of the file that freopen has put in place of the stream; -1 if none
  std::size_t bytes_read = 0;     ///< for standard input: number of bytes that the program has read so far
  bool is_closed = false;
};

/// Returns whether a descriptor number of a program is that of standard input, output or error (0 to 2).
constexpr bool is_standard_descriptor(int file) noexcept { return file >= 0 && file <= 2; }
/// Writes text to a standard stream of a process, and returns the number of bytes written; 0 if that fails. `stream`
/// points to a StandardStream.
ssize_t write_standard_stream(void* stream, const char* text, std::size_t bytes);
/// Reads from the standard input of a process: on node 0 it is the emulator's input, as with mpirun; on other nodes it
/// is empty. Returns -1 if the stream is closed. `stream` points to a StandardStream.
ssize_t read_standard_stream(void* stream, char* into, std::size_t bytes);

/// A C stream (FILE) that a process has opened.
struct OpenStream {
  std::FILE* c_file_stream = nullptr;
  /// Whether closing the stream calls functions of the program or writes its variables, so that the stream must be
  /// closed while the program still exists.
  bool must_close_before_program_ends = false;
};

/// Base class of the state that an interface such as MPI keeps for a node's program between its calls.
class InterfaceState {
 public:
  virtual ~InterfaceState() = default;
  /// Called when the program has ended normally, with the exit code `exit_code`. When the function returns, no request
  /// of the interface may be open.
  virtual void end(Node& /*node*/, int /*exit_code*/) {}
  /// Called when the program has crashed or ended with an error. Other nodes may then wait for this node in vain, which
  /// must not be reported as a further defect.
  virtual void note_failure() {}
};

/// How the lines that a program prints on standard output are shown.
enum class OutputMode : std::uint8_t {
  node_lines_shown_immediately,  ///< the lines of each node are shown as soon as the node prints them
  lines_in_node_order,           ///< all nodes print together; their lines are shown in the order of the nodes
  only_lines_of_node_zero,       ///< all nodes print equal lines together; only the lines of node 0 are shown
};

/// How the program of a node has ended.
enum class ComputationEnd : std::uint8_t {
  exited,   ///< the program's main has returned, or the program has called exit
  stopped,  ///< the run was stopped before the program ended
  failed,   ///< the program has ended with an error, which Process::throw_error_for_abnormal_program_end() throws
  crashed,  ///< the program has raised a signal such as SIGSEGV
  /// The run has reached its limit of host time while the program's own code was running, which might never make a
  /// call.
  expired,
};

/// What a node's program sees as its own process. It uses the same image (copy of the program in memory) in every run.
/// Only one thread at a time uses it.
class Process {
 public:
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Prepares the process for a run of its program on `node`. What the program prints goes to `output`.
  void start_run(Node& node, NodeOutput output, const RunMode& mode);
  /// Runs the program until it ends, and returns how it has ended. Call it on the node of the program, while no other
  /// program is under way on the same thread.
  ComputationEnd run_program(const ProgramImage& image, const std::vector<std::string>& arguments);
  /// Closes the streams that the program has left open, and frees the memory that the program has allocated.
  void release_resources();

  Node& node() noexcept { return *node_; }
  const ComputeCost& compute_cost() const noexcept { return run_mode_.compute_cost; }
  const RunMode& mode() const noexcept { return run_mode_; }
  /// Returns the time of the program's own clock, which advances only when the program sleeps or reads a clock.
  Duration own_clock_time() const noexcept { return own_clock_time_; }
  void advance_own_clock(Duration time) noexcept { own_clock_time_ += time; }
  /// Returns the image (copy in memory) of the running program, or null if the program has ended.
  const ProgramImage* image() const noexcept { return image_; }
  ProcessVariables& variables() noexcept { return variables_; }
  /// Returns the streams that were standard input, output and error when the program began.
  const std::array<std::FILE*, 3>& initial_streams() const noexcept { return initial_streams_; }
  /// Throws the exception for a program that has not ended normally: RunStopped if the run was stopped, or else an
  /// Error such as "the program crashed: SIGSEGV (Segmentation fault) after csend (ring.c:31)".
  [[noreturn]] void throw_error_for_abnormal_program_end(ComputationEnd ending) const;
  /// Runs a handler of an active message, which is a function of the program, while the program itself waits in a call.
  /// It may run on any thread and stack. If the handler does not return, throws what
  /// throw_error_for_abnormal_program_end() throws.
  void run_handler(VirtualTime now, const std::function<void()>& handler);
  /// Returns the virtual time at which the present handler of an active message runs; nothing if no handler is running.
  const std::optional<VirtualTime>& handler_time() const noexcept { return handler_time_; }
  int exit_code() const noexcept { return exit_code_; }

  /// Leaves the program by longjmp, and never returns. The program's stack frames are not unwound,
  /// as when a process is killed.
  [[noreturn]] void leave_program(ComputationEnd ending);
  /// Ends the program because its present call cannot use memory that the program has passed: the emulator's access to
  /// the memory has raised the signal `by_signal`. `address` is the address of the access, or null if it is not known.
  [[noreturn]] void crash_in_call(int by_signal, const void* address);
  /// Ends the program with the error `error`, which throw_error_for_abnormal_program_end() will throw.
  [[noreturn]] void leave_program_with_error(std::exception_ptr error);
  /// Throws BadMemoryError if memory that the program has passed to a call has passed the checks, but has then turned
  /// out to be unusable.
  void check_memory_passed_to_call() {
    if (did_access_to_passed_memory_fail()) [[unlikely]]
      refuse_memory_passed_to_call();
  }
  /// Returns whether the program's image (copy in memory) is damaged and must not be used for another run.
  bool is_image_damaged() const noexcept { return is_image_damaged_; }
  /// begin_computing() is called when the program's own code begins to run, and end_computing() when the program calls
  /// an interface such as MPI. If computing is measured (ComputeCost::Kind::measured), the processor time between the
  /// two calls, times a factor, is added to the node's virtual time.
  void begin_computing() noexcept {
    if (run_mode_.compute_cost.kind == ComputeCost::Kind::measured) begin_measured_computing();
  }
  void end_computing() {
    if (run_mode_.compute_cost.kind == ComputeCost::Kind::measured) charge_measured_computing();
  }
  /// Carries out exit of the C library: runs the functions registered by atexit, the last one first, flushes the
  /// program's streams, and leaves the program.
  [[noreturn]] void exit(int code);
  /// Carries out _exit of the C library: leaves the program at once, and drops what is in the buffers of its streams.
  [[noreturn]] void exit_at_once(int code);
  void flush_open_streams();
  void at_exit(void (*what)(void*), void* argument);
  void at_exit(void (*what)(int exit_code, void*), void* argument);

  /// Returns the state of type `State` that an interface such as MPI keeps for the program. It is made when it is first
  /// used. A program may use several interfaces.
  template <class State>
  State& communication_interface_state() {
    if (last_used_interface_type_ == &typeid(State)) [[likely]]
      return static_cast<State&>(*last_used_interface_);
    last_used_interface_ = &find_or_make_interface_state<State>();
    last_used_interface_type_ = &typeid(State);
    return static_cast<State&>(*last_used_interface_);
  }
  void finish_communication_interfaces();
  void note_failure_in_interfaces();

  /// Returns a hash of everything outside of the interfaces that decides how the program goes on after its present call
  /// of MPI, NX or CMMD: its memory, and what the C library keeps for it. `program_errno` is the program's errno.
  /// Returns nothing if the program has state that the hash cannot cover, such as open files. Call this function only
  /// on the program's stack. (program_state.cpp)
  std::optional<std::uint64_t> hash_of_state(int program_errno) const;

  /// Returns whether the present run collects defects of the program.
  bool is_run_checked_for_defects() const noexcept { return node_ != nullptr && node_->defects() != nullptr; }
  /// Returns a text that says why the program must not pass this memory to a call, as far as its heap and the sizes of
  /// its global and static variables tell. Returns an empty text if nothing is wrong.
  std::string text_of_memory_misuse(std::span<const std::byte> memory) const;
  /// Checks memory as text_of_memory_misuse() does, but permits memory that consists of several adjacent variables.
  std::string text_of_variable_memory_misuse(std::span<const std::byte> memory) const;
  /// Called when the program has ended normally. Notes a defect if the program has written behind the end of a heap
  /// block or to a freed block, or has freed memory that a call under way uses. `image` is the program's image.
  void note_misuse_of_memory(const ProgramImage& image);
  /// Called when the program is about to free a guarded block of its heap. Notes a defect if the block was freed
  /// before, or the program has written behind its end. Returns false if it must not be freed, because it was freed
  /// before.
  bool note_misuse_of_freed_block(void* block);
  /// Allocates zeroed memory for an interface such as MPI, whose function the program has called at `site`. Returns
  /// null if there is no memory. In runs that look for defects, the memory has pages of its own if possible.
  void* allocate_for_communication_interface(std::size_t bytes, CallSite site);
  /// Returns whether `block` is the beginning of memory that allocate_for_communication_interface() has returned, or of
  /// another block of the program's heap, and is not freed.
  bool is_begin_of_allocated_block(const void* block) const noexcept {
    return page_blocks.block_at(block) != nullptr || heap.is_allocated_block(block);
  }
  /// Frees memory that allocate_for_communication_interface() has returned, in the program's call at `site`. Notes a
  /// defect if the run looks for defects and the program has written beyond the end of the block, or a call still uses
  /// it.
  void release_block_of_communication_interface(void* block, CallSite site);
  /// Frees a block in pages of its own that the program shares with those of other nodes, after begin_to_free_block()
  /// was called for it.
  void release_page_block(PageGuardedMemoryBlock& block, CallSite site);
  void prepare_page_block_for_freeing(PageGuardedMemoryBlock& block);
  /// Returns the error for a call such as free that was given memory which it does not accept. `memory` says in words
  /// what memory that is, such as "memory that it has freed already".
  std::exception_ptr error_of_misused_block(const char* function, std::string_view memory) const;
  /// Checks a load or store of the program that may concern memory of a call under way. Called from the program's own
  /// code, into which the compiler has inserted calls that report loads and stores (--check).
  void note_access(const ProgramLoadOrStore& access);
  void note_atomic_access(const ProgramAtomicAccess& atomic);
  /// Sets the path of the program's file. This function is called when the process is made.
  void set_program_path(const std::string& path) { program_path_ = path; }
  const std::string& program_path() const noexcept { return program_path_; }
  /// Called when the process is made, if the program reports its loads and stores (switchyard-cc --check).
  void expect_access_reports() { memory_watch.set_program_access_reporting(true); }
  /// Returns the source line of an address in the program's code; an empty place if it is not known.
  CallPlace place_of_code(const void* address) const;
  /// Returns a load or store of the program in the form used in reports, with its source line if that is known.
  CallInvolvedInDefect defect_call_of(const ProgramLoadOrStore& access) const;
  void forget_interfaces() noexcept {
    last_used_interface_type_ = nullptr;
    interfaces_.clear();
  }

  Heap heap;
  PageBlocks page_blocks;
  MemoryWatch memory_watch;
  /// The calls of MPI, NX or CMMD that the program has made from Fortran.
  CallsByReturnAddress calls_in_code;
  NodeDefectRecorder defect_notes;
  CLibraryRandomState random;
  NodeOutput node_output;
  OutputMode output_mode = OutputMode::node_lines_shown_immediately;
  char* strtok_position = nullptr;  ///< for strtok: where its next call continues to search
  std::tm broken_down_time{};
  char time_text[32] = {};
  /// For getopt: the position in a word of several option letters, such as "-abc", at which its next call continues.
  const char* next_option_letter = nullptr;
  /// For getopt: the index of the first word that is not an option and must still be moved behind the options.
  int first_non_option_word_index = 1;
  /// For getopt: the index behind the last word that is not an option and must still be moved behind the options.
  int end_of_skipped_non_options = 1;
  std::vector<OpenStream> open_streams;
  HostResources host_resources;
  std::array<StandardStream, 3> standard_streams;
  std::vector<char*> environment;  ///< the program's own environment variables, once it has changed one
  std::string program_name;        ///< name of the program, with which the C library's warnings begin
  OpenMpWorkShares openmp_work_shares;
  OpenMpTeam openmp_team;
  /// Whether the program may find out in which thread it is without asking OpenMP.
  bool can_tell_threads_apart = false;
  ProcessSignals signal_handling_state{};
  ProcessBuffers result_buffers;
  /// The call in which the program is now reading a clock or sleeping; empty otherwise.
  ClockCall clock_call;
  CallSite last_call;  ///< place in the program of its last call of MPI, NX or CMMD
  /// Whether `last_call` is the place of the present call of MPI, NX or CMMD; otherwise it is the place of an earlier
  /// one.
  bool has_place_of_current_call = false;
  int crash_signal = 0;  ///< signal by which the program has crashed; 0 if it has not
  /// The load or store by which the program has crashed if it is one in pages of `page_blocks`; nothing otherwise.
  std::optional<ProgramLoadOrStore> crash_access;
  /// The system call in which the program was waiting when the run's limit of host time was reached; null otherwise.
  const char* interrupted_system_call = nullptr;
  /// The stack overflow that has caused the program to crash; nothing if none has.
  std::optional<Executor::StackOverflow> stack_overflow;
  bool has_cpp_streams = false;
  /// Whether the program may have state that hash_of_state() does not cover.
  bool has_unhashed_state = false;
  /// Data to which messages under way may refer. It is kept until all nodes are done.
  std::shared_ptr<void> data_of_messages_under_way;

 private:
  std::string text_after_last_call() const;
  std::optional<std::pair<std::uintptr_t, std::uintptr_t>> overrun_variable(std::span<const std::byte> memory) const;
  struct ExitHandler {
    void (*function)(void*);
    void (*function_with_exit_code)(int, void*);  ///< the registered function, if `function` is null
    void* argument;
  };
  template <class State>
  State& find_or_make_interface_state() {
    for (const auto& each : interfaces_) {
      InterfaceState& state = *each;
      if (typeid(state) == typeid(State)) return static_cast<State&>(state);
    }
    interfaces_.push_back(std::make_unique<State>());
    return static_cast<State&>(*interfaces_.back());
  }
  [[noreturn]] void refuse_memory_passed_to_call();
  void note_write_beyond_block(std::size_t bytes);
  void note_write_to_freed_block(const ProgramImage& image, const Heap::ChangedFreedBlock& block);
  CallPlace source_line_of_code_in_image(const ProgramImage& image, const void* address) const;
  std::string text_of_page_block_memory(const PageBlocks::MemoryBlockWithCallSites& used, std::uintptr_t at,
                                        const std::string& place) const;
  Error error_of_crash_access() const;
  void note_conflict_with_call_under_way(const ProgramLoadOrStore& access);
  void begin_measured_computing() noexcept;
  void charge_measured_computing();
  [[noreturn]] void fail_for_exit_in_handler();
  ComputationEnd run_handler_to_its_end(const std::function<void()>& handler);
  void run_main(const ProgramImage& image, const std::vector<std::string>& arguments);
  void run_exit_handlers();
  void open_c_standard_streams();
  void close_c_library_streams();
  void open_cpp_standard_streams();

  Node* node_ = nullptr;
  RunMode run_mode_;
  Duration own_clock_time_{};
  /// Processor time of this thread when the program's own code began to run; empty while the program is in a call.
  std::optional<Duration> computing_start_processor_time_;
  const ProgramImage* image_ = nullptr;
  std::jmp_buf* leave_jump_buffer_ = nullptr;  ///< where leave_program() jumps to
  std::optional<VirtualTime> handler_time_;
  ComputationEnd computation_end_ = ComputationEnd::exited;
  bool has_crashed_in_call_ = false;
  /// The address that the present call could not use, if the program has crashed in a call; null if it is not known.
  const void* unusable_address_ = nullptr;
  bool is_image_damaged_ = false;
  int exit_code_ = 0;
  bool is_exiting_ = false;
  std::exception_ptr error_of_program_;
  std::vector<ExitHandler> exit_handlers_;
  std::string program_path_;  ///< path of the program's file
  std::vector<std::unique_ptr<InterfaceState>> interfaces_;
  InterfaceState* last_used_interface_ = nullptr;  ///< the state of the interface that the program has called last
  const std::type_info* last_used_interface_type_ = nullptr;
  ProcessVariables variables_;
  std::array<std::FILE*, 3> initial_streams_{};  ///< the standard streams; null for those that are not open
  /// Copies of the standard streams as they were when they were opened, to see whether they have been used.
  std::array<std::FILE, 3> newly_opened_streams_{};
};

/// The process whose program's own code runs on this thread. It is null while code of the emulator runs, even on behalf
/// of a program. Functions of the emulator that a program calls find their node by this pointer. A thread switches
/// between nodes only while code of the emulator runs, and EmulatorCodeScope sets the pointer on return to a program,
/// so that executors need not know of it.
extern constinit thread_local Process* t_process;

/// Marks, as long as it exists, that code of the emulator runs on behalf of a program: memory comes from the host's
/// malloc instead of the program's heap, and the program's errno is preserved.
class EmulatorCodeScope {
 public:
  explicit EmulatorCodeScope(Process& process) noexcept;
  ~EmulatorCodeScope();
  EmulatorCodeScope(const EmulatorCodeScope&) = delete;
  EmulatorCodeScope& operator=(const EmulatorCodeScope&) = delete;

 private:
  Process& process_;
  int saved_errno_;
};

/// Begins to measure the program's computing time when a call of MPI, NX or CMMD returns to the program.
struct ComputingStartAtScopeEnd {
  explicit ComputingStartAtScopeEnd(Process& of) noexcept : process(of) {}
  ~ComputingStartAtScopeEnd() { process.begin_computing(); }
  ComputingStartAtScopeEnd(const ComputingStartAtScopeEnd&) = delete;
  ComputingStartAtScopeEnd& operator=(const ComputingStartAtScopeEnd&) = delete;
  Process& process;
};

/// Carries out a call of a program to an interface such as MPI: runs `work(process)` as code of the emulator instead of
/// the program (EmulatorCodeScope). If `work` throws, the program ends (Process::leave_program).
template <class Work>
auto run_as_emulator_code(Process& process, Work work) -> decltype(work(process)) {
  std::exception_ptr error;
  int crash = 0;
  const void* unusable_address = nullptr;
  try {
    const EmulatorCodeScope host(process);
    process.end_computing();
    const ComputingStartAtScopeEnd afterwards(process);
    if constexpr (std::is_void_v<decltype(work(process))>) {
      work(process);
      process.check_memory_passed_to_call();
      return;
    } else {
      decltype(work(process)) result = work(process);
      process.check_memory_passed_to_call();
      return result;
    }
  } catch (const RunStopped&) {
  } catch (const BadMemoryError& bad) {
    crash = bad.signal;
    unusable_address = bad.address;
  } catch (...) {
    error = std::current_exception();
  }
  if (error) process.leave_program_with_error(std::move(error));
  if (crash != 0) process.crash_in_call(crash, unusable_address);
  process.leave_program(ComputationEnd::stopped);
}

}  // namespace switchyard
