#include "runtime/programs/process.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/crash.hpp"
#include "runtime/programs/frame_variables.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/stop_point.hpp"

namespace switchyard {

constinit thread_local Process* t_process = nullptr;

EmulatorCodeScope::EmulatorCodeScope(Process& process) noexcept : process_(process), saved_errno_(errno) {
  t_process = nullptr;
}
EmulatorCodeScope::~EmulatorCodeScope() {
  t_process = &process_;
  errno = saved_errno_;
}

namespace {

/// The C++ runtime's record of the exceptions being handled. It is saved before a program runs and
/// restored afterwards, because the program may be left inside a catch block.
struct ExceptionState {
  void* caught_exception_stack;
  unsigned uncaught_exception_count;
};
ExceptionState& exception_state() { return *reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals()); }

/// Makes the argument list argv for a program's main, which the program may change: the pointers, followed by the
/// strings to which they point. Returns null if there is no memory.
char** make_argv(Heap& heap, const std::vector<std::string>& arguments) {
  std::size_t bytes = (arguments.size() + 1) * sizeof(char*);
  const std::size_t begin = bytes;
  for (const std::string& word : arguments) bytes += word.size() + 1;
  auto* const words = static_cast<char**>(heap.allocate(bytes));
  if (words == nullptr) return nullptr;
  char* text = reinterpret_cast<char*>(words) + begin;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    words[i] = text;
    std::memcpy(text, arguments[i].c_str(), arguments[i].size() + 1);
    text += arguments[i].size() + 1;
  }
  words[arguments.size()] = nullptr;
  return words;
}

/// Makes an error that describes an exception which the program has not caught. The exception itself cannot be kept,
/// because its type and code belong to the program's image (copy in memory), which does not last as long.
std::exception_ptr error_of_uncaught_exception(const char* function, const char* what) {
  return std::make_exception_ptr(Error(fmt::format("an exception has left {}: {}", function, what)));
}

}  // namespace

void Process::start_run(Node& node, NodeOutput its_output, const RunMode& mode) {
  node_ = &node;
  forget_failed_memory_accesses();
  run_mode_ = mode;
  own_clock_time_ = Duration::zero();
  computing_start_processor_time_.reset();
  node_output = std::move(its_output);
  random.seed_generators(1);
  strtok_position = nullptr;
  next_option_letter = nullptr;
  first_non_option_word_index = end_of_skipped_non_options = 1;
  variables_.environment = environ;
  environment.clear();
  openmp_work_shares.open_work_share_count = 0;
  openmp_team = {};
  signal_handling_state = {};
  variables_.optarg = nullptr;
  variables_.optind = variables_.opterr = 1;
  variables_.optopt = '?';
  last_call = {};
  has_crashed_in_call_ = false;
  heap.set_block_guarding(is_run_checked_for_defects() || mode.refuses_leaks);
  memory_watch.clear();
  calls_in_code = {};
  defect_notes = {};
  output_mode = OutputMode::node_lines_shown_immediately;
  crash_signal = 0;
  crash_access.reset();
  interrupted_system_call = nullptr;
  clock_call = {};
  stack_overflow.reset();
  exit_code_ = 0;
  is_exiting_ = false;
  error_of_program_ = nullptr;
  open_c_standard_streams();
  if (has_cpp_streams) open_cpp_standard_streams();
}

ComputationEnd Process::run_program(const ProgramImage& image, const std::vector<std::string>& arguments) {
  image_ = &image;
  const CrashGuard guard;
  const ExceptionState before = exception_state();
  computation_end_ = ComputationEnd::exited;
  std::jmp_buf here;
  leave_jump_buffer_ = &here;
  if (_setjmp(here) == 0) run_main(image, arguments);
  t_process = nullptr;
  exception_state() = before;
  return computation_end_;
}

void Process::run_handler(VirtualTime now, const std::function<void()>& handler) {
  const CrashGuard guard;
  std::jmp_buf* const outer = leave_jump_buffer_;
  const ComputationEnd outer_ending = std::exchange(computation_end_, ComputationEnd::exited);
  handler_time_ = now;
  const ComputationEnd ending = run_handler_to_its_end(handler);
  handler_time_.reset();
  computation_end_ = outer_ending;
  leave_jump_buffer_ = outer;
  if (ending != ComputationEnd::exited) throw_error_for_abnormal_program_end(ending);
}

