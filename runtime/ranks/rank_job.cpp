#include "runtime/ranks/rank_job.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr int kComparisonTag = 1, kVerdictTag = 2;  // MPI tags of the messages of compare_all_ranks()
constexpr int kMayLeaveJobTag = 3;  // MPI tag of the message by which the first rank lets the other ranks leave the job
constexpr std::chrono::microseconds kShortSleep{20}, kLongSleep{500};

/// The environment variables by which the mpirun of one implementation of MPI tells a process its rank and the number
/// of ranks, and the name of the module for this implementation.
struct LauncherVariables {
  const char* size_variable;
  const char* rank_variable;
  const char* module_name;
};
constexpr std::array kLauncherVariables{LauncherVariables{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "openmpi"},
                                        LauncherVariables{"PMI_SIZE", "PMI_RANK", "mpich"}};

/// Returns the path of a module (the library through which an implementation of MPI is called). Modules are installed
/// beside the program's own libraries; a name that contains a slash is already a path.
std::string path_of_module(const std::string& module) {
  if (module.find('/') != std::string::npos) return module;
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / SWITCHYARD_MODULE_FOLDER / fmt::format("switchyard-{}.so", module))
      .lexically_normal()
      .string();
}

const switchyard_mpi_calls* load_module(const std::string& module) {
  const std::string path = path_of_module(module);
  // RTLD_GLOBAL is needed because libraries that Open MPI loads itself look for Open MPI's
  // symbols.
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    throw UsageError(
        {.place = "mpirun",
         .reason = fmt::format("this program cannot use the MPI that has started it: {}", ::dlerror()),
         .remedy = fmt::format("build it where {} is installed, or set SWITCHYARD_MPI to a module", module)});
  }
  const auto of_module = reinterpret_cast<const switchyard_mpi_calls* (*)()>(::dlsym(library, "switchyard_mpi_module"));
  const switchyard_mpi_calls* calls = of_module == nullptr ? nullptr : of_module();
  if (calls != nullptr && calls->version == SWITCHYARD_MPI_CALLS_VERSION) return calls;
  throw UsageError(
      {.place = "mpirun",
       .value = path,
       .reason = fmt::format("{} is not a module of this version of the program", switchyard::quoted(path)),
       .remedy = "compile runtime/ranks/mpi_calls.c again"});
}

/// Blocks all signals in the calling thread and in the threads that MPI starts from it, for as long as the object
/// exists: signals are for the program's own threads.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &previous_signal_mask_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &previous_signal_mask_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t previous_signal_mask_;
};

/// Sleeps between two polls for a message, twice as long each time, up to kLongSleep.
class ExponentialBackoff {
 public:
  void sleep_and_double_pause() {
    std::this_thread::sleep_for(next_pause_);
    next_pause_ = std::min(2 * next_pause_, kLongSleep);
  }

 private:
  std::chrono::microseconds next_pause_ = kShortSleep;
};

