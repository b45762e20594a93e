/// \file corpus_test.cpp
/// Runs each program of the corpus on each machine and under each clock, and compares how the runs end with the verdict
/// that is stated for the program. Each check is made in a process of its own, so that the test can name a check that
/// hangs or crashes.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string_view>

#include "machines/machine_catalogue.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/stress.hpp"
#include "tests/corpus/known_misses.hpp"
#include "tests/corpus/machine_for.hpp"
#include "tests/corpus/verdict.hpp"

namespace switchyard::corpus {
namespace {

constexpr std::uint64_t kMostExploredOrders = 4000;
constexpr std::chrono::milliseconds kVirtualTimeLimit{200};
// So long that runs on a busy host do not reach it.
constexpr std::chrono::seconds kWallTimeLimit{10};

/// Returns the limit on the number of sends, receives and polls of a run. For most programs it is high, because the
/// number of polls of a correct program depends on the host if the nodes are threads.
std::uint64_t request_limit(const CorpusProgram& program) {
  return program.conditions_for_verdict.polls_forever ? 20'000 : 10'000'000;
}

constexpr std::uint64_t kDefaultRunCount = 200;
constexpr std::uint64_t kLargestRunCount = 1'000'000;
/// Largest number of runs of one program with its nodes on threads that run freely.
constexpr std::uint64_t kMostThreadRaceRuns = 200;

/// Returns the number of runs of each check by stress, except for a factor: that in the environment variable
/// SWITCHYARD_CORPUS_RUNS, or a default. Ends the process if the variable has no valid number.
std::uint64_t run_count_from_environment() {
  const char* const text = std::getenv("SWITCHYARD_CORPUS_RUNS");
  if (text == nullptr) return kDefaultRunCount;
  const std::string_view whole(text);
  std::uint64_t runs = 0;
  const auto [end, error] = std::from_chars(text, text + whole.size(), runs);
  if (error == std::errc{} && end == text + whole.size() && runs >= 2 && runs <= kLargestRunCount) return runs;
  std::cerr << fmt::format("SWITCHYARD_CORPUS_RUNS: '{}' is no number of runs; give 2 to {}\n", whole,
                           kLargestRunCount);
  std::exit(2);
}
std::uint64_t stress_run_count() {
  static const std::uint64_t runs = run_count_from_environment();
  return runs;
}

/// Returns the time in milliseconds after which a check counts as hanging. It is 60 s for the default number of runs,
/// as hosts may be busy, and longer for more runs.
int timeout_of_check_milliseconds() {
  constexpr std::uint64_t kOfUsualRuns = 60'000;
  return static_cast<int>(kOfUsualRuns * std::max<std::uint64_t>(1, stress_run_count() / kDefaultRunCount));
}

/// A trial that compares the end of each of its runs with the expected verdict, and stores the first judgement that is
/// worse than `exact`.
class ExpectedVerdictCheckingTrial final : public StressTrial {
 public:
  ExpectedVerdictCheckingTrial(const Machine& machine, const CorpusProgram& program, const ExpectedVerdict& verdict,
                               RunJudgement& worst, std::function<void()> told = {})
      : machine_(machine),
        program_(program),
        verdict_(verdict),
        first_run_judgement_below_exact_(worst),
        call_before_each_run_(std::move(told)) {}
  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    if (call_before_each_run_) call_before_each_run_();
    try {
      RunReport report = switchyard::run(machine, program_.node_program, options);
      const bool discarded = report.network.discarded > 0;
      keep_first_run_judgement_below_exact(
          judge_run_end(verdict_, discarded ? RunOutcome::discarded : RunOutcome::completed, nullptr));
      return report;
    } catch (const UsageError& e) {
      keep_first_run_judgement_below_exact(
          {AgreementWithExpectedVerdict::inexact, std::string("the caller's error, not the program's: ") + e.what()});
      throw;
    } catch (const Error&) {
      const std::exception_ptr error = std::current_exception();
      keep_first_run_judgement_below_exact(judge_run_end(verdict_, outcome_of(error), error));
      throw;
    }
  }

