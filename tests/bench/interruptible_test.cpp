#include "bench/experiment/interruptible.hpp"

#include <sys/stat.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// Tests of signals that run in child processes, because signals act on a whole process.
class InterruptibleDeathTest : public testing::Test {
 protected:
  InterruptibleDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

/// Blocks until a stop is requested by means of `stop`.
void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any asked;
  std::unique_lock lock(mutex);
  asked.wait(lock, stop, [] { return false; });
}

[[noreturn]] void exit_process_with(ComputationEnd ending) { std::_Exit(static_cast<int>(ending.exit_code())); }

TEST_F(InterruptibleDeathTest, EachSignalAsksTheWorkToStopAndHasACodeOfItsOwn) {
  const auto ended_by = [](int signal) {
    std::signal(signal, SIG_DFL);
    exit_process_with(run_interruptibly([signal](const std::stop_token& stop) {
      ::kill(::getpid(), signal);
      wait_for_stop(stop);
    }));
  };
  EXPECT_EXIT(ended_by(SIGINT), testing::ExitedWithCode(130), "");
  EXPECT_EXIT(ended_by(SIGTERM), testing::ExitedWithCode(143), "");
  EXPECT_EXIT(ended_by(SIGHUP), testing::ExitedWithCode(129), "");
}

TEST_F(InterruptibleDeathTest, UnderNohupASighupIsIgnored) {
  const auto work = [] {
    std::signal(SIGHUP, SIG_IGN);
    install_termination_signal_handlers();
    ::kill(::getpid(), SIGHUP);
    exit_process_with(run_interruptibly([](const std::stop_token&) { ::kill(::getpid(), SIGHUP); }));
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0), "");
}

/// Interrupts a command while it has a temporary file. The command then waits in the middle of its work, because it
/// opens a FIFO that has no reader.
TEST(EndAtSignals, CommandsWithoutPartialResultsLeaveNoTemporaryFile) {
  const std::vector<std::pair<int, int>> codes{{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}};
  for (const auto& [signal, code] : codes) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path_of_file("fifo").c_str(), 0600), 0);
    const FinishedProgram finished =
        run_switchyard_program({"schedule", "--nodes", "8", "--density", "2", "--quiet", "--csv",
                                folder.path_of_file("s.csv"), "--chart-svg", folder.path_of_file("fifo")},
                               [&, number = signal](pid_t process) {
                                 while (folder.entry_count() < 2) std::this_thread::yield();
                                 ::kill(process, number);
                               });
    EXPECT_EQ(finished.code, code) << finished.standard_error;
    EXPECT_EQ(finished.standard_error, "interrupted: nothing more is written\n");
    EXPECT_EQ(folder.entry_count(), 1U);
  }
}

/// Throws an exception that nobody can catch, as occurs, for example, where a library cannot start one of its threads.
TEST_F(InterruptibleDeathTest, AnExceptionThatNobodyCanCatchIsOneLine) {
  const auto escape = [] {
    set_uncaught_exception_handler();
    std::thread([] { throw std::runtime_error("pthread_create has failed"); }).join();
  };
  EXPECT_EXIT(escape(), testing::ExitedWithCode(1), "^switchyard: pthread_create has failed; the host may be short");
}

TEST_F(InterruptibleDeathTest, ExceptionsOfTheWorkReachTheCaller) {
  EXPECT_THROW(run_interruptibly([](const std::stop_token&) { throw Error("no room"); }), Error);
}

}  // namespace
}  // namespace switchyard::cli