/// Runs a handler of an active message, and returns how it has ended: `exited` means that the handler has returned.
ComputationEnd Process::run_handler_to_its_end(const std::function<void()>& handler) {
  const ExceptionState before = exception_state();
  std::jmp_buf here;
  leave_jump_buffer_ = &here;
  if (_setjmp(here) == 0) {
    t_process = this;
    try {
      handler();
    } catch (const std::exception& thrown) {
      t_process = nullptr;
      computation_end_ = ComputationEnd::failed;
      error_of_program_ = error_of_uncaught_exception("a handler", thrown.what());
    } catch (...) {
      t_process = nullptr;
      computation_end_ = ComputationEnd::failed;
      error_of_program_ = error_of_uncaught_exception("a handler", "it is no std::exception");
    }
  }
  t_process = nullptr;
  exception_state() = before;
  return computation_end_;
}

/// Runs the program's constructors and its main. Never returns, because exit is called when main has returned.
void Process::run_main(const ProgramImage& image, const std::vector<std::string>& arguments) {
  char** const words = make_argv(heap, arguments);
  if (words == nullptr) leave_program_with_error(std::make_exception_ptr(std::bad_alloc()));
  const int count = static_cast<int>(arguments.size());
  program_name = arguments.front().substr(arguments.front().rfind('/') + 1);
  t_process = this;
  errno = 0;
  begin_computing();
  try {
    image.run_constructors(count, words, variables_.environment);
    exit(image.main_function()(count, words, variables_.environment));
  } catch (const std::exception& thrown) {
    t_process = nullptr;
    error_of_program_ = error_of_uncaught_exception("main", thrown.what());
  } catch (...) {
    t_process = nullptr;
    error_of_program_ = error_of_uncaught_exception("main", "it is no std::exception");
  }
  leave_program(ComputationEnd::failed);
}

void Process::leave_program(ComputationEnd ending) {
  computation_end_ = ending;
  _longjmp(*leave_jump_buffer_, 1);
}

void Process::crash_in_call(int by_signal, const void* address) {
  crash_signal = by_signal;
  unusable_address_ = address;
  has_crashed_in_call_ = true;
  leave_program(ComputationEnd::crashed);
}

void Process::leave_program_with_error(std::exception_ptr error) {
  switchyard_stop_here("the program ends with an error");
  error_of_program_ = std::move(error);
  leave_program(ComputationEnd::failed);
}

void Process::refuse_memory_passed_to_call() {
  is_image_damaged_ = true;
  throw BadMemoryError(SIGSEGV, nullptr);
}

void Process::fail_for_exit_in_handler() {
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(*this);
    error = std::make_exception_ptr(Error("exit, called by a handler; set a flag for the program"));
  }
  leave_program_with_error(std::move(error));
}

void Process::exit(int code) {
  if (handler_time_) fail_for_exit_in_handler();
  exit_code_ = code;
  is_exiting_ = true;
  run_exit_handlers();
  flush_open_streams();
  // The call adds the computing time since the last call to the node's virtual time.
  run_as_emulator_code(*this, [](Process&) {});
  leave_program(ComputationEnd::exited);
}

void Process::exit_at_once(int code) {
  if (handler_time_) fail_for_exit_in_handler();
  exit_code_ = code;
  leave_program(ComputationEnd::exited);
}

/// Runs the functions that the program has registered by atexit, and then the destructors of the program and its
/// libraries. If one of these functions calls exit, that call runs the remaining functions.
void Process::run_exit_handlers() {
  while (!exit_handlers_.empty()) {
    const ExitHandler handler = exit_handlers_.back();
    exit_handlers_.pop_back();
    if (handler.function != nullptr) {
      handler.function(handler.argument);
    } else {
      handler.function_with_exit_code(exit_code_, handler.argument);
    }
  }
  if (const ProgramImage* image = std::exchange(image_, nullptr)) image->run_destructors();
}

void Process::at_exit(void (*what)(void*), void* argument) {
  const EmulatorCodeScope host(*this);
  exit_handlers_.push_back({what, nullptr, argument});
}
void Process::at_exit(void (*what)(int, void*), void* argument) {
  const EmulatorCodeScope host(*this);
  exit_handlers_.push_back({nullptr, what, argument});
}

void Process::finish_communication_interfaces() {
  for (const auto& each : interfaces_) each->end(*node_, exit_code_);
}

void Process::note_failure_in_interfaces() {
  for (const auto& each : interfaces_) each->note_failure();
}