 private:
  void keep_first_run_judgement_below_exact(RunJudgement one) {
    if (first_run_judgement_below_exact_.grade == AgreementWithExpectedVerdict::exact)
      first_run_judgement_below_exact_ = std::move(one);
  }
  Machine machine_;
  const CorpusProgram& program_;
  const ExpectedVerdict& verdict_;
  RunJudgement& first_run_judgement_below_exact_;
  std::function<void()> call_before_each_run_;
};

struct ProgramCheck {
  std::string name;
  std::string clock_name;
  std::function<RunJudgement()> judging_function;
};

RunJudgement judge_single_run(const Machine& machine, const CorpusProgram& program, const ExpectedVerdict& verdict,
                              RunOptions options) {
  RunJudgement judgement;
  ExpectedVerdictCheckingTrial trial(machine, program, verdict, judgement);
  options.time_limit = kVirtualTimeLimit;
  if (options.clock == ClockKind::wall) options.time_limit = kWallTimeLimit;
  if (options.clock == ClockKind::off) {
    options.time_limit = std::nullopt;
    options.request_limit = request_limit(program);
  }
  try {
    trial.run(machine, options);
  } catch (const Error&) {  // the error was judged by ExpectedVerdictCheckingTrial already
  }
  return judgement;
}

RunJudgement judge_stress_runs(const Machine& machine, const CorpusProgram& program, const ExpectedVerdict& verdict,
                               std::vector<StressStrategy> strategies, std::uint64_t runs) {
  RunJudgement judgement;
  StressOptions options{.runs = runs, .strategies = std::move(strategies), .jobs = 1};
  options.limits.time_limit = kVirtualTimeLimit;
  options.limits.request_limit = request_limit(program);
  const bool races = options.strategies.front() == StressStrategy::threads;
  const StressReport report = stress(
      [&](std::uint64_t) {
        return std::make_unique<ExpectedVerdictCheckingTrial>(machine, program, verdict, judgement);
      },
      options);
  if (judgement.grade == AgreementWithExpectedVerdict::exact &&
      verdict.failing_orders == ShareOfFailingEventOrders::some_event_orders_fail && !races && report.findings.empty())
    return {AgreementWithExpectedVerdict::miss, fmt::format("nothing found in {} runs", runs)};
  return judgement;
}

RunJudgement judge_all_orders(const Machine& machine, const CorpusProgram& program, const ExpectedVerdict& verdict) {
  RunJudgement judgement;
  std::uint64_t runs = 0;
  std::stop_source stop;
  ExpectedVerdictCheckingTrial trial(machine, program, verdict, judgement, [&] {
    if (++runs > kMostExploredOrders) stop.request_stop();
  });
  ExhaustiveOptions options;
  options.limits.time_limit = kVirtualTimeLimit;
  const ExhaustiveSearchReport report = explore_all_orders(trial, options, stop.get_token());
  if (verdict.failing_orders != ShareOfFailingEventOrders::no_event_order_fails && report.proves_no_failure())
    return {AgreementWithExpectedVerdict::miss, "FALSE PROOF: " + report.proof_that_one_order_suffices.explanation};
  return judgement;
}

std::vector<ProgramCheck> checks_of_program(const CorpusProgram& program, const Machine& machine) {
  const bool stores = machine.name() != "cm5";
  const auto verdict = [&program](bool stored) -> const ExpectedVerdict& {
    return stored && program.verdict_if_machine_stores_messages ? *program.verdict_if_machine_stores_messages
                                                                : program.verdict;
  };
  const ExpectedVerdict& with_clock_on = verdict(stores);
  const ExpectedVerdict& off = verdict(true);
  std::vector<ProgramCheck> all;
  const auto add = [&](const char* name, const char* clock, std::function<RunJudgement()> what) {
    all.push_back({name, clock, std::move(what)});
  };
  const auto add_plain = [&](const char* name, const char* clock, const ExpectedVerdict& expected, RunOptions options) {
    add(name, clock, [&, options] { return judge_single_run(machine, program, expected, options); });
  };
  const ProgramPlatforms where = program.conditions_for_verdict.platforms;
  const bool with_off = where == ProgramPlatforms::all_machines_and_clocks || where == ProgramPlatforms::cm5;
  const bool with_wall = where != ProgramPlatforms::virtual_clock && where != ProgramPlatforms::cm5 &&
                         where != ProgramPlatforms::cm5_with_virtual_or_wall_clock &&
                         !program.conditions_for_verdict.polls_forever;
  const std::uint64_t runs = program.conditions_for_verdict.polls_forever ? 4 : stress_run_count();
  add_plain("virtual_fibers", "virtual", with_clock_on, {.executor = ExecutorKind::fibers});
  add_plain("virtual_threads", "virtual", with_clock_on, {.executor = ExecutorKind::threads});
  if (with_off) {
    add_plain("off_threads", "off", off, {.clock = ClockKind::off});
    add_plain("off_fibers", "off", off, {.clock = ClockKind::off, .executor = ExecutorKind::fibers});
  }
  if (with_wall) add_plain("wall", "wall", with_clock_on, {.clock = ClockKind::wall});
  if (program.conditions_for_verdict.standard_sends) {
    const auto waiting = StandardSendRule::synchronous_from_size(0);
    const auto never = StandardSendRule::always_buffered();
    add_plain("waiting_sends", "virtual", program.verdict,
              {.executor = ExecutorKind::fibers, .standard_sends = waiting});
    if (stores || off.failing_orders == ShareOfFailingEventOrders::no_event_order_fails ||
        !program.verdict_if_machine_stores_messages)
      add_plain("buffered_sends", "virtual", off, {.executor = ExecutorKind::fibers, .standard_sends = never});
    if (with_off)
      add_plain("waiting_sends_off", "off", program.verdict, {.clock = ClockKind::off, .standard_sends = waiting});
  }
  std::vector<StressStrategy> strategies{StressStrategy::random, StressStrategy::pct, StressStrategy::starve};
  // The strategy of small buffers is used only for programs of two nodes. With more nodes, messages of several senders
  // may fill the receiver's buffer and block a message whose receive is posted.
  if (program.conditions_for_verdict.allows_halved_buffers && program.nodes == 2 &&
      !program.verdict_if_machine_stores_messages)
    strategies.push_back(StressStrategy::halved_buffer_sizes);
  add("stress", "virtual",
      [&, strategies, runs] { return judge_stress_runs(machine, program, with_clock_on, strategies, runs * 3); });
  if (with_off)
    add("stress_threads", "off", [&, runs] {
      return judge_stress_runs(machine, program, off, {StressStrategy::threads},
                               std::min(runs / 2, kMostThreadRaceRuns));
    });
  if (!program.conditions_for_verdict.polls_forever)
    add("exhaustive", "virtual", [&] { return judge_all_orders(machine, program, with_clock_on); });
  return all;
}

/// Carries out a check in a process of its own and returns its judgement. If the process crashes or takes too long, the
/// judgement has the grade `check_crashed` or `check_hung`.
RunJudgement judge_in_child_process(const ProgramCheck& check) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {AgreementWithExpectedVerdict::check_crashed, "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    RunJudgement judgement;
    try {
      judgement = check.judging_function();
    } catch (const std::exception& e) {
      judgement = {AgreementWithExpectedVerdict::inexact, std::string("passed on: ") + e.what()};
    }
    const std::string line = std::to_string(static_cast<int>(judgement.grade)) + judgement.reason.substr(0, 1500);
    [[maybe_unused]] const auto written = write(ends[1], line.data(), line.size());
    _exit(0);
  }
  close(ends[1]);
  pollfd end{ends[0], POLLIN, 0};
  const bool ended = ::poll(&end, 1, timeout_of_check_milliseconds()) > 0;
  std::string line(2000, '\0');
  const ssize_t size = ended ? read(ends[0], line.data(), line.size()) : 0;
  close(ends[0]);
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (!ended) return {AgreementWithExpectedVerdict::check_hung, "no end"};
  if (size <= 0)
    return {AgreementWithExpectedVerdict::check_crashed,
            fmt::format("signal {}", WIFSIGNALED(status) ? WTERMSIG(status) : 0)};
  line.resize(static_cast<std::size_t>(size));
  return {static_cast<AgreementWithExpectedVerdict>(line[0] - '0'), line.substr(1)};
}

