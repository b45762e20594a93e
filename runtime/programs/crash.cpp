#include "runtime/programs/crash.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/executor.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::array kCrashSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction& previous_signal_action(int signal) {
  static std::array<struct sigaction, NSIG> actions;
  return actions[static_cast<std::size_t>(signal)];
}

/// Where copy_throwing_on_memory_fault() continues if an access to a program's memory raises a signal (a jump buffer),
/// and the number of that signal.
constinit thread_local std::jmp_buf* t_jump_after_fault = nullptr;
constinit thread_local int t_fault_signal = 0;

/// Where this thread continues if an access that only tests whether a program's memory is usable raises a signal (the
/// address of an instruction; null if no such access is under way), and the number of that signal, or 0.
constinit thread_local void* t_resume_address = nullptr;
constinit thread_local int t_access_signal = 0;

/// The address of the last access by which the emulator's tests and copies of a program's memory have raised a signal.
constinit thread_local const void* t_fault_address = nullptr;

/// Passes a signal that is not a program's crash on to the signal handler that was installed
/// before.
void pass_signal_to_previous_handler(int signal, siginfo_t* info, void* context) {
  const struct sigaction& old = previous_signal_action(signal);
  if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) return old.sa_handler(signal);
  sigaction(signal, &old, nullptr);
  raise(signal);
}

// --- memory that programs have passed to calls, and that the emulator accesses later ---------------------------------

constexpr std::uintptr_t kMemoryPageBytes = 4096;

/// A node of a run. Several runs may be under way at once; the executor (the object that runs the nodes) identifies the
/// run, because no two runs share an executor.
struct NodeOfRun {
  std::atomic<Executor*> executor;
  std::atomic<std::uint32_t> node;
  void set(Executor* its_executor, std::uint32_t its_node) noexcept {
    node = its_node;
    executor = its_executor;
  }
  bool is_node_of_running_program_body(const RunningNodeProgram& body) const noexcept {
    return executor == body.executor && node == index(body.node);
  }
};

/// A buffer of more than one page that the program of a node has passed to a call.
struct PassedBuffer {
  std::atomic<std::uintptr_t> begin, end;
  NodeOfRun owner;
};

// Two ring buffers, which signal handlers read: the buffers that programs have passed to calls most recently, and the
// nodes for which the emulator has failed most recently to access such a buffer.
constinit std::array<PassedBuffer, std::size_t{1} << 14U> g_passed_buffers{};
constinit std::atomic<std::uint64_t> g_count_of_buffers_passed_to_calls{0};
constinit std::array<NodeOfRun, 64> g_nodes_with_failed_accesses{};

void note_memory_passed_to_call(std::span<const std::byte> memory) noexcept {
  const auto body = node_program_running_on_this_thread();
  if (!body) return;
  PassedBuffer& lent = g_passed_buffers[g_count_of_buffers_passed_to_calls++ % g_passed_buffers.size()];
  lent.end = 0;
  lent.begin = reinterpret_cast<std::uintptr_t>(memory.data());
  lent.owner.set(body->executor, index(body->node));
  lent.end = lent.begin + memory.size();
}

const PassedBuffer* memory_passed_to_call_at(std::uintptr_t address) noexcept {
  const std::uint64_t count = g_count_of_buffers_passed_to_calls;
  for (std::uint64_t i = count; i > 0 && count - i < g_passed_buffers.size(); --i) {
    const PassedBuffer& lent = g_passed_buffers[(i - 1) % g_passed_buffers.size()];
    if (lent.begin <= address && address < lent.end) return &lent;
  }
  return nullptr;
}