/// Looks for a variable of the program that contains the beginning of `memory`, but not its end. Returns the addresses
/// of the variable's first byte and of the byte behind its last one; nothing if no such variable is known.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> Process::overrun_variable(
    std::span<const std::byte> memory) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  auto variable = image_->range_of_variable_at(begin);
  if (!variable && !heap.contains(memory.data())) variable = find_overrun_local_variable(*this, memory);
  return variable && begin + memory.size() > variable->second ? variable : std::nullopt;
}

std::string Process::text_of_memory_misuse(std::span<const std::byte> memory) const {
  if (page_blocks.find_page_block_around_address(memory.data()) != nullptr)
    return page_blocks.text_of_memory_misuse(memory);
  std::string fault = heap.text_of_memory_misuse(memory);
  if (!fault.empty() || image_ == nullptr) return fault;
  const auto variable = overrun_variable(memory);
  if (!variable) return {};
  return fmt::format("the buffer goes {} B beyond the end of a variable of {} B",
                     reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size() - variable->second,
                     variable->second - variable->first);
}

std::string Process::text_of_variable_memory_misuse(std::span<const std::byte> memory) const {
  const auto is_begin_of_variable = [&](std::uintptr_t address) {
    auto variable = image_->range_of_variable_at(address);
    if (!variable) variable = local_variable_at(*this, address);
    return variable && variable->first == address;
  };
  for (std::string fault = text_of_memory_misuse(memory); !fault.empty(); fault = text_of_memory_misuse(memory)) {
    const auto variable = image_ == nullptr ? std::nullopt : overrun_variable(memory);
    if (!variable || !is_begin_of_variable(variable->second)) return fault;
    memory = memory.subspan(variable->second - reinterpret_cast<std::uintptr_t>(memory.data()));
  }
  return {};
}

void Process::note_misuse_of_memory(const ProgramImage& image) {
  if (!is_run_checked_for_defects()) return;
  memory_watch.note_freed_memory(*node_, defect_notes);
  if (const auto bytes = heap.size_of_overrun_block()) note_write_beyond_block(*bytes);
  if (const PageGuardedMemoryBlock* const block = page_blocks.overrun_block())
    note_write_beyond_block(block->end - block->begin);
  if (const auto changed = heap.changed_freed_block()) note_write_to_freed_block(image, *changed);
}

void Process::note_write_to_freed_block(const ProgramImage& image, const Heap::ChangedFreedBlock& block) {
  std::vector<CallInvolvedInDefect> calls{{node_->id(), "store"}};
  const CallPlace maker = block.allocation_return_address == nullptr
                              ? CallPlace{}
                              : source_line_of_code_in_image(image, block.allocation_return_address);
  if (maker.line != 0) calls.push_back({node_->id(), "malloc", maker});
  defect_notes.note_defect_of_own_code(
      *node_, DefectClass::memory,
      fmt::format("the program has written to memory of {} B that it has freed{}", block.bytes,
                  maker.line == 0 ? "" : fmt::format(" (allocated at {})", call_site_text(maker))),
      std::move(calls));
}

void Process::note_write_beyond_block(std::size_t bytes) {
  defect_notes.note_defect_of_own_code(
      *node_, DefectClass::memory,
      fmt::format("the program has written beyond the end of the {} B that it has allocated", bytes),
      {{node_->id(), "store"}});
}

/// Returns words for the beginning of a sentence about something that the program does after its last call of MPI, NX
/// or CMMD, such as "after MPI_Send (a.c:7), "; empty if it has made no such call.
std::string Process::text_after_last_call() const {
  return last_call == CallSite{} ? "" : fmt::format("after {}, ", call_text("a call", last_call));
}

std::exception_ptr Process::error_of_misused_block(const char* function, std::string_view memory) const {
  const std::string last = text_after_last_call();
  Error error = error_with_defect_class(Error(fmt::format("{}the program calls {} for {}", last, function, memory)),
                                        DefectClass::memory);
  if (last.empty()) return std::make_exception_ptr(std::move(error));
  return std::make_exception_ptr(
      error_with_involved_calls(std::move(error), {make_defect_call(kAnyNode, last_call, "a call")}));
}

void* Process::allocate_for_communication_interface(std::size_t bytes, CallSite site) {
  PageGuardedMemoryBlock* const block = is_run_checked_for_defects() ? page_blocks.allocate(bytes, site) : nullptr;
  return block != nullptr ? block->first_byte() : heap.allocate_zeros(std::max<std::size_t>(bytes, 1));
}

void Process::release_block_of_communication_interface(void* block, CallSite site) {
  if (PageGuardedMemoryBlock* const found = page_blocks.block_at(block)) {
    prepare_page_block_for_freeing(*found);
    return release_page_block(*found, site);
  }
  if (is_run_checked_for_defects() && Heap::is_overrun(block)) note_write_beyond_block(Heap::capacity_of_block(block));
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  memory_watch.on_memory_free(begin, begin + Heap::capacity_of_block(block));
  heap.release_block_memory(block);
}

