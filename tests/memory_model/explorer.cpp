#include "tests/memory_model/explorer.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <stdexcept>
#include <utility>

namespace switchyard::memory_model {
namespace {

constexpr const char* kNotRepeatableText = "the program does not do the same each time";

thread_local Explorer* t_explorer = nullptr;
thread_local ModelThread* t_model_thread = nullptr;

/// Keeps the calling thread, and the threads that it will start, on one processor core, where switching between threads
/// takes a tenth of the time.
class PinningToOneCore {
 public:
  PinningToOneCore() {
    sched_getaffinity(0, sizeof(previous_cores_), &previous_cores_);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
    sched_setaffinity(0, sizeof(here), &here);
  }
  ~PinningToOneCore() { sched_setaffinity(0, sizeof(previous_cores_), &previous_cores_); }
  PinningToOneCore(const PinningToOneCore&) = delete;
  PinningToOneCore& operator=(const PinningToOneCore&) = delete;

 private:
  cpu_set_t previous_cores_;
};

/// Returns the short form of a function's name: "Mailbox::list_lane" for "bool
/// switchyard::Mailbox::list_lane(switchyard::SenderToReceiverLane&)".
std::string short_function_name(std::string_view function) {
  function = function.substr(0, function.find('('));
  function.remove_prefix(std::min(function.size(), function.rfind(' ') + 1));
  constexpr std::string_view kNamespace = "switchyard::";
  if (function.starts_with(kNamespace)) function.remove_prefix(kNamespace.size());
  return std::string(function);
}

std::string_view memory_order_as_text(std::memory_order order) {
  constexpr std::string_view kNames[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<std::size_t>(order)];
}

}  // namespace

Explorer::Explorer(std::function<ExploredProgram()> make, const ExplorationOptions& options)
    : make_program_(std::move(make)), options_(options) {}

Explorer::~Explorer() {
  is_execution_ending_ = true;
  for (const auto& actor_thread : host_threads_) actor_thread->semaphore_granting_turn_to_run.release();
  for (const auto& actor_thread : host_threads_) actor_thread->thread.join();
}

Explorer* Explorer::explorer_of_calling_thread() noexcept { return t_explorer; }
bool Explorer::is_thread_of_program() noexcept { return t_model_thread != nullptr; }
ModelThread& Explorer::running_thread() { return *t_model_thread; }

ExplorationVerdict Explorer::explore_all_executions() {
  t_explorer = this;
  const PinningToOneCore one_core;
  do {
    run_one_execution();
  } while (!has_failed() && prepare_next_execution());
  t_explorer = nullptr;
  return verdict_;
}

void Explorer::run_one_execution() {
  // Number of executions of all explorations in this process, so that each execution has a number of its own.
  static std::uint64_t executions = 0;
  execution_number_ = ++executions;
  decisions_made_ = preemption_count_ = stale_read_count_ = step_count_ = location_count_ = plain_variable_count_ = 0;
  trace_events_.clear();
  oldest_sequential_stores = {};
  program_ = make_program_();
  if (program_.thread_bodies.size() > kMostThreads) throw std::invalid_argument("too many threads");
  threads_.assign(program_.thread_bodies.size(), {});
  for (std::uint32_t i = 0; i < threads_.size(); ++i) {
    threads_[i].number = i;
    threads_[i].current_view.steps_happened_before.raise_number_to(i, 1);
    if (i == host_threads_.size()) host_threads_.push_back(std::make_unique<HostThread>(*this, i));
  }
  ++verdict_.execution_count;
  give_turn_to_thread(choose_alternative(static_cast<std::uint32_t>(threads_.size())));
  execution_ended_.acquire();
  if (has_failed()) return;
  if (decisions_made_ < decisions_.size()) return record_failure(kNotRepeatableText);
  try {
    if (program_.run_after_threads) program_.run_after_threads();
  } catch (const std::exception& error) {
    record_failure(error.what());
  }
  program_ = {};
}

void Explorer::run_host_thread(HostThread& actor_thread, std::uint32_t number) {
  t_explorer = this;
  for (;;) {
    actor_thread.semaphore_granting_turn_to_run.acquire();
    if (is_execution_ending_) return;
    t_model_thread = &threads_[number];
    try {
      program_.thread_bodies[number].body();
    } catch (const std::exception& error) {
      fail(fmt::format("{} threw: {}", name_of(number), error.what()));
    }
    t_model_thread->state = ModelThread::ThreadSchedulingState::finished;
    switch_to_another_model_thread();
    t_model_thread = nullptr;
  }
}

std::uint32_t Explorer::assign_number_to_new_location() {
  if (location_count_ == kMostLocations) fail(fmt::format("more than {} locations", kMostLocations));
  return location_count_++;
}

// --- decisions -----------------------------------------------------------------------------------------------------

std::uint32_t Explorer::choose_alternative(std::uint32_t options) {
  if (options == 1) return 0;
  if (decisions_made_ == decisions_.size()) decisions_.push_back({0, options});
  const ExplorationDecision& decision = decisions_[decisions_made_++];
  if (decision.option_count != options) fail(kNotRepeatableText);
  return decision.chosen_option;
}

/// Prepares the decisions of the next execution. Returns false if all alternatives of all decisions were tried.
bool Explorer::prepare_next_execution() {
  while (!decisions_.empty() && ++decisions_.back().chosen_option == decisions_.back().option_count)
    decisions_.pop_back();
  return !decisions_.empty();
}

bool Explorer::is_spurious_event_chosen() {
  if (preemption_count_ == options_.bounds.most_preemptions || choose_alternative(2) == 0) return false;
  ++preemption_count_;
  return true;
}

std::uint32_t Explorer::choose_stale_store(std::uint32_t most) {
  if (stale_read_count_ == options_.bounds.stale_read_count_limit) return 0;
  const std::uint32_t back = choose_alternative(most + 1);
  if (back > 0) ++stale_read_count_;
  return back;
}

// --- turns ---------------------------------------------------------------------------------------------------------

std::vector<std::uint32_t> Explorer::other_threads_in_state(ModelThread::ThreadSchedulingState state) const {
  std::vector<std::uint32_t> found;
  for (const ModelThread& thread : threads_) {
    if (&thread != t_model_thread && thread.state == state) found.push_back(thread.number);
  }
  return found;
}

void Explorer::give_turn_to_thread(std::uint32_t number) {
  ModelThread& thread = threads_[number];
  if (thread.state == ModelThread::ThreadSchedulingState::asleep) {
    thread.state = ModelThread::ThreadSchedulingState::ready;
    thread.timed_out = thread.has_deadline;
  }
  thread.has_not_stepped_since_scheduled = true;
  host_threads_[number]->semaphore_granting_turn_to_run.release();
}

void Explorer::prepare_step() {
  if (++step_count_ > options_.bounds.most_steps)
    fail(fmt::format("no end after {} steps", options_.bounds.most_steps));
  if (std::exchange(running_thread().has_not_stepped_since_scheduled, false) ||
      preemption_count_ == options_.bounds.most_preemptions)
    return;
  std::vector<std::uint32_t> others = other_threads_in_state(ModelThread::ThreadSchedulingState::ready);
  for (const std::uint32_t sleeper : other_threads_in_state(ModelThread::ThreadSchedulingState::asleep))
    others.push_back(sleeper);
  const std::uint32_t choice = choose_alternative(static_cast<std::uint32_t>(others.size() + 1));
  if (choice == 0) return;
  ++preemption_count_;
  give_turn_to_thread(others[choice - 1]);
  host_threads_[running_thread().number]->semaphore_granting_turn_to_run.acquire();
  running_thread().has_not_stepped_since_scheduled = false;
}

/// Lets another thread run, because the running thread cannot continue. Fails the execution if all other threads sleep
/// without a deadline. Ends the execution if all threads have finished.
void Explorer::switch_to_another_model_thread() {
  std::vector<std::uint32_t> next = other_threads_in_state(ModelThread::ThreadSchedulingState::ready);
  std::string sleepers;
  for (const ModelThread& thread : threads_) {
    if (thread.state != ModelThread::ThreadSchedulingState::asleep) continue;
    sleepers += (sleepers.empty() ? "" : ", ") + name_of(thread.number);
    if (next.empty() && thread.has_deadline) next = {thread.number};
  }
  if (!next.empty()) return give_turn_to_thread(next[choose_alternative(static_cast<std::uint32_t>(next.size()))]);
  if (!sleepers.empty()) fail(fmt::format("deadlock: nobody is left to wake {}", sleepers));
  execution_ended_.release();
}

void Explorer::sleep_on_futex(const void* place, bool has_deadline) {
  ModelThread& self = running_thread();
  self.futex_slept_on = place;
  self.has_deadline = has_deadline;
  self.timed_out = false;
  self.state = ModelThread::ThreadSchedulingState::asleep;
  switch_to_another_model_thread();
  host_threads_[self.number]->semaphore_granting_turn_to_run.acquire();
}

void Explorer::wake_one(const void* place) {
  std::vector<std::uint32_t> sleepers = other_threads_in_state(ModelThread::ThreadSchedulingState::asleep);
  std::erase_if(sleepers, [&](std::uint32_t each) { return threads_[each].futex_slept_on != place; });
  if (sleepers.empty()) return;
  threads_[sleepers[choose_alternative(static_cast<std::uint32_t>(sleepers.size()))]].state =
      ModelThread::ThreadSchedulingState::ready;
}

// --- failures ------------------------------------------------------------------------------------------------------

std::string Explorer::trace_event_as_text(const TraceEvent& event) const {
  const std::string start =
      fmt::format("{:<10} {:<8} {:<4}", name_of(event.thread_number), event.operation_name, event.object_name);
  if (!event.memory_order_of_operation) return start + '\n';
  const std::string_view file = event.source_place.file_name();
  const std::string value = event.value >> 32U == 0 ? fmt::to_string(event.value) : fmt::format("{:#x}", event.value);
  return fmt::format("{} {:<14} {:<7} {} ({}:{}) {}\n", start, value,
                     memory_model::memory_order_as_text(*event.memory_order_of_operation),
                     short_function_name(event.source_place.function_name()), file.substr(file.rfind('/') + 1),
                     event.source_place.line(), event.remark_text);
}

std::string Explorer::trace_text() const {
  std::string text;
  for (std::size_t i = 0; i < trace_events_.size(); ++i)
    text += fmt::format("{:4}  {}", i + 1, trace_event_as_text(trace_events_[i]));
  return text;
}

void Explorer::record_failure(const std::string& what) {
  verdict_.failure_text = fmt::format("{} (execution {})\n{}", what, verdict_.execution_count, trace_text());
}

void Explorer::fail(const std::string& what) {
  record_failure(what);
  execution_ended_.release();
  // Waits for ever, because the explorer lets no thread run after a failure.
  for (;;) host_threads_[t_model_thread->number]->semaphore_granting_turn_to_run.acquire();
}

void expect(bool holds, std::string_view what) {
  if (holds) return;
  if (Explorer::is_thread_of_program()) Explorer::explorer_of_calling_thread()->fail(std::string(what));
  throw std::runtime_error(std::string(what));
}

ExplorationVerdict explore(const std::function<ExploredProgram()>& make, const ExplorationOptions& options) {
  // Never destroyed, because threads of these explorers still wait.
  static auto& failed = *new std::vector<std::unique_ptr<Explorer>>;
  auto explorer = std::make_unique<Explorer>(make, options);
  ExplorationVerdict verdict = explorer->explore_all_executions();
  if (explorer->has_failed()) failed.push_back(std::move(explorer));
  return verdict;
}

}  // namespace switchyard::memory_model
