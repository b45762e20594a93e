#include "bench/experiment/interruptible.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "bench/experiment/temporary_file_entry.hpp"

namespace switchyard {
namespace {

constexpr int kStopGraceMilliseconds = 500;
constexpr int kNoTimeout = -1;
constexpr int kTickMilliseconds = 250;

/// Owns a file descriptor and closes it.
class OwnedDescriptor {
 public:
  explicit OwnedDescriptor(int number) : descriptor_(number) {
    if (number < 0) throw std::system_error(errno, std::generic_category());
  }
  ~OwnedDescriptor() { ::close(descriptor_); }
  OwnedDescriptor(const OwnedDescriptor&) = delete;
  OwnedDescriptor& operator=(const OwnedDescriptor&) = delete;
  int number() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

bool is_signal_ignored(int signal) {
  struct sigaction now = {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// Blocks the ending signals (SIGINT, SIGTERM, SIGHUP) for as long as this object lives, in the current thread and in
/// threads that this thread starts meanwhile.
class SignalBlocker {
 public:
  SignalBlocker() {
    sigemptyset(&ending_signals_);
    for (const int signal : kEndingSignals) {
      if (signal == SIGINT || !is_signal_ignored(signal)) sigaddset(&ending_signals_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &ending_signals_, &previous_signal_mask_);
  }
  ~SignalBlocker() { pthread_sigmask(SIG_SETMASK, &previous_signal_mask_, nullptr); }
  SignalBlocker(const SignalBlocker&) = delete;
  SignalBlocker& operator=(const SignalBlocker&) = delete;
  OwnedDescriptor make_signal_descriptor() const {
    return OwnedDescriptor(::signalfd(-1, &ending_signals_, SFD_CLOEXEC));
  }

 private:
  sigset_t ending_signals_;
  sigset_t previous_signal_mask_;
};

/// Reads a pending signal from the signalfd and returns its number. This removes the signal, which would otherwise be
/// delivered as soon as it is no longer blocked.
int read_pending_signal(int descriptor) {
  signalfd_siginfo taken{};
  const auto size = ::read(descriptor, &taken, sizeof(taken));
  return size == sizeof(taken) ? static_cast<int>(taken.ssi_signo) : SIGINT;
}

/// A signal handler that removes temporary files, prints one line and ends the process. It calls only functions that
/// are safe in a signal handler.
void handle_ending_signal(int signal) {
  remove_temporary_files();
  static constexpr std::string_view kText = "interrupted: nothing more is written\n";
  [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(static_cast<int>(ComputationEnd::interrupted_by_signal(signal).exit_code()));
}

enum class ReadyDescriptor : std::uint8_t { first_descriptor, second_descriptor, no_descriptor };

/// Waits until one of two descriptors has input or the given time is over. Returns which descriptor has input, or
/// `no_descriptor`.
ReadyDescriptor wait_for_either_descriptor(int first, int second, int milliseconds) {
  std::array<pollfd, 2> waiting{{{first, POLLIN, 0}, {second, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), milliseconds) < 0 && errno == EINTR) {
  }
  if ((waiting[0].revents & POLLIN) != 0) return ReadyDescriptor::first_descriptor;
  return (waiting[1].revents & POLLIN) != 0 ? ReadyDescriptor::second_descriptor : ReadyDescriptor::no_descriptor;
}

/// Waits without a time limit until one of two descriptors has input. Meanwhile calls `tick`, if given, a few times a
/// second. Returns true if the first descriptor has input, false if only the second has.
bool wait_for_input_and_call_periodically(int first, int second, const std::function<void()>& tick) {
  for (;;) {
    const ReadyDescriptor ready = wait_for_either_descriptor(first, second, tick ? kTickMilliseconds : kNoTimeout);
    if (ready != ReadyDescriptor::no_descriptor) return ready == ReadyDescriptor::first_descriptor;
    if (tick) tick();
  }
}

/// Ends the process with the message of the exception that no code has caught. If there is no exception, a programming
/// error has called std::terminate, and the process aborts as usual.
[[noreturn]] void end_after_uncaught_exception() {
  remove_temporary_files();
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    std::fputs("switchyard: this takes more memory than there is; use fewer nodes or jobs\n", stderr);
    ::_exit(static_cast<int>(ExitCode::failed));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "switchyard: %s; the host may be short of memory or threads: use fewer nodes or jobs\n",
                 error.what());
    ::_exit(static_cast<int>(ExitCode::failed));
  } catch (...) {
  }
  std::abort();
}

}  // namespace

ComputationEnd run_interruptibly(std::function<void(std::stop_token)> work, const std::function<void()>& tick) {
  const auto done = std::make_shared<OwnedDescriptor>(::eventfd(0, EFD_CLOEXEC));
  const auto failure = std::make_shared<std::exception_ptr>();
  std::stop_source stop;
  std::thread worker;
  ComputationEnd ending = ComputationEnd::finished();
  {
    const SignalBlocker held_back;
    const OwnedDescriptor signals = held_back.make_signal_descriptor();
    worker = std::thread([done, failure, work = std::move(work), token = stop.get_token()] {
      try {
        work(token);
      } catch (...) {
        *failure = std::current_exception();
      }
      ::eventfd_write(done->number(), 1);
    });
    const bool finished = wait_for_input_and_call_periodically(done->number(), signals.number(), tick);
    if (!finished) ending = ComputationEnd::interrupted_by_signal(read_pending_signal(signals.number()));
    // From this point on the ending signals are no longer blocked, so that a second signal ends the process.
  }
  if (!ending.is_interrupted()) {
    worker.join();
    if (*failure) std::rethrow_exception(*failure);
    return ending;
  }
  stop.request_stop();
  if (wait_for_either_descriptor(done->number(), done->number(), kStopGraceMilliseconds) ==
      ReadyDescriptor::first_descriptor) {
    worker.join();
  } else {
    worker.detach();
  }
  return ending;
}

void set_uncaught_exception_handler() { std::set_terminate(end_after_uncaught_exception); }

void install_termination_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = handle_ending_signal;
  // All signals are blocked during the handler, so that a second signal does not print the message again.
  sigfillset(&action.sa_mask);
  for (const int signal : kEndingSignals) {
    if (!is_signal_ignored(signal)) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace switchyard
