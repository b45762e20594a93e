#include "runtime/stress/child_run.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "runtime/executor/stack_overflow.hpp"

namespace switchyard {
namespace {

/// What a child says in the end, if it comes to that: how the run has ended, or why it says nothing about the program.
enum class Said : char { run = 'r', wrong_use = 'u', short_host = 'h' };

/// Beyond twice its limit, for a host that is busy.
constexpr std::chrono::seconds kGrace{1};

class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_.data()) != 0) {
      throw HostError(std::string("the host has no room for a child process: ") + std::strerror(errno));
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_write();
    ::close(ends_[0]);
  }
  int read_end() const noexcept { return ends_[0]; }
  int write_end() const noexcept { return ends_[1]; }
  void close_write() noexcept {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{};
};

void write_all(int to, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <class T>
T take(std::string_view& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof(value));
  bytes.remove_prefix(sizeof(value));
  return value;
}

/// What a run adds to what was known of it before.
std::string packed(const StressedRun& run) {
  std::string bytes(1, static_cast<char>(Said::run));
  append(bytes, run.outcome);
  append(bytes, run.expired);
  append(bytes, run.steps);
  append(bytes, run.trace_hash);
  append(bytes, run.decisions.size());
  for (const Decision& decision : run.decisions) append(bytes, decision);
  return bytes + run.text;
}

void unpack(StressedRun& run, std::string_view bytes) {
  run.outcome = take<Outcome>(bytes);
  run.expired = take<bool>(bytes);
  run.steps = take<std::uint64_t>(bytes);
  run.trace_hash = take<std::uint64_t>(bytes);
  run.decisions.resize(take<std::size_t>(bytes));
  for (Decision& decision : run.decisions) decision = take<Decision>(bytes);
  run.text = bytes;
}

/// In the child.
std::string what_is_said(StressedRun& run, const std::function<void()>& carry_out) {
  const auto because = [](Said said, const char* text) { return std::string(1, static_cast<char>(said)) + text; };
  try {
    carry_out();
    return packed(run);
  } catch (const UsageError& error) {
    return because(Said::wrong_use, error.what());
  } catch (const std::bad_alloc&) {
    return because(Said::short_host, "the host has no more memory; use fewer nodes, jobs or smaller messages");
  } catch (const std::exception& error) {
    return because(Said::short_host, error.what());
  }
}

[[noreturn]] void be_child(StressedRun& run, int answer, const std::function<void()>& carry_out) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  tell_faults_to(answer);
  const std::string said = what_is_said(run, carry_out);
  std::fflush(stdout);  // what the program has printed
  write_all(answer, said);
  ::_exit(0);
}

/// All that the child writes until it ends; false if it takes longer than it may.
bool read_all(int from, std::string& bytes, int milliseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds{milliseconds};
  std::array<char, 4096> part{};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    if (milliseconds >= 0 && left <= 0) return false;
    pollfd waiting{from, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, milliseconds < 0 ? -1 : static_cast<int>(left));
    if (ready == 0) return false;
    if (ready < 0) continue;
    const ssize_t size = ::read(from, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return true;
    bytes.append(part.data(), static_cast<std::size_t>(size));
  }
}

int wait_for_end(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string end_text(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("it ended its process with exit code {}", WEXITSTATUS(status));
  return fmt::format("it ended its process by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

/// `said`: what the handler of faults has told, if that was asked.
void note_crash(StressedRun& run, std::string said, int status) {
  while (!said.empty() && said.back() == '\n') said.pop_back();
  run.outcome = Outcome::program_error;
  run.text = said.empty() ? "the program crashed: " + end_text(status) : said + "; " + end_text(status);
}

void note_endless(StressedRun& run, const RunLimits& limits) {
  run.outcome = Outcome::unfinished;
  run.expired = true;
  run.text = fmt::format(
      "not finished within {:g} s of the host's time: a node has not made a call since, so that its process was ended",
      std::chrono::duration<double>(*limits.host_limit).count());
}

void take_answer(StressedRun& run, std::string_view bytes) {
  const Said said{bytes.front()};
  bytes.remove_prefix(1);
  if (said == Said::wrong_use) throw UsageError(std::string(bytes));
  if (said == Said::short_host) throw HostError(std::string(bytes));
  unpack(run, bytes);
}

}  // namespace

void carry_out_in_child(StressedRun& run, const RunLimits& limits, const std::function<void()>& carry_out) {
  // Children are made one after another, so that none has the other's pipe, whose end is the end of what is said.
  static std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time);
  Pipe pipe;
  std::fflush(stdout);  // or the child would print it again
  const pid_t child = ::fork();
  if (child < 0) throw HostError(std::string("the host has no room for a child process: ") + std::strerror(errno));
  if (child == 0) be_child(run, pipe.write_end(), carry_out);
  pipe.close_write();
  lock.unlock();
  std::string answer;
  const auto most = limits.host_limit ? std::chrono::ceil<std::chrono::milliseconds>(2 * *limits.host_limit) + kGrace
                                      : std::chrono::milliseconds{-1};
  const bool in_time = read_all(pipe.read_end(), answer, static_cast<int>(most.count()));
  if (!in_time) ::kill(child, SIGKILL);
  const int status = wait_for_end(child);
  if (!in_time) return note_endless(run, limits);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || answer.empty()) return note_crash(run, answer, status);
  take_answer(run, answer);
}

}  // namespace switchyard
