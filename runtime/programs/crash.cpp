#include "runtime/programs/crash.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction& before(int signal) {
  static std::array<struct sigaction, NSIG> actions;
  return actions[static_cast<std::size_t>(signal)];
}

/// Where guard_memory() continues if the access to a program's memory raises a signal, and that signal.
constinit thread_local std::jmp_buf* t_guard = nullptr;
constinit thread_local int t_guard_signal = 0;

/// Not a program's crash: what was there before takes the signal.
void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& old = before(signal);
  if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) return old.sa_handler(signal);
  sigaction(signal, &old, nullptr);
  raise(signal);
}

void handle(int signal, siginfo_t* info, void* context) {
  if ((signal == SIGSEGV || signal == SIGBUS) && t_guard != nullptr) {
    t_guard_signal = signal;
    _longjmp(*std::exchange(t_guard, nullptr), 1);
  }
  Process* const process = t_process;
  if (process == nullptr) return pass_on(signal, info, context);
  process->signal = signal;
  process->leave(Ending::crashed);
}

void install() {
  for (const int signal : kCrashes) {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // the handler is left, and not returned from
    sigaction(signal, &action, &before(signal));
  }
}

/// Where handlers run, as the program's own stack may be full. One a thread, unless it has one.
class SignalStack {
 public:
  SignalStack() {
    stack_t old{};
    sigaltstack(nullptr, &old);
    if ((old.ss_flags & SS_DISABLE) == 0) return;
    room_ = std::make_unique<char[]>(kBytes);
    stack_t ours{};
    ours.ss_sp = room_.get();
    ours.ss_size = kBytes;
    sigaltstack(&ours, nullptr);
  }
  ~SignalStack() {
    if (!room_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static constexpr std::size_t kBytes = 64 * 1024;
  std::unique_ptr<char[]> room_;
};

#define SWITCHYARD_UNINSTRUMENTED __attribute__((no_sanitize("address", "thread"), noinline))

constexpr std::uintptr_t kPage = 4096;

/// Reads a byte of each page. The program may have named more memory than it has.
SWITCHYARD_UNINSTRUMENTED void read_pages(std::span<const std::byte> memory) {
  const volatile std::byte* at = memory.data();
  const volatile std::byte* const last = at + (memory.size() - 1);
  const auto page_of = [](const volatile std::byte* byte) { return reinterpret_cast<std::uintptr_t>(byte) / kPage; };
  for (; page_of(at) < page_of(last); at += kPage) static_cast<void>(*at);
  static_cast<void>(*last);
}

/// Writes a byte without changing it. Atomic, so that no other thread sees another value, and none of their stores is
/// lost.
SWITCHYARD_UNINSTRUMENTED void write_back(volatile std::byte* byte) {
  __atomic_fetch_or(reinterpret_cast<volatile unsigned char*>(byte), 0, __ATOMIC_RELAXED);
}

}  // namespace

BadMemory::BadMemory(int its_signal)
    : Error("memory that the program has given to a call cannot be used: " + signal_text(its_signal)),
      signal(its_signal) {}

void guard_memory(void (*copy)(void* what), void* what) {
  std::jmp_buf here;
  if (_setjmp(here) != 0) throw BadMemory(t_guard_signal);
  t_guard = &here;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  copy(what);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_guard = nullptr;
}

void check_readable(std::span<const std::byte> memory) {
  if (memory.empty()) return;
  guard_memory([memory] { read_pages(memory); });
}

void check_writable(std::span<std::byte> memory) {
  if (memory.empty()) return;
  guard_memory([memory] {
    if (memory.size() > kPage) read_pages(memory);
    write_back(&memory.front());
    write_back(&memory.back());
  });
}

CrashGuard::CrashGuard() {
  static std::once_flag once;
  std::call_once(once, install);
  thread_local const SignalStack stack;
}

std::string signal_text(int signal) {
  return fmt::format("SIG{} ({})", sigabbrev_np(signal) == nullptr ? "?" : sigabbrev_np(signal), strsignal(signal));
}

}  // namespace switchyard
