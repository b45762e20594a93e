#include "runtime/executor/stack_overflow.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/executor.hpp"

namespace switchyard {

#ifdef SWITCHYARD_SANITIZED

SignalStack::SignalStack() = default;
SignalStack::~SignalStack() = default;
void set_file_for_fault_reports(int /*file*/) noexcept {}

#else

namespace {

constexpr std::size_t kSignalStackBytes = std::size_t{16} * 1024;

/// A line of text that is put together without allocating memory.
class SignalSafeLine {
 public:
  SignalSafeLine& operator<<(std::string_view text) noexcept {
    for (const char c : text) {
      if (size_ < text_.size()) text_[size_++] = c;
    }
    return *this;
  }
  SignalSafeLine& operator<<(std::uint64_t number) noexcept {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  void write_to(int file) const noexcept {
    for (std::size_t done = 0; done < size_;) {
      const ssize_t written = ::write(file, text_.data() + done, size_ - done);
      if (written <= 0) return;
      done += static_cast<std::size_t>(written);
    }
  }

 private:
  std::array<char, 256> text_{};
  std::size_t size_ = 0;
};

constexpr int kNoFileDescriptor = -1;
std::atomic<int> fault_report_file{kNoFileDescriptor};

struct sigaction& previous_fault_action() {
  static struct sigaction action {};
  return action;
}

/// Handles SIGSEGV: if a node has used up its stack, writes a line that says so, and ends the process. It calls only
/// functions that a signal handler may call.
void handle_memory_fault(int /*signal*/, siginfo_t* info, void* /*context*/) {
  if (const auto body = node_program_running_on_this_thread()) {
    if (const auto overflow = body->executor->stack_overflow_at(body->node, info->si_addr)) {
      SignalSafeLine line;
      line << "node " << index(body->node) << " has used up its stack of " << overflow->stack_bytes << " B; "
           << overflow->suggested_remedy << "\n";
      line.write_to(fault_report_file.load() == kNoFileDescriptor ? STDERR_FILENO : fault_report_file.load());
      ::_exit(static_cast<int>(ExitCode::failed));
    }
    if (fault_report_file.load() != kNoFileDescriptor) {
      SignalSafeLine line;
      line << "node " << index(body->node) << " went outside of its memory\n";
      line.write_to(fault_report_file.load());
    }
  }
  // Restores the previous handler of SIGSEGV. When the signal handler returns, the access is repeated, and its fault
  // goes to the previous handler.
  ::sigaction(SIGSEGV, &previous_fault_action(), nullptr);
}

void install_fault_handler() {
  static const bool handles = [] {
    struct sigaction action {};
    action.sa_sigaction = handle_memory_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGSEGV, &action, &previous_fault_action());
    return true;
  }();
  static_cast<void>(handles);
}

}  // namespace

SignalStack::SignalStack() {
  stack_t before{};
  ::sigaltstack(nullptr, &before);
  if ((before.ss_flags & SS_DISABLE) != 0) {  // a thread that already has a stack for signal handlers keeps it
    signal_stack_memory_ = std::make_unique_for_overwrite<std::byte[]>(kSignalStackBytes);
    stack_t stack{};
    stack.ss_sp = signal_stack_memory_.get();
    stack.ss_size = kSignalStackBytes;
    ::sigaltstack(&stack, nullptr);
  }
  install_fault_handler();
}

void set_file_for_fault_reports(int file) noexcept { fault_report_file.store(file); }

SignalStack::~SignalStack() {
  if (!signal_stack_memory_) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
}

#endif

}  // namespace switchyard