/// Makes the page at `address` usable, after the emulator has failed to access a program's memory there. Returns false
/// if `address` lies in no buffer that was passed to a call. Uses only functions that a signal handler may call.
bool make_page_usable(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const PassedBuffer* const lent = memory_passed_to_call_at(at);
  if (lent == nullptr) return false;
  void* const page = reinterpret_cast<void*>(at & ~(kMemoryPageBytes - 1));
  constexpr int kUsable = PROT_READ | PROT_WRITE;
  if (mprotect(page, kMemoryPageBytes, kUsable) != 0 &&
      mmap(page, kMemoryPageBytes, kUsable, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
    return false;
  g_nodes_with_failed_accesses[detail::g_failed_access_count % g_nodes_with_failed_accesses.size()].set(
      lent->owner.executor, lent->owner.node);
  ++detail::g_failed_access_count;
  return true;
}

/// Looks for the first function of the program among the functions that have been called when a signal interrupted
/// them. Used with _Unwind_Backtrace.
struct SearchForProgramCode {
  const ProgramImage& image;
  std::uintptr_t code_address = 0;
};
_Unwind_Reason_Code stop_in_program_code(_Unwind_Context* context, void* what) {
  SearchForProgramCode& search = *static_cast<SearchForProgramCode*>(what);
  const std::uintptr_t at = _Unwind_GetIP(context);
  if (!search.image.contains_code_at(at)) return _URC_NO_REASON;
  search.code_address = at;
  return _URC_NORMAL_STOP;
}

/// Returns the load or store by which the program has raised SIGSEGV in pages of its PageBlocks. If a function of the C
/// library has made it, its place in the code is where the program has called that function.
ProgramLoadOrStore access_that_raised_signal(const Process& process, const siginfo_t& info, const greg_t* registers) {
  constexpr greg_t kWriteFlag = 2;  // of a page fault's error code
  const auto at = reinterpret_cast<std::uintptr_t>(info.si_addr);
  ProgramLoadOrStore access{.begin = at, .end = at + 1, .writes = (registers[REG_ERR] & kWriteFlag) != 0};
  const auto code = static_cast<std::uintptr_t>(registers[REG_RIP]);
  if (process.image() == nullptr) return access;
  // The address plus 1, because a place in the code is otherwise that behind a call.
  if (process.image()->contains_code_at(code)) {
    access.code_address = reinterpret_cast<const void*>(code + 1);
    return access;
  }
  SearchForProgramCode search{*process.image()};
  _Unwind_Backtrace(stop_in_program_code, &search);
  access.code_address = reinterpret_cast<const void*>(search.code_address);
  return access;
}

void handle_crash_signal(int signal, siginfo_t* info, void* context) {
  if ((signal == SIGSEGV || signal == SIGBUS) && t_jump_after_fault != nullptr) {
    t_fault_signal = signal;
    t_fault_address = info->si_addr;
    _longjmp(*std::exchange(t_jump_after_fault, nullptr), 1);
  }
  if ((signal == SIGSEGV || signal == SIGBUS) && t_resume_address != nullptr) {
    t_access_signal = signal;
    t_fault_address = info->si_addr;
    greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    registers[REG_RIP] =
        static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(std::exchange(t_resume_address, nullptr)));
    return;
  }
  Process* const process = t_process;
  if (process == nullptr && signal == SIGSEGV &&
      (PageBlocks::make_page_usable(info->si_addr) || make_page_usable(info->si_addr)))
    return;
  if (process == nullptr) return pass_signal_to_previous_handler(signal, info, context);
  process->crash_signal = signal;
  if (signal == SIGSEGV && process->page_blocks.find_page_block_around_address(info->si_addr) != nullptr)
    process->crash_access =
        access_that_raised_signal(*process, *info, static_cast<ucontext_t*>(context)->uc_mcontext.gregs);
  const auto body = signal == SIGSEGV ? node_program_running_on_this_thread() : std::nullopt;
  if (body) process->stack_overflow = body->executor->stack_overflow_at(body->node, info->si_addr);
  process->leave_program(ComputationEnd::crashed);
}

/// A system call that may wait for ever, and the name of the C library function that makes it.
struct WaitingSystemCall {
  long number;
  const char* name;
};
constexpr WaitingSystemCall kWaitingSystemCalls[] = {
    {SYS_read, "read"},
    {SYS_readv, "readv"},
    {SYS_write, "write"},
    {SYS_writev, "writev"},
    {SYS_open, "open"},
    {SYS_openat, "open"},
    {SYS_accept, "accept"},
    {SYS_accept4, "accept"},
    {SYS_connect, "connect"},
    {SYS_recvfrom, "recv"},
    {SYS_recvmsg, "recvmsg"},
    {SYS_sendto, "send"},
    {SYS_sendmsg, "sendmsg"},
    {SYS_flock, "flock"},
    {SYS_fcntl, "fcntl"},
    {SYS_futex, "a lock or semaphore"},
    {SYS_wait4, "waitpid"},
    {SYS_waitid, "waitid"},
    {SYS_poll, "poll"},
    {SYS_ppoll, "poll"},
    {SYS_select, "select"},
    {SYS_pselect6, "select"},
    {SYS_epoll_wait, "epoll_wait"},
    {SYS_epoll_pwait, "epoll_wait"},
    {SYS_pause, "pause"},
    {SYS_rt_sigsuspend, "sigsuspend"},
    {SYS_rt_sigtimedwait, "sigwait"},
    {SYS_msgrcv, "msgrcv"},
    {SYS_semop, "semop"},
    {SYS_semtimedop, "semop"},
    {SYS_nanosleep, "nanosleep"},
    {SYS_clock_nanosleep, "nanosleep"},
};

/// Returns the name of the system call that was waiting when a signal interrupted it, or null if the signal has
/// interrupted anything else. When the signal handler returns, the kernel either repeats the system call or continues
/// behind it, with EINTR as its result.
const char* interrupted_waiting_call(const greg_t* registers) {
  constexpr std::uintptr_t kInstructionBytes = 2;
  const auto is_system_call = [](std::uintptr_t at) {
    const auto* const code = reinterpret_cast<const unsigned char*>(at);
    return code[0] == 0x0F && code[1] == 0x05;
  };
  const auto at = static_cast<std::uintptr_t>(registers[REG_RIP]);
  const auto result = static_cast<long>(registers[REG_RAX]);
  if (at % kMemoryPageBytes < kInstructionBytes || at % kMemoryPageBytes > kMemoryPageBytes - kInstructionBytes)
    return nullptr;
  if (is_system_call(at - kInstructionBytes) && result == -EINTR) return "a system call";
  if (!is_system_call(at)) return nullptr;
  const auto* const found = std::ranges::find(kWaitingSystemCalls, result, &WaitingSystemCall::number);
  return found == std::end(kWaitingSystemCalls) ? nullptr : found->name;
}

/// Handles SIGURG: ends a program that has exceeded the run's limit of host time, if the signal interrupted the
/// program's own code or a system call that waits. Other code may hold locks, so that it is left to continue; SIGURG is
/// sent again soon.
void handle_time_limit_signal(int signal, siginfo_t* info, void* context) {
  Process* const process = t_process;
  if (process == nullptr || !process->node().has_reached_host_limit()) {
    const struct sigaction& old = previous_signal_action(signal);
    if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
    if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) old.sa_handler(signal);
    return;
  }
  const greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto at = static_cast<std::uintptr_t>(registers[REG_RIP]);
  const bool is_own_code = process->image() != nullptr && process->image()->contains_code_at(at);
  if (!is_own_code) process->interrupted_system_call = interrupted_waiting_call(registers);
  if (is_own_code || process->interrupted_system_call != nullptr) process->leave_program(ComputationEnd::expired);
}

