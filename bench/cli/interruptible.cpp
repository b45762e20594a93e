#include "bench/cli/interruptible.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace switchyard::cli {
namespace {

constexpr int kGraceMilliseconds = 500;
constexpr int kForEver = -1;

/// Closes it at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {
    if (number < 0) throw std::system_error(errno, std::generic_category());
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const noexcept { return number_; }

 private:
  int number_;
};

/// SIGINT is held back from this thread, and from those that it starts, for as long as this lives.
class HeldBack {
 public:
  HeldBack() {
    sigemptyset(&interrupt_);
    sigaddset(&interrupt_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt_, &before_);
  }
  ~HeldBack() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldBack(const HeldBack&) = delete;
  HeldBack& operator=(const HeldBack&) = delete;
  Descriptor descriptor() const { return Descriptor(::signalfd(-1, &interrupt_, SFD_CLOEXEC)); }

 private:
  sigset_t interrupt_;
  sigset_t before_;
};

/// Without this it would be delivered once it is no longer held back.
void take_signal(int descriptor) {
  signalfd_siginfo ignored{};
  [[maybe_unused]] const auto size = ::read(descriptor, &ignored, sizeof(ignored));
}

/// True if the first is ready, false if only the second is, or the time is over.
bool wait_for(int first, int second, int milliseconds) {
  std::array<pollfd, 2> waiting{{{first, POLLIN, 0}, {second, POLLIN, 0}}};
  while (::poll(waiting.data(), waiting.size(), milliseconds) < 0 && errno == EINTR) {
  }
  return (waiting[0].revents & POLLIN) != 0;
}

}  // namespace

Ending run_interruptibly(std::function<void(std::stop_token)> work) {
  const auto done = std::make_shared<Descriptor>(::eventfd(0, EFD_CLOEXEC));
  std::stop_source stop;
  std::thread worker;
  bool finished = false;
  {
    const HeldBack held_back;
    const Descriptor interrupt = held_back.descriptor();
    worker = std::thread([done, work = std::move(work), token = stop.get_token()] {
      work(token);
      ::eventfd_write(done->number(), 1);
    });
    finished = wait_for(done->number(), interrupt.number(), kForEver);
    if (!finished) take_signal(interrupt.number());
  }  // from here on a second SIGINT ends the process
  if (finished) {
    worker.join();
    return Ending::finished;
  }
  stop.request_stop();
  if (wait_for(done->number(), done->number(), kGraceMilliseconds)) {
    worker.join();
  } else {
    worker.detach();
  }
  return Ending::interrupted;
}

}  // namespace switchyard::cli