/// Notes that the program is about to free the block. If a call under way or a window still uses its memory, the memory
/// stays usable, because the emulator accesses it for that call.
void Process::prepare_page_block_for_freeing(PageGuardedMemoryBlock& block) {
  if (memory_watch.is_used(block.begin, block.end)) block.must_keep_pages_usable = true;
  if (++block.block_freeing_node_count == block.block_sharing_node_count && PageBlocks::is_overrun(block))
    note_write_beyond_block(block.end - block.begin);
}

void Process::release_page_block(PageGuardedMemoryBlock& block, CallSite site) {
  memory_watch.on_memory_free(block.begin, block.end);
  page_blocks.free(block, site);
}

bool Process::note_misuse_of_freed_block(void* block) {
  const EmulatorCodeScope host(*this);
  if (Heap::is_freed(block)) {
    const std::string text = text_after_last_call() + "the program frees memory that it has freed already";
    defect_notes.note_defect_of_own_code(*node_, DefectClass::memory, text,
                                         {make_defect_call(node_->id(), last_call, "free")});
    return false;
  }
  if (Heap::is_overrun(block)) note_write_beyond_block(Heap::capacity_of_block(block));
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  memory_watch.on_memory_free(begin, begin + Heap::capacity_of_block(block));
  return true;
}

/// Returns a text about memory in a block in pages of its own, such as "memory (a.c:9) that MPI_Win_free (a.c:8) has
/// freed". `place` is a text for the place of the access, or empty.
std::string Process::text_of_page_block_memory(const PageBlocks::MemoryBlockWithCallSites& used, std::uintptr_t at,
                                               const std::string& place) const {
  const std::uintptr_t begin = used.block->begin, end = used.block->end;
  const std::string maker = call_text("a call", used.allocation_call_site);
  if (used.freeing_site)
    return fmt::format("memory{} that {} has freed", place, call_text("a call", *used.freeing_site));
  if (at >= begin && at < end) return fmt::format("memory{} that {} has allocated", place, maker);
  const std::uintptr_t distance = at < begin ? begin - at : at - end;
  return fmt::format("memory{} {} {} the {} B that {} has allocated", place,
                     distance == 0 ? std::string("directly") : fmt::format("{} B", distance),
                     at < begin ? "before" : "behind", end - begin, maker);
}

/// Returns the error for a load or store of the program that has raised SIGSEGV in pages of `page_blocks`.
Error Process::error_of_crash_access() const {
  const CallInvolvedInDefect own = defect_call_of(*crash_access);
  const PageBlocks::MemoryBlockWithCallSites& used =
      *page_blocks.find_page_block_around_address(reinterpret_cast<const void*>(crash_access->begin));
  const bool is_place_known = own.place.line != 0;
  const std::string place = is_place_known ? fmt::format(" ({})", call_site_text(own.place)) : "";
  Error error(fmt::format("{}the program {} {}", is_place_known ? "" : text_after_last_call(),
                          crash_access->writes ? "stores to" : "loads from",
                          text_of_page_block_memory(used, crash_access->begin, place)));
  return error_with_involved_calls(
      error_with_defect_class(std::move(error), DefectClass::memory),
      {own, make_defect_call(node_->id(), used.freeing_site.value_or(used.allocation_call_site), "a call")});
}