std::string take_first_line_of(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string line(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Returns the first line in which two texts differ, as it stands in the first text and in the second.
std::pair<std::string, std::string> first_differing_lines(std::string_view one, std::string_view other) {
  while (!one.empty() || !other.empty()) {
    std::string here = take_first_line_of(one), there = take_first_line_of(other);
    if (here != there) return {std::move(here), std::move(there)};
  }
  return {};
}

}  // namespace

std::optional<MpirunEnvironment> launcher_named_in_environment(const std::function<const char*(const char*)>& value) {
  const char* chosen = value("SWITCHYARD_MPI");
  for (const LauncherVariables& launcher : kLauncherVariables) {
    const char* size = value(launcher.size_variable);
    if (size == nullptr) continue;
    const char* rank = value(launcher.rank_variable);
    return MpirunEnvironment{.mpi_module = chosen == nullptr ? launcher.module_name : chosen,
                             .rank = rank == nullptr ? "" : rank,
                             .has_several_processes = std::string_view(size) != "1"};
  }
  return std::nullopt;
}

std::unique_ptr<RankJob> RankJob::join_job(const MpirunEnvironment& launcher) {
  std::unique_ptr<RankJob> job(new RankJob(load_module(launcher.mpi_module)));
  std::array<char, 200> reason{};
  int rank = 0, ranks = 1;
  const BlockedSignals blocked;
  if (job->mpi_calls_->start(&rank, &ranks, reason.data(), reason.size()) != 0) {
    job->abandon_job();
    throw UsageError({.place = "mpirun", .reason = reason.data(), .remedy = "use another MPI"});
  }
  job->rank_ = static_cast<std::uint32_t>(rank);
  job->rank_count_ = static_cast<std::uint32_t>(ranks);
  return job;
}

RankJob::~RankJob() {
  if (is_abandoned_) return;
  // The other ranks wait in receive() until the first rank lets them leave, and sleep between polls. If they waited in
  // MPI_Finalize instead, they would keep their cores busy.
  if (is_first_rank()) {
    for (std::uint32_t other = 1; other < rank_count_; ++other) send(other, kMayLeaveJobTag, "");
  } else {
    receive(kMayLeaveJobTag);
  }
  wait_until_all_messages_are_sent();
  // This rank ignores SIGTERM from here on, because an mpirun sends it to all other ranks as soon as the first rank has
  // ended with an exit code other than 0.
  ::signal(SIGTERM, SIG_IGN);
  mpi_calls_->finish();
}

std::string RankJob::name_of_mpi_library() const {
  std::array<char, 200> text{};
  mpi_calls_->describe(text.data(), text.size());
  return text.data();
}

void RankJob::send(std::uint32_t to, int tag, std::string text) {
  const std::lock_guard lock(mutex_);
  drop_sent_messages();
  auto kept = std::make_unique<std::string>(std::move(text));
  const switchyard_mpi_request request = mpi_calls_->send(kept->data(), kept->size(), static_cast<int>(to), tag);
  unfinished_sends_.push_back({std::move(kept), request});
}

/// Drops the messages whose MPI sends are complete. Returns whether all sends are complete.
bool RankJob::drop_sent_messages() {
  std::erase_if(unfinished_sends_, [this](UnfinishedSend& message) { return mpi_calls_->test(&message.request) != 0; });
  return unfinished_sends_.empty();
}

void RankJob::wait_until_all_messages_are_sent() {
  for (ExponentialBackoff patience;; patience.sleep_and_double_pause()) {
    const std::lock_guard lock(mutex_);
    if (drop_sent_messages()) return;
  }
}

std::optional<RankMessage> RankJob::try_receive(int tag) {
  const std::lock_guard lock(mutex_);
  drop_sent_messages();
  int from = 0;
  std::size_t bytes = 0;
  if (mpi_calls_->probe(tag, &from, &bytes) == 0) return std::nullopt;
  RankMessage message{static_cast<std::uint32_t>(from), std::string(bytes, '\0')};
  switchyard_mpi_request request = mpi_calls_->receive(message.message_text.data(), bytes, from, tag);
  while (mpi_calls_->test(&request) == 0) {
  }
  return message;
}

RankMessage RankJob::receive(int tag) {
  for (ExponentialBackoff patience;; patience.sleep_and_double_pause()) {
    if (auto message = try_receive(tag)) return std::move(*message);
  }
}

std::optional<RankJob::RankError> RankJob::compare_all_ranks(const std::optional<RankError>& problem,
                                                             std::string_view state) {
  auto found = first_problem_of_all_ranks(problem, state);
  if (found) are_rank_comparisons_finished_ = true;
  return found;
}

/// Carries out compare_all_ranks(): each rank sends its problem or state to rank 0, which compares them and sends the
/// resulting exit code to all others.
std::optional<RankJob::RankError> RankJob::first_problem_of_all_ranks(const std::optional<RankError>& problem,
                                                                      std::string_view state) {
  if (is_first_rank()) {
    const auto found = find_first_problem(problem, state);
    const int code = static_cast<int>(found ? found->rank_exit_code : ExitCode::done);
    for (std::uint32_t to = 1; to < rank_count_; ++to) send(to, kVerdictTag, std::to_string(code));
    return found;
  }
  const int code = static_cast<int>(problem ? problem->rank_exit_code : ExitCode::done);
  send(0, kComparisonTag, fmt::format("{}\n{}", code, problem ? problem->message_to_print : std::string(state)));
  const int verdict = std::stoi(receive(kVerdictTag).message_text);
  if (verdict == 0) return std::nullopt;
  return RankError{"", static_cast<ExitCode>(verdict)};
}

std::optional<RankJob::RankError> RankJob::find_first_problem(const std::optional<RankError>& problem,
                                                              std::string_view state) {
  std::vector<std::string> said(rank_count_);
  for (std::uint32_t count = 1; count < rank_count_; ++count) {
    RankMessage message = receive(kComparisonTag);
    said[message.source_rank] = std::move(message.message_text);
  }
  if (problem) return problem;
  for (std::uint32_t other = 1; other < rank_count_; ++other) {
    std::string_view rest = said[other];
    const int code = std::stoi(take_first_line_of(rest));
    if (code != 0) return RankError{fmt::format("rank {}: {}", other, rest), static_cast<ExitCode>(code)};
    if (rest == state) continue;
    const auto [here, there] = first_differing_lines(state, rest);
    return RankError{fmt::format("mpirun: rank {} has {} where rank 0 has {}; start the same program with the same "
                                 "files on all ranks",
                                 other, switchyard::quoted(there), switchyard::quoted(here)),
                     ExitCode::wrong_use};
  }
  return std::nullopt;
}

}  // namespace switchyard