void install_signal_handlers() {
  struct sigaction interruption {};
  interruption.sa_sigaction = handle_time_limit_signal;
  interruption.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigaction(SIGURG, &interruption, &previous_signal_action(SIGURG));
  for (const int signal : kCrashSignals) {
    struct sigaction action {};
    action.sa_sigaction = handle_crash_signal;
    // SA_NODEFER, because longjmp leaves the signal handler without returning from it.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &action, &previous_signal_action(signal));
  }
}

/// A stack of its own for the signal handlers of a thread, because the stack of the program on this thread may be full.
/// A thread that already has a signal stack keeps it.
class CrashSignalStack {
 public:
  CrashSignalStack() {
    stack_t old{};
    sigaltstack(nullptr, &old);
    if ((old.ss_flags & SS_DISABLE) == 0) return;
    stack_memory_ = std::make_unique<char[]>(kStackBytes);
    stack_t ours{};
    ours.ss_sp = stack_memory_.get();
    ours.ss_size = kStackBytes;
    sigaltstack(&ours, nullptr);
  }
  ~CrashSignalStack() {
    if (!stack_memory_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  CrashSignalStack(const CrashSignalStack&) = delete;
  CrashSignalStack& operator=(const CrashSignalStack&) = delete;

 private:
  static constexpr std::size_t kStackBytes = 64 * 1024;
  std::unique_ptr<char[]> stack_memory_;
};

// The functions try_to_read_byte() and try_to_write_byte() test whether a program's memory is usable by accessing it
// with one instruction. If the access raises a signal, the handler lets the thread continue behind that instruction, so
// that a test costs hardly more than an access.

void try_to_read_byte(const std::byte* at) noexcept {
  void* after = nullptr;
  std::byte value{};
  asm volatile(
      "leaq 1f(%%rip), %[after]\n\t"
      "movq %[after], %[resume]\n\t"
      "movb %[byte], %[value]\n"
      "1:\n\t"
      "movq $0, %[resume]"
      : [after] "=&r"(after), [value] "=&q"(value), [resume] "+m"(t_resume_address)
      : [byte] "m"(*at)
      : "memory");
}

/// Writes a byte without changing its value, to test whether the memory is writable. The write is atomic, so that a
/// value stored by another thread at the same time is not lost.
void try_to_write_byte(std::byte* at) noexcept {
  void* after = nullptr;
  asm volatile(
      "leaq 1f(%%rip), %[after]\n\t"
      "movq %[after], %[resume]\n\t"
      "lock orb $0, %[byte]\n"
      "1:\n\t"
      "movq $0, %[resume]"
      : [after] "=&r"(after), [byte] "+m"(*at), [resume] "+m"(t_resume_address)
      :
      : "cc", "memory");
}

std::uintptr_t page_number_of(const std::byte* byte) noexcept {
  return reinterpret_cast<std::uintptr_t>(byte) / kMemoryPageBytes;
}

/// Tests whether memory can be read: reads a byte of each page of `memory`, up to the first page that cannot be read.
void try_to_read_pages(std::span<const std::byte> memory) noexcept {
  const std::byte* const last = &memory.back();
  for (const std::byte* at = memory.data(); page_number_of(at) < page_number_of(last) && t_access_signal == 0;
       at += kMemoryPageBytes)
    try_to_read_byte(at);
  try_to_read_byte(last);
}

/// Throws BadMemoryError if a test access to a program's memory has raised a signal since the last call of this
/// function.
void throw_if_access_failed() {
  if (t_access_signal != 0) [[unlikely]]
    throw BadMemoryError(std::exchange(t_access_signal, 0), t_fault_address);
}

}  // namespace

BadMemoryError::BadMemoryError(int its_signal, const void* its_address)
    : Error("memory that the program has given to a call cannot be used: " + signal_text(its_signal)),
      signal(its_signal),
      address(its_address) {}

void copy_throwing_on_memory_fault(void (*copy)(void* what), void* what) {
  std::jmp_buf here;
  if (_setjmp(here) != 0) throw BadMemoryError(t_fault_signal, t_fault_address);
  t_jump_after_fault = &here;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  copy(what);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_jump_after_fault = nullptr;
}

void check_readable(std::span<const std::byte> memory) {
  if (memory.empty()) return;
  try_to_read_pages(memory);
  throw_if_access_failed();
  if (memory.size() > kMemoryPageBytes) note_memory_passed_to_call(memory);
}

void check_writable(std::span<std::byte> memory) {
  if (memory.empty()) return;
  if (memory.size() > kMemoryPageBytes) try_to_read_pages(memory);
  try_to_write_byte(&memory.front());
  if (page_number_of(&memory.front()) != page_number_of(&memory.back())) try_to_write_byte(&memory.back());
  throw_if_access_failed();
  if (memory.size() > kMemoryPageBytes) note_memory_passed_to_call(memory);
}

constinit std::atomic<std::uint64_t> detail::g_failed_access_count{0};

bool detail::did_access_of_running_node_fail() noexcept {
  const auto body = node_program_running_on_this_thread();
  bool failed = false;
  for (NodeOfRun& owner : g_nodes_with_failed_accesses) {
    if (!body || !owner.is_node_of_running_program_body(*body)) continue;
    owner.set(nullptr, 0);
    failed = true;
  }
  return failed;
}

std::optional<NodeId> node_with_failed_memory_access() noexcept {
  if (detail::g_failed_access_count == 0) return std::nullopt;
  const auto body = node_program_running_on_this_thread();
  for (const NodeOfRun& owner : g_nodes_with_failed_accesses) {
    if (body && owner.executor == body->executor) return NodeId{owner.node.load()};
  }
  return std::nullopt;
}

void forget_failed_memory_accesses() noexcept { did_access_to_passed_memory_fail(); }

CrashGuard::CrashGuard() {
  static std::once_flag once;
  std::call_once(once, install_signal_handlers);
  thread_local const CrashSignalStack stack;
}

std::string signal_text(int signal) {
  return fmt::format("SIG{} ({})", sigabbrev_np(signal) == nullptr ? "?" : sigabbrev_np(signal), strsignal(signal));
}

}  // namespace switchyard