void Process::throw_error_for_abnormal_program_end(ComputationEnd ending) const {
  if (ending == ComputationEnd::stopped) {
    if (clock_call.name != nullptr && node_->has_reached_host_limit()) {
      const CallPlace at = place_of_code(clock_call.code_address);
      node_->replace_last_call(at.line == 0 ? clock_call.name
                                            : fmt::format("{} ({}:{})", clock_call.name, at.file, at.line));
    }
    throw RunStopped{};
  }
  if (ending == ComputationEnd::failed) std::rethrow_exception(error_of_program_);
  if (ending == ComputationEnd::crashed && crash_access) throw error_of_crash_access();
  const std::string last = last_call == CallSite{} ? "" : call_text("a call", last_call);
  if (ending == ComputationEnd::expired) {
    const std::string what = interrupted_system_call != nullptr
                                 ? fmt::format("a call that waits ({})", interrupted_system_call)
                                 : "its own code";
    node_->throw_host_limit_error(what + (last.empty() ? " before its first call" : " after " + last));
  }
  const std::vector<CallInvolvedInDefect> calls{make_defect_call(kAnyNode, last_call, "a call")};
  if (has_crashed_in_call_ && has_place_of_current_call) {
    const PageBlocks::MemoryBlockWithCallSites* const block =
        page_blocks.find_page_block_around_address(unusable_address_);
    const std::string what =
        block == nullptr ? "it cannot use the memory that it was given"
                         : "it was given " + text_of_page_block_memory(
                                                 *block, reinterpret_cast<std::uintptr_t>(unusable_address_), "");
    throw error_with_involved_calls(error_with_defect_class(Error(fmt::format("the program crashed: {} in {}: {}",
                                                                              signal_text(crash_signal), last, what)),
                                                            DefectClass::memory),
                                    calls);
  }
  const std::string stack = stack_overflow ? fmt::format(": it has used up its stack of {} B; {}",
                                                         stack_overflow->stack_bytes, stack_overflow->suggested_remedy)
                                           : "";
  Error crash(fmt::format("the program crashed: {}{}{}{}{}", signal_text(crash_signal),
                          has_crashed_in_call_ ? " in a call" : "", last.empty() ? "" : " after ", last, stack));
  if (crash_signal == SIGSEGV || crash_signal == SIGBUS) crash.set_defect_class(DefectClass::memory);
  throw last.empty() ? crash : error_with_involved_calls(crash, calls);
}

// --- functions that programs call: exit, atexit and the like ---------------------------------------------------------

namespace {

[[noreturn]] void exit_program(int code) { t_process->exit(code); }
[[noreturn]] void exit_at_once(int code) { t_process->exit_at_once(code); }

[[noreturn]] void abort_program() {
  if (t_process == nullptr) std::abort();
  t_process->crash_signal = SIGABRT;
  t_process->leave_program(ComputationEnd::crashed);
}

[[noreturn]] void fail_assertion(const char* condition, const char* file, unsigned line, const char* function) {
  Process& process = *t_process;
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(process);
    error = std::make_exception_ptr(
        error_with_involved_calls(Error(fmt::format("assertion failed ({}:{}, {}): {}", file, line,
                                                    function == nullptr ? "" : function, condition)),
                                  {make_defect_call(kAnyNode, process.last_call, "the program")}));
  }
  process.leave_program_with_error(std::move(error));
}

void call_function_without_arguments(void* function) { reinterpret_cast<void (*)()>(function)(); }

int at_exit(void (*function)()) {
  t_process->at_exit(call_function_without_arguments, reinterpret_cast<void*>(function));
  return 0;
}

int on_exit(void (*function)(int, void*), void* argument) {
  t_process->at_exit(function, argument);
  return 0;
}

/// Carries out at_quick_exit by doing nothing. Programs rarely end by quick_exit, and the functions registered for it
/// are not called.
int at_quick_exit(void (* /*function*/)()) { return 0; }

int at_exit_with_argument(void (*function)(void*), void* argument, void* /*image*/) {
  t_process->at_exit(function, argument);
  return 0;
}

/// Carries out __cxa_finalize by doing nothing. It is called only by the destructors of an image, when all functions
/// registered for the exit have already run.
void ignore_finalize(void* /*image*/) {}

const SymbolBinding kExitFunctionBindings[] = {
    SymbolBinding::make_function_binding("exit", exit_program),
    SymbolBinding::make_function_binding("_exit", exit_at_once),
    SymbolBinding::make_function_binding("_Exit", exit_at_once),
    SymbolBinding::make_function_binding("quick_exit", exit_at_once),
    SymbolBinding::make_function_binding("abort", abort_program),
    SymbolBinding::make_function_binding("__assert_fail", fail_assertion),
    SymbolBinding::make_function_binding("atexit", at_exit),
    SymbolBinding::make_function_binding("on_exit", on_exit),
    SymbolBinding::make_function_binding("at_quick_exit", at_quick_exit),
    SymbolBinding::make_function_binding("__cxa_at_quick_exit", at_quick_exit),
    SymbolBinding::make_function_binding("__cxa_atexit", at_exit_with_argument),
    SymbolBinding::make_function_binding("__cxa_thread_atexit", at_exit_with_argument),
    SymbolBinding::make_function_binding("__cxa_thread_atexit_impl", at_exit_with_argument),
    SymbolBinding::make_function_binding("__cxa_finalize", ignore_finalize),
};

}  // namespace

SymbolBindings exit_function_bindings() { return kExitFunctionBindings; }

}  // namespace switchyard