constexpr std::array kGradeNames{"exact", "inexact", "miss", "false alarm", "hang", "crash"};

using VerdictAgreementCountsBySetting = std::map<std::string, std::array<std::uint64_t, kGradeNames.size()>>;
VerdictAgreementCountsBySetting& verdict_agreement_counts_by_setting() {
  static VerdictAgreementCountsBySetting all;
  return all;
}

class CorpusTest : public testing::Test {
 public:
  CorpusTest(const std::string& category, const CorpusProgram& program, Machine machine)
      : program_category_name_(category), program_(program), machine_(std::move(machine)) {}
  void TestBody() override {
    for (const ProgramCheck& check : checks_of_program(program_, machine_)) {
      const RunJudgement got = judge_in_child_process(check);
      ++verdict_agreement_counts_by_setting()[machine_.name() + " " + check.clock_name].at(
          static_cast<std::size_t>(got.grade));
      const KnownMissedDefect* known = find_known_missed_defect(program_.name, machine_.name(), check.name);
      const char* grade = kGradeNames.at(static_cast<std::size_t>(got.grade));
      if (known == nullptr) {
        EXPECT_EQ(got.grade, AgreementWithExpectedVerdict::exact)
            << "[" << program_category_name_ << "/" << program_.name << "." << machine_.name() << " " << check.name
            << "] " << grade << ": " << got.reason;
      } else {
        EXPECT_NE(got.grade, AgreementWithExpectedVerdict::exact)
            << check.name << ": no miss any more: " << known->reason;
      }
    }
  }

 private:
  const std::string& program_category_name_;
  const CorpusProgram& program_;
  Machine machine_;
};

class VerdictAgreementCountsPrinter final : public testing::Environment {
  void TearDown() override {
    for (const auto& [setting, counts] : verdict_agreement_counts_by_setting()) {
      std::cout << setting << ":";
      for (std::size_t i = 0; i < counts.size(); ++i) std::cout << " " << kGradeNames.at(i) << " " << counts.at(i);
      std::cout << "\n";
    }
  }
};

const std::vector<TestProgramCategory>& cached_test_program_categories() {
  static const std::vector<TestProgramCategory> all = make_all_test_program_categories();
  return all;
}

[[maybe_unused]] const bool kAreTestsRegistered = [] {
  testing::AddGlobalTestEnvironment(new VerdictAgreementCountsPrinter);
  for (const TestProgramCategory& category : cached_test_program_categories()) {
    for (const CorpusProgram& program : category.programs) {
      for (const std::string& name : machines::distinct_machine_names()) {
        const auto machine = machine_for(program, name);
        if (!machine) continue;
        testing::RegisterTest(("Corpus_" + category.name).c_str(), (program.name + "." + name).c_str(), nullptr,
                              nullptr, __FILE__, __LINE__,
                              [&category, &program, machine = *machine]() -> testing::Test* {
                                return new CorpusTest(category.name, program, machine);
                              });
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace switchyard::corpus
